import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, type Repository } from 'typeorm';
import { ADVISORY_LOCKS, withLock } from '../../database/advisory-locks';
import { MEMORY } from '../../database/memory.data-source';
import { newId } from '../../shared/new-id';
import { Hook } from '../hook.entity';
import { EXPIRES_AFTER_MS } from './back-off';
import { HookDelivery } from './hook-delivery.entity';
import { changeEventsOf, eventsOf, isSubscribed } from './hook-events';
import {
  MemoryHookOutboxRow,
  PanelHookOutboxRow,
  RecordedHookEvent,
  type HookOutboxRow,
} from './hook-outbox.entity';
import { kindOf, replacedValues, shownObject } from './shown-object';

const BATCH = 200;
const TRY_LOCK = `select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.hookRelay}, 0) as is_mine`;

const COLUMNS = `id, hook_id, source, event, object_id, subject, body, status, attempts, created_at, expires_at,
  next_attempt_at`;
/** One JSON parameter instead of a dozen for each row. */
const INSERT = `
  insert into hook_deliveries (${COLUMNS})
  select ${COLUMNS} from json_populate_recordset(null::hook_deliveries, $1)
  on conflict do nothing`;

type Source = 'panel' | 'memory';

/** Moves events from the outboxes of both databases to the deliveries in the panel's database. */
@Injectable()
export class HookRelayRepository {
  constructor(
    @InjectDataSource() private readonly panel: DataSource,
    @InjectDataSource(MEMORY) private readonly memory: DataSource,
  ) {}

  /**
   * Makes a delivery of each outbox event for each subscribed webhook. One process does it at a time, to keep the
   * order.
   * @returns whether the outbox may hold more
   */
  async relay(source: Source, now: Date): Promise<boolean> {
    const outbox = this.outboxOf(source);
    if (!(await outbox.existsBy({}))) return false;
    const relayed = await this.panel.transaction(async (transaction) => {
      const [{ is_mine }] = await transaction.query<[{ is_mine: boolean }]>(TRY_LOCK);
      if (!is_mine) return [];
      const from = source === 'panel' ? transaction.getRepository(PanelHookOutboxRow) : outbox;
      const rows = await from.find({ order: { id: 'ASC' }, take: BATCH });
      await insertDeliveries(transaction, source, rows, now);
      const ids = rows.map(({ id }) => id);
      if (source === 'panel' && ids.length > 0) await removeRows(from, ids);
      return ids;
    });
    // After the commit. If this fails, the same rows are relayed again, which makes no second deliveries (`source` is
    // unique).
    if (source === 'memory' && relayed.length > 0) await removeRows(outbox, relayed);
    return relayed.length === BATCH;
  }

  private outboxOf(source: Source): Repository<HookOutboxRow> {
    return source === 'panel'
      ? this.panel.getRepository(PanelHookOutboxRow)
      : this.memory.getRepository(MemoryHookOutboxRow);
  }

  /** Starts recording all subscribed events. Call it before the webhook is committed, so that no event is missed. */
  async startRecording(transaction: EntityManager): Promise<void> {
    const subscribed = (await subscribedEvents(transaction)).map((type) => ({ type }));
    if (subscribed.length === 0) return;
    for (const manager of [this.memory.manager, transaction])
      await manager
        .createQueryBuilder()
        .insert()
        .into(RecordedHookEvent)
        .values(subscribed)
        .orIgnore()
        .execute();
  }

  /** Makes both databases record exactly the subscribed events. */
  async syncRecording(): Promise<void> {
    await this.panel.transaction(async (transaction) => {
      await lockHooks(transaction);
      await this.startRecording(transaction);
      const subscribed = await subscribedEvents(transaction);
      for (const manager of [this.memory.manager, transaction])
        await manager
          .createQueryBuilder()
          .delete()
          .from(RecordedHookEvent)
          .where('type <> all(:subscribed)', { subscribed })
          .execute();
    });
  }
}

/** Serialises changes of webhooks. */
export async function lockHooks(transaction: EntityManager): Promise<void> {
  await withLock(transaction, 'hooks');
}

/** The active webhooks. Those of an expired or revoked key do not count. */
export function activeHooks(manager: EntityManager, now: Date): Promise<Hook[]> {
  return manager
    .createQueryBuilder(Hook, 'hook')
    .where('hook.active')
    .andWhere(
      `(hook.key_id is null or exists (select from api_keys where id = hook.key_id and expires_at > :now))`,
      { now },
    )
    .getMany();
}

/** The event types that triggers have to record. */
async function subscribedEvents(transaction: EntityManager) {
  const active = await transaction.findBy(Hook, { active: true });
  return changeEventsOf(active.flatMap(({ events }) => events));
}

async function insertDeliveries(
  transaction: EntityManager,
  source: Source,
  rows: readonly HookOutboxRow[],
  now: Date,
): Promise<void> {
  const hooks = await activeHooks(transaction, now);
  const deliveries = rows.flatMap((row) =>
    messagesOf(source, row).flatMap((message) =>
      hooks
        .filter(({ events }) => isSubscribed(message.event, events))
        .map(({ id: hook_id }) => newDelivery({ ...message, hook_id }, now)),
    ),
  );
  if (deliveries.length === 0) return;
  await transaction.query(INSERT, [JSON.stringify(deliveries)]);
}

async function removeRows(outbox: Repository<HookOutboxRow>, ids: readonly number[]): Promise<void> {
  await outbox.createQueryBuilder().delete().where('id = any(:ids)', { ids }).execute();
}

/** One message for each event of a change, in order. */
function messagesOf(source: Source, row: HookOutboxRow & Partial<PanelHookOutboxRow>) {
  const { event_id, type, object_id, object, previous = null, at } = row;
  const into = type === 'client.deleted' ? (object?.['merged_into'] ?? null) : null;
  const isErased = type === 'client.deleted' && object?.['erased'] === true;
  const cause = into !== null ? 'client.merged' : isErased ? 'client.erased' : null;
  const shown = cause === null ? shownObject(type, object_id, object) : null;
  const before = replacedValues(type, object, previous);
  const replaced = before === null || shown === null ? null : { before, after: shown };
  return eventsOf(type, replaced, cause).map((event) => ({
    event,
    object_id,
    source: event === type ? `${source}:${event_id}` : `${source}:${event_id}:${event}`,
    subject: `${kindOf(type)}:${object_id ?? ''}`,
    body: JSON.stringify({
      type: event,
      timestamp: at.toISOString(),
      data: shown ?? {
        id: object_id,
        ...(into !== null && { [event === 'client.merged' ? 'into' : 'merged_into']: into }),
      },
      ...(before !== null && { previous: before }),
    }),
    created_at: at,
  }));
}

export type NewDelivery = Pick<
  HookDelivery,
  'hook_id' | 'source' | 'event' | 'object_id' | 'subject' | 'body' | 'created_at'
>;

export function newDelivery(delivery: NewDelivery, now: Date): Omit<HookDelivery, 'place' | 'hook'> {
  return {
    ...delivery,
    id: newId(now),
    status: 'pending',
    attempts: 0,
    expires_at: new Date(now.getTime() + EXPIRES_AFTER_MS),
    next_attempt_at: now,
    claimed_until: null,
    last_attempt_at: null,
    response_status: null,
    response_body: null,
    error: null,
    duration_ms: null,
  };
}
