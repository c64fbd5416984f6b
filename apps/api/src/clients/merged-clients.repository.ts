import type { Transaction } from '../database/transaction';
import { ClientMerge } from './client-merge.entity';
import { Client } from './client.entity';

/** The client that a merged one became part of, over several merges if need be. */
export async function findKeptClient(transaction: Transaction, merged_id: string): Promise<Client | null> {
  const merge = await transaction.findOneBy(ClientMerge, { merged_id });
  if (merge === null) return null;
  const { client_id } = merge;
  return (await transaction.findOneBy(Client, { id: client_id })) ?? findKeptClient(transaction, client_id);
}

/** The client into which the one with this phone, or else with this email, was merged last. */
export async function findKeptByContacts(
  transaction: Transaction,
  { phone, email }: Pick<Client, 'phone' | 'email'>,
): Promise<Client | null> {
  const having = (condition: string, value: string) =>
    transaction
      .createQueryBuilder(ClientMerge, 'merge')
      .where(condition, { value })
      .orderBy('merge.merged_at', 'DESC')
      .getOne();
  const merge =
    (phone === null ? null : await having('merge.phone = :value', phone)) ??
    (email === null ? null : await having('lower(merge.email) = lower(:value)', email));
  return merge === null ? null : findKeptClient(transaction, merge.merged_id);
}

/** With a client its merged ones end too, and theirs. */
export async function deleteMergesOf(transaction: Transaction, client_id: string): Promise<void> {
  const merges = await transaction.findBy(ClientMerge, { client_id });
  for (const { merged_id } of merges) await deleteMergesOf(transaction, merged_id);
  await transaction.delete(ClientMerge, { client_id });
}
