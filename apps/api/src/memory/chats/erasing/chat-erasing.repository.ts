import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { AuditEvent } from '../../../audit/audit-event.entity';
import { MEMORY } from '../../../database/memory.data-source';
import { PART, removeInParts, removePartBefore } from '../../../database/statements/remove-in-parts';
import { upTo } from '../../../database/statements/count-before';
import type { RetentionCount } from '../../../shared/retention';
import { PROJECT_CHATS } from '../../readers/reader';
import { LOCK_CHATS } from '../public';
import type { ErasureLine } from './chat-erasure.entity';
import { ErasedMessageId } from './erased-message-id.entity';
import { ErasedReply } from './erased-reply.entity';

/** What an agent reported under its own id: all versions and parts. */
export interface ReportedMessage {
  chat_id: string;
  sent_id: string;
  /** The id of the key. */
  sent_by: string;
}

/** A message with its versions, all of a chat, what an agent reported, or the turns of an assistant's session. */
export type ErasedMessages = { id: number } | { chat_id: string } | ReportedMessage | { session: number };

/** What is said about an erasure; null: nothing. */
export interface ErasureRecord {
  line: ErasureLine | null;
  audit: AuditEvent | null;
}

const UNSAID: ErasureRecord = { line: null, audit: null };

/** By what a message is known when it is sent again: its sender's id, or the key of the request that wrote a reply. */
export type SentAs = { sent_id: string } | { request_key: string };

/** The hash of a chat and of by what a message of it is known. */
export type MessageDigest = (chat_id: string, sent_as: SentAs) => string;

const FIND_CHAT = `
  select chat_id from chat_history where id = $1
  union all select chat_id from taken_back_replies where id = $1`;

/** The parts and versions of a business chat's message have its sender's id. */
const OF_MESSAGE = `
  with named as (
    select chat_id, coalesce(sent_id, version_of, external_id) as own_id, sent_by from chat_history
    where id = $1 and not starts_with(chat_id, '${PROJECT_CHATS}')
  )
  select $1::bigint as id
  union
  select said.id from named join chat_history as said using (chat_id)
  where named.own_id in (said.sent_id, said.version_of) and (named.sent_by is null or said.sent_by = named.sent_by)
    or said.sent_id is null and said.external_id = named.own_id`;

const OF_CHAT = `
  select id from chat_history where chat_id = $1 union all select id from taken_back_replies where chat_id = $1`;

/** Messages from before `sent_id` are known by `external_id`, whoever sent them. */
const REPORTED = `
  select id from chat_history
  where chat_id = $1 and ($2 in (sent_id, version_of) and sent_by = $3 or sent_id is null and external_id = $2)`;

const IS_REPORTED_BY_ANOTHER = `
  select from chat_history where chat_id = $1 and sent_id = $2 and sent_by <> $3 limit 1`;

const OF_SESSION = `
  with told as (
    select session_id, key_id, owner_id from assistant_sessions where id = $1
    union
    select before ->> 'session_id', before ->> 'key_id', before ->> 'owner_id' from memory_versions
    where kind = 'session' and row_id = $1 and before is not null
  )
  select said.id from chat_history as said join told using (session_id)
  where starts_with(said.chat_id, '${PROJECT_CHATS}')
    and (said.key_id is not distinct from told.key_id or said.owner_id = told.owner_id)`;

/** Only chats of the business: turns of coding assistants belong to the memory. */
const goes = (kept: string) =>
  `not starts_with(chat_id, '${PROJECT_CHATS}') and chat_id <> all (${kept}::text[])`;

/** Each batch begins after the previous one, so that kept rows are read once. */
const OLD_PART = `
  with part as materialized (
    select id, timestamp, chat_id from chat_history
    where timestamp < $1 and timestamp >= $2 and (timestamp, id) > ($2, $3)
    order by timestamp, id limit ${PART}
  )
  select max(timestamp)::text as at, (array_agg(id order by timestamp desc, id desc))[1]::text as id, count(*)::int as looked_at,
         array_agg(id) filter (where ${goes('$4')}) as ids, array_agg(distinct chat_id) filter (where ${goes('$4')}) as chats
  from part`;

/** Looks at the oldest alone: kept ones are among them, and may be all there is. */
const MOST_COUNTED_OF = 100_000;

const COUNT_OLD = `
  select count(*)::int as looked_at, count(*) filter (where ${goes('$2')})::int as count
  from (
    (select chat_id from chat_history where timestamp < $1 order by timestamp limit ${MOST_COUNTED_OF})
    union all select chat_id from taken_back_replies where timestamp < $1
  ) as old`;

const OLD_TAKEN_BACK = `
  select array_agg(id) as ids, array_agg(distinct chat_id) as chats
  from (select id, chat_id from taken_back_replies where timestamp < $1 and ${goes('$2')} limit ${PART}) as part`;

/** Null: there are none. */
interface OldMessages {
  ids: string[] | null;
  chats: string[] | null;
}

