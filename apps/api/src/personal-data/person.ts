import type { Transaction } from '../database/transaction';
import { PERSON_VALUES } from './personal-columns';

/** The rows that are a person's. */
export type Person = Record<keyof typeof PERSON_VALUES, string[]>;

/**
 * A closed chat from the client's number is not tied to the client by itself; it is, if nobody else has the number. Of a client
 * who was deleted, the chats are those that the deletion untied.
 */
const FIND = `
  with recursive own (id) as (
    select $1::uuid
    union select merge.merged_id from client_merges as merge join own on merge.client_id = own.id
  ), number as (
    select number from (
      select phone as number from clients where id = $1
      union select one ->> 'phone' from clients, jsonb_array_elements(other_phones) as one where id = $1
      union select unnest(phone || other_phones) from client_merges where client_id in (select id from own)
    ) as known
    where number is not null and not exists (select from clients_of_phone(number) as owner where owner.id <> $1)
  ), untied as (
    select conversation_id from conversation_events as line
    where kind = 'untied' and by_name is null and details ->> 'before_id' = $1::text
      and not exists (select from clients where id = $1)
      and not exists (
        select from conversation_events as later
        where later.conversation_id = line.conversation_id and later.id > line.id and later.kind in ('tied', 'untied'))
  ), conversation as (
    select id, chat_id from conversations
    where client_id in (select id from own)
      or client_id is null and not is_client_chosen and contact_phone in (select number from number)
      or client_id is null and id in (select conversation_id from untied)
  ), appointment as (
    select id from appointments where client_id in (select id from own)
  )
  select array(select id::text from own) as clients,
    array(select id::text from appointment) as appointments,
    array(select id::text from conversation) as conversations,
    array(select chat_id from conversation) as chats,
    array(select number from number) as numbers,
    array(select 'client:' || id from own union all select 'appointment:' || id from appointment
      union all select 'conversation:' || id from conversation union all select 'chat:' || chat_id from conversation) as objects`;

/** The rows of a client and of those who were merged into it. Without the client there may be some of those. */
export async function findPerson(manager: Pick<Transaction, 'query'>, client_id: string): Promise<Person> {
  const [person] = await manager.query<[Person]>(FIND, [client_id]);
  return person;
}

/** The values of the statements over `TABLES_OF_CLIENTS`, in their order. */
export function valuesOf(person: Person): string[][] {
  return (Object.keys(PERSON_VALUES) as (keyof Person)[]).map((name) => person[name]);
}
