import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { withLock } from '../../database/advisory-locks';
import { MEMORY } from '../../database/memory.data-source';
import type { Transaction } from '../../database/transaction';
import { OBJECT_ERASED, QUOTED_TIMES, WORDS_ERASED, type ErasedWords } from '../../events/public';
import { On } from '../../shared/bus/topic';
import { HookDelivery } from './hook-delivery.entity';
import { MemoryHookOutboxRow } from './hook-outbox.entity';

/** Whether a conversation as it is, or was, shows an erased message. It shows one by its time. */
const quotes = (at: string) => `coalesce((${at})::timestamptz = any ($2), false)`;

/** With the row comes what is searched, which has the same words. */
const WITHOUT_WORDS = (row: string) => `
  case when ${quotes(`${row} ->> 'last_message_at'`)}
    then (${row} - 'search_text') || '{"last_message_preview": null}' else ${row} end`;

const ERASE_WAITING = `
  update hook_outbox set object = ${WITHOUT_WORDS('object')}, previous = ${WITHOUT_WORDS('previous')}
  where object_id = $1 and type like 'conversation.%'
    and (${quotes(`object ->> 'last_message_at'`)} or ${quotes(`previous ->> 'last_message_at'`)})`;

/** Of what was there before, an event has what was changed alone. */
const PREVIOUS_AT = `coalesce(body #>> '{previous,last_message_at}', body #>> '{data,last_message_at}')`;
const BODIES = `select id, body::jsonb as body from hook_deliveries where subject = 'conversation:' || $1`;

const withoutPreview = (body: string, of: 'data' | 'previous') =>
  `jsonb_set(${body}, '{${of},last_message_preview}', 'null', false)`;

/** A receiver's answer may quote the text. */
const ERASE_DELIVERIES = `
  with quoting as (
    select id, body, ${quotes(`body #>> '{data,last_message_at}'`)} as is_quoted, ${quotes(PREVIOUS_AT)} as was_quoted
    from (${BODIES}) as delivery
  ), without as (
    select id, was_quoted, case when is_quoted then ${withoutPreview('body', 'data')} else body end as body
    from quoting where is_quoted or was_quoted
  )
  update hook_deliveries set response_body = null,
    body = (case when was_quoted then ${withoutPreview('without.body', 'previous')} else without.body end)::text
  from without where hook_deliveries.id = without.id`;

const LIST_QUOTED = `
  select distinct at::timestamptz as at from (
    select unnest(array[body #>> '{data,last_message_at}', body #>> '{previous,last_message_at}']) as at
    from (${BODIES}) as delivery
    union all
    select unnest(array[object ->> 'last_message_at', previous ->> 'last_message_at'])
    from hook_outbox where object_id = $1 and type like 'conversation.%'
  ) as quoted where at is not null`;

/** What is erased goes from the events that wait to be sent, and from the log of those that were. */
@Injectable()
export class StoredEventsRepository {
  constructor(
    @InjectDataSource() private readonly panel: DataSource,
    @InjectDataSource(MEMORY) private readonly memory: DataSource,
  ) {}

  /** Removes the texts of an erased memory row from its events, except the id. */
  @On(OBJECT_ERASED)
  erase({ kind, id }: { kind: string; id: number }): Promise<void> {
    // Waits for a running relay, whose uncommitted deliveries are not visible yet.
    return this.panel.transaction(async (transaction) => {
      await withLock(transaction, 'hookRelay');
      await this.eraseTexts(transaction, kind, String(id));
    });
  }

  @On(WORDS_ERASED)
  async eraseWords({
    transaction,
    conversation_id,
    written_at,
  }: ErasedWords & { transaction: Transaction }): Promise<void> {
    await withLock(transaction, 'hookRelay');
    for (const statement of [ERASE_WAITING, ERASE_DELIVERIES])
      await transaction.query(statement, [conversation_id, written_at]);
  }

  @On(QUOTED_TIMES)
  async listQuotedTimes({ conversation_id }: { conversation_id: string }): Promise<Date[]> {
    const rows = await this.panel.query<{ at: Date }[]>(LIST_QUOTED, [conversation_id]);
    return rows.map(({ at }) => at);
  }

  private async eraseTexts(transaction: EntityManager, kind: string, id: string): Promise<void> {
    const outboxRows = this.memory.createQueryBuilder().update(MemoryHookOutboxRow).set({ object: null });
    await outboxRows.where(`object_id = :id and split_part(type, '.', 1) = :kind`, { id, kind }).execute();
    const deliveries = transaction.createQueryBuilder().update(HookDelivery);
    const idAlone = `jsonb_set(body::jsonb, '{data}', jsonb_build_object('id', object_id::bigint))::text`;
    await deliveries
      // A receiver's answer may quote the text.
      .set({ body: () => idAlone, response_body: null })
      .where({ subject: `${kind}:${id}` })
      .execute();
  }
}