interface OldPart extends OldMessages {
  at: string;
  id: string;
  looked_at: number;
}

/** Of a reply that an agent is sending, the id stays: the agent may confirm it. */
const REMOVE = `
  with said as (
    delete from chat_history where id = any ($1)
    returning id, chat_id, timestamp, written_in = 'ping' and role = 'user' as is_received, coalesce(sent_id, version_of, external_id) as own_id,
              request_key, case when written_in = 'panel' and delivered_at is null then handed_out_at end as sending_since
  ), taken_back as (
    delete from taken_back_replies where id = any ($1)
    returning id, chat_id, timestamp, request_key, handed_out_at as sending_since
  ), sending as (
    insert into erased_replies (id, chat_id, handed_out_at)
    select * from (
      select id, chat_id, sending_since from said union all select id, chat_id, sending_since from taken_back
    ) as reply where sending_since is not null
  )
  select id, chat_id, timestamp, coalesce(is_received, false) as is_received, own_id, request_key from said
  union all select id, chat_id, timestamp, false, null, request_key from taken_back`;

interface RemovedMessage {
  id: string;
  chat_id: string;
  timestamp: Date;
  is_received: boolean;
  own_id: string | null;
  request_key: string | null;
}

export interface Removed {
  ids: number[];
  /** The chats of the business in which the messages were. */
  chats: string[];
  /** Whether the message stands, because another key reported it. */
  isOfAnother: boolean;
}

interface NotedErasure extends ErasureRecord {
  chat_id: string;
  message_ids: readonly (string | number)[];
  received_ids: readonly string[];
  written_at: readonly Date[];
}

const NOTE = `
  with noted as (
    insert into chat_erasures (chat_id, message_ids, received_ids, written_at, line, audit)
    select * from jsonb_to_recordset($1) as erased
      (chat_id text, message_ids bigint[], received_ids bigint[], written_at timestamptz[], line jsonb, audit jsonb)
    returning id, chat_id
  )
  update chats set erased_to = noted.id from noted where chats.chat_id = noted.chat_id`;

const REMEMBER = `
  insert into erased_message_ids (digest) select distinct digest from unnest($1::text[]) as digest order by digest
  on conflict (digest) do update set at = excluded.at`;

const FIND_SENDING = 'select from erased_replies where chat_id = $1 and id = any ($2) limit 1';

const CONFIRM_ERASED = `
  with confirmed as (delete from erased_replies where chat_id = $1 and id = any ($2) returning id)
  select id from confirmed order by id`;

/** The chat's own row is deleted too; of a conversation it has the number of take-overs, which stays. */
const FORGET_CHAT = `delete from chats where chat_id = $1 and starts_with(chat_id, '${PROJECT_CHATS}')`;

/** Erases messages, and notes in the same transaction what is left to be done in the panel's database. */
@Injectable()
export class ChatErasingRepository {
  constructor(@InjectDataSource(MEMORY) private readonly memory: DataSource) {}

  /** Of what another key alone reported, nothing is erased and no hash is kept. */
  remove(which: ErasedMessages, record: ErasureRecord, digest: MessageDigest): Promise<Removed> {
    return this.memory.transaction(async (transaction) => {
      const chats = await findChats(transaction, which);
      await lockChats(transaction, chats);
      const [statement, values] = idsOf(which);
      const rows = await transaction.query<{ id: string }[]>(statement, values);
      const ids = rows.map(({ id }) => id);
      const removed = await removeMessages(transaction, ids, record, digest);
      const isOfAnother =
        'sent_id' in which && ids.length === 0 && (await isReportedByAnother(transaction, which));
      if ('sent_id' in which && !isOfAnother)
        await remember(transaction, [digest(which.chat_id, { sent_id: which.sent_id })]);
      else if ('chat_id' in which && !('sent_id' in which))
        await transaction.query(FORGET_CHAT, [which.chat_id]);
      return { ids: removed.map(({ id }) => Number(id)), chats: chats.filter(isOfBusiness), isOfAnother };
    });
  }

  /**
   * Notes that the customer got replies that were erased while an agent was sending them, each once.
   * @returns how many there were
   */
  async confirm(
    chat_id: string,
    ids: readonly number[],
    recordOf: (ids: readonly number[]) => ErasureRecord,
  ): Promise<number> {
    if ((await this.memory.query<object[]>(FIND_SENDING, [chat_id, ids])).length === 0) return 0;
    return this.memory.transaction(async (transaction) => {
      await lockChats(transaction, [chat_id]);
      const rows = await transaction.query<{ id: string }[]>(CONFIRM_ERASED, [chat_id, ids]);
      const confirmed = rows.map(({ id }) => Number(id));
      if (confirmed.length > 0)
        await note(transaction, [
          { chat_id, message_ids: confirmed, received_ids: [], written_at: [], ...recordOf(confirmed) },
        ]);
      return confirmed.length;
    });
  }

