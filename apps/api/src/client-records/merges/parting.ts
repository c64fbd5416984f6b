import type { LeftBehindDto, SharedNumberDto } from '@groupless/shared-dto';
import { Appointment } from '../../appointments/appointment.entity';
import type { ClientMerge, MergedFields } from '../../clients/client-merge.entity';
import { contactsOf, type Client } from '../../clients/client.entity';
import { Conversation } from '../../conversations/conversation.entity';
import type { Transaction } from '../../database/transaction';

/** The rows that move with a merge or its undo. */
export interface Moved {
  merge: ClientMerge;
  appointment_ids: string[];
  conversation_ids: string[];
}

type HasContacts = Pick<Client, 'id' | 'phone' | 'other_phones' | 'email'>;

/** The contacts of a client after a change of these fields. */
export function contactsAfter(
  { phone, other_phones, email }: Client,
  fields: MergedFields,
): readonly string[] {
  return contactsOf({ phone, other_phones, email, ...fields }).phones;
}

/** What the answer to an undo reports. */
export interface Parted {
  left_behind: LeftBehindDto[];
  shared_numbers: SharedNumberDto[];
}

/**
 * Rows that came to the kept client after the merge but belong to the other one: chats of numbers that only the other
 * one has (unless a person tied them), and bookings in these chats or by such a number.
 */
export async function listLater(
  transaction: Transaction,
  { client_id, merged_at }: ClientMerge,
  { merged, own }: { merged: HasContacts; own: readonly string[] },
): Promise<Pick<Moved, 'appointment_ids' | 'conversation_ids'>> {
  const phones = contactsOf(merged).phones.filter((phone) => !own.includes(phone));
  const conversations = await transaction
    .createQueryBuilder(Conversation, 'conversation')
    .where(`client_id = :client_id and client_tied_by is distinct from 'person'`, { client_id })
    .andWhere('contact_phone = any(:phones)', { phones })
    .getMany();
  const chat_ids = conversations.map(({ chat_id }) => chat_id);
  const appointments = await transaction
    .createQueryBuilder(Appointment, 'appointment')
    .where('client_id = :client_id and created_at >= :merged_at', { client_id, merged_at })
    .andWhere(`(chat_id = any(:chat_ids) or given ->> 'phone' = any(:phones))`, { chat_ids, phones })
    .getMany();
  return {
    conversation_ids: conversations.map(({ id }) => id),
    appointment_ids: appointments.map(({ id }) => id),
  };
}

const CHOSEN_SINCE = `
  select conversation.id from conversations as conversation
  where id = any($1::uuid[]) and client_id = $2 and case
    when client_tied_by = 'person' then exists (
      select from conversation_events as line
      where line.conversation_id = conversation.id and kind = 'tied' and line.at >= $3
        and line.details ->> 'tied_by' = 'person')
    else contact_phone = any($4::text[]) and contact_phone <> all($5::text[]) end`;

/** The chats of the merge that now belong to the kept client, by a person's choice or by their number. */
export async function listStaying(
  transaction: Transaction,
  { client_id, merged_at, conversation_ids }: ClientMerge,
  { merged, own }: { merged: HasContacts; own: readonly string[] },
): Promise<string[]> {
  const values = [conversation_ids, client_id, merged_at, own, contactsOf(merged).phones];
  return (await transaction.query<{ id: string }[]>(CHOSEN_SINCE, values)).map(({ id }) => id);
}

/** Rows that stay with the kept client although they may belong to the other one, and rows that went elsewhere. */
export async function listLeftBehind(
  transaction: Transaction,
  { merge, appointment_ids, conversation_ids }: Moved,
  { kept, fields }: { kept: Client; fields: MergedFields },
): Promise<LeftBehindDto[]> {
  const { client_id, merged_at, merged } = merge;
  const since = { client_id, merged_at };
  const appointments = await transaction
    .createQueryBuilder(Appointment, 'appointment')
    .where('client_id = :client_id and created_at >= :merged_at', since)
    .getCount();
  const conversations = await transaction
    .createQueryBuilder(Conversation, 'conversation')
    .where(
      `client_id = :client_id and created_at >= :merged_at and client_tied_by is distinct from 'person'`,
      since,
    )
    .andWhere('(contact_phone is null or contact_phone <> all(:phones))', {
      phones: contactsAfter(kept, fields),
    })
    .getCount();
  const isKept = (ids: readonly string[]) => (id: string) => !ids.includes(id);
  const moved_on =
    merge.appointment_ids.filter(isKept(appointment_ids)).length +
    merge.conversation_ids.filter(isKept(conversation_ids)).length;
  const notes = merge.after.notes !== undefined && fields.notes === undefined ? 1 : 0;
  const { name } = kept;
  const texts: Record<LeftBehindDto['what'], [count: number, text: string]> = {
    notes: [
      notes,
      `The notes of ${name} were edited since the merge: look for what is about ${merged.name}.`,
    ],
    appointments: [appointments, `Appointments made since the merge stay with ${name}: ${appointments}.`],
    conversations: [
      conversations,
      `Conversations begun since the merge stay with ${name}: ${conversations}.`,
    ],
    moved_on: [
      moved_on,
      `Appointments and conversations of ${merged.name} that others have by now: ${moved_on}.`,
    ],
  };
  return Object.entries(texts)
    .filter(([, [count]]) => count > 0)
    .map(([what, [count, text]]) => ({ what: what as LeftBehindDto['what'], count, text }));
}

const SHARING = `
  select number as phone, clients.id, clients.name from unnest($2::text[]) as number
  cross join lateral clients_of_phone(number) as owner join clients on clients.id = owner.id
  where clients.id <> $1 order by number, owner.place, clients.created_at limit 20`;

/** Other clients with a number of this client. */
export async function listSharing(transaction: Transaction, client: HasContacts): Promise<SharedNumberDto[]> {
  const found = await transaction.query<{ phone: string; id: string; name: string }[]>(SHARING, [
    client.id,
    contactsOf(client).phones,
  ]);
  return found.map(({ phone, id, name }) => ({ phone, client: { id, name } }));
}
