import type { Transaction } from '../database/transaction';
import { ClientMerge } from './client-merge.entity';
import { Client } from './client.entity';

/** The client into which another was merged, over several merges if need be. */
export async function findKeptClient(
  transaction: Transaction,
  merged_id: string,
  seen: readonly string[] = [],
): Promise<Client | null> {
  const merge = await transaction.findOneBy(ClientMerge, { merged_id });
  // A cycle, which an old import may have left, has no end.
  if (merge === null || seen.includes(merge.client_id)) return null;
  const { client_id } = merge;
  const kept = await transaction.findOneBy(Client, { id: client_id });
  return kept ?? findKeptClient(transaction, client_id, [...seen, merged_id]);
}

/** The client into which the one with this email was merged last. */
export async function findKeptByEmail(transaction: Transaction, email: string): Promise<Client | null> {
  const merge = await transaction
    .createQueryBuilder(ClientMerge, 'merge')
    .where('lower(merge.email) = lower(:email)', { email })
    .orderBy('merge.merged_at', 'DESC')
    .getOne();
  return merge === null ? null : findKeptClient(transaction, merge.merged_id);
}

/**
 * Removes these numbers from the clients that were merged into this one, so that calls from there no longer reach it.
 */
export async function forgetNumbers(
  transaction: Transaction,
  client_id: string,
  phones: readonly string[],
): Promise<void> {
  if (phones.length > 0) await transaction.query(FORGET_NUMBERS, [client_id, phones]);
}

const FORGET_NUMBERS = `
  with recursive merges as (
    select id, merged_id from client_merges where client_id = $1
    union
    select merge.id, merge.merged_id from client_merges as merge join merges on merge.client_id = merges.merged_id
  )
  update client_merges as merge
  set phone = case when phone = any($2::text[]) then null else phone end,
      other_phones = array(select number from unnest(other_phones) as number where number <> all($2::text[]))
  from merges where merge.id = merges.id`;

/** Deletes the merges of a client, and theirs. */
export async function deleteMergesOf(transaction: Transaction, client_id: string): Promise<void> {
  const merges = await transaction.findBy(ClientMerge, { client_id });
  // Before the others, so that a cycle, which an old import may have left, ends.
  await transaction.delete(ClientMerge, { client_id });
  for (const { merged_id } of merges) await deleteMergesOf(transaction, merged_id);
}