  /** @param kept chats that are left alone */
  async removeBefore(before: Date, kept: readonly string[], digest: MessageDigest): Promise<number> {
    let removed = 0;
    let after: OldPart = { at: '-infinity', id: '0', looked_at: PART, ids: null, chats: null };
    while (after.looked_at === PART) {
      const [part] = await this.memory.query<[OldPart]>(OLD_PART, [before, after.at, after.id, kept]);
      await this.removeOld(part, digest);
      removed += part.ids?.length ?? 0;
      after = part;
    }
    const takenBack = await removeInParts(async () => {
      const [part] = await this.memory.query<[OldMessages]>(OLD_TAKEN_BACK, [before, kept]);
      await this.removeOld(part, digest);
      return part.ids?.length ?? 0;
    });
    return removed + takenBack;
  }

  async countBefore(before: Date, kept: readonly string[], most: number): Promise<RetentionCount> {
    const [{ looked_at, count }] = await this.memory.query<[{ looked_at: number; count: number }]>(
      COUNT_OLD,
      [before, kept],
    );
    const { isExact, ...counted } = upTo(most, count);
    return { ...counted, isExact: isExact && looked_at < MOST_COUNTED_OF };
  }

  async forgetIdsBefore(before: Date): Promise<void> {
    const [ids, replies] = [
      this.memory.getRepository(ErasedMessageId),
      this.memory.getRepository(ErasedReply),
    ];
    await removeInParts(() => removePartBefore(ids, ['digest', 'at'], before));
    await removeInParts(() => removePartBefore(replies, ['id', 'at'], before));
  }

  knowsId(digest: string): Promise<boolean> {
    return this.memory.getRepository(ErasedMessageId).existsBy({ digest });
  }

  private async removeOld({ ids, chats }: OldMessages, digest: MessageDigest): Promise<void> {
    if (ids === null) return;
    await this.memory.transaction(async (transaction) => {
      await lockChats(transaction, chats ?? []);
      await removeMessages(transaction, ids, UNSAID, digest);
    });
  }
}

async function findChats(transaction: EntityManager, which: ErasedMessages): Promise<string[]> {
  if ('session' in which) return [];
  if ('chat_id' in which) return [which.chat_id];
  const rows = await transaction.query<{ chat_id: string }[]>(FIND_CHAT, [which.id]);
  return rows.map(({ chat_id }) => chat_id);
}

async function lockChats(transaction: EntityManager, chats: readonly string[]): Promise<void> {
  const ofBusiness = chats.filter(isOfBusiness);
  if (ofBusiness.length > 0) await transaction.query(LOCK_CHATS, [ofBusiness]);
}

function idsOf(which: ErasedMessages): [string, (string | number)[]] {
  if ('session' in which) return [OF_SESSION, [which.session]];
  if ('id' in which) return [OF_MESSAGE, [which.id]];
  if ('sent_id' in which) return [REPORTED, [which.chat_id, which.sent_id, which.sent_by]];
  return [OF_CHAT, [which.chat_id]];
}

async function removeMessages(
  transaction: EntityManager,
  ids: readonly string[],
  record: ErasureRecord,
  digest: MessageDigest,
): Promise<RemovedMessage[]> {
  if (ids.length === 0) return [];
  const removed = await transaction.query<RemovedMessage[]>(REMOVE, [ids]);
  const ofBusiness = removed.filter(({ chat_id }) => isOfBusiness(chat_id));
  const ofChats = [...Map.groupBy(ofBusiness, ({ chat_id }) => chat_id)];
  if (ofChats.length === 0) return removed;
  const noted = ofChats.map(([chat_id, messages]) => ({
    chat_id,
    message_ids: messages.map(({ id }) => id),
    received_ids: messages.filter(({ is_received }) => is_received).map(({ id }) => id),
    written_at: messages.map(({ timestamp }) => timestamp),
    ...record,
  }));
  await note(transaction, noted);
  const digests = ofBusiness.flatMap(({ chat_id, own_id, request_key }) => [
    ...(own_id === null ? [] : [digest(chat_id, { sent_id: own_id })]),
    ...(request_key === null ? [] : [digest(chat_id, { request_key })]),
  ]);
  await remember(transaction, digests);
  return removed;
}

/** Of each chat one. */
async function note(transaction: EntityManager, erasures: readonly NotedErasure[]): Promise<void> {
  await transaction.query(NOTE, [JSON.stringify(erasures)]);
}

async function isReportedByAnother(
  transaction: EntityManager,
  { chat_id, sent_id, sent_by }: ReportedMessage,
): Promise<boolean> {
  const others = await transaction.query<object[]>(IS_REPORTED_BY_ANOTHER, [chat_id, sent_id, sent_by]);
  return others.length > 0;
}

async function remember(transaction: EntityManager, digests: readonly string[]): Promise<void> {
  if (digests.length > 0) await transaction.query(REMEMBER, [digests]);
}

function isOfBusiness(chat_id: string): boolean {
  return !chat_id.startsWith(PROJECT_CHATS);
}
