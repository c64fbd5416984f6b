import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, type Repository } from 'typeorm';
import { ADVISORY_LOCKS } from '../../database/advisory-locks';
import { MEMORY } from '../../database/memory.data-source';
import { newId } from '../../shared/new-id';
import { Hook } from '../hook.entity';
import { PATIENCE_MS } from './back-off';
import { HookDelivery } from './hook-delivery.entity';
import { changeEventsOf, eventsOf, isWanted } from './hook-events';
import {
  MemoryHookOutboxRow,
  PanelHookOutboxRow,
  WantedHookEvent,
  type HookOutboxRow,
} from './hook-outbox.entity';
import { kindOf, replacedValues, shownObject } from './shown-object';

const BATCH = 200;
const LOCK = `select pg_advisory_xact_lock(${ADVISORY_LOCKS.hooks}, 0)`;
const WAIT_FOR_RELAY = `select pg_advisory_xact_lock(${ADVISORY_LOCKS.hookRelay}, 0)`;
const TRY_LOCK = `select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.hookRelay}, 0) as is_mine`;

const COLUMNS = `id, hook_id, source, event, object_id, subject, body, status, attempts, created_at, expires_at,
  next_attempt_at`;
/** One parameter instead of a dozen for each row. */
const INSERT = `
  insert into hook_deliveries (${COLUMNS})
  select ${COLUMNS} from json_populate_recordset(null::hook_deliveries, $1)
  on conflict do nothing`;

type Source = 'panel' | 'memory';

/** Brings events from the outboxes of both databases to the deliveries, which are in the panel's. */
@Injectable()
export class HookRelayRepository {
  constructor(
    @InjectDataSource() private readonly panel: DataSource,
    @InjectDataSource(MEMORY) private readonly memory: DataSource,
  ) {}

  /**
   * Makes a delivery of each event for each active webhook that wants it. One process does it at a time, so that the
   * order stays.
   * @returns whether there may be more
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
    // Only now: if this fails, the same rows make no second deliveries.
    if (source === 'memory' && relayed.length > 0) await removeRows(outbox, relayed);
    return relayed.length === BATCH;
  }

  private outboxOf(source: Source): Repository<HookOutboxRow> {
    return source === 'panel'
      ? this.panel.getRepository(PanelHookOutboxRow)
      : this.memory.getRepository(MemoryHookOutboxRow);
  }

  /** Leaves the id alone of what was noted or sent about a row of the memory. */
  erase(kind: string, id: string): Promise<void> {
    // Not while a relay has read the text and its delivery cannot be seen yet.
    return this.panel.transaction(async (transaction) => {
      await transaction.query(WAIT_FOR_RELAY);
      await this.eraseTold(transaction, kind, id);
    });
  }

  private async eraseTold(transaction: EntityManager, kind: string, id: string): Promise<void> {
    const noted = this.memory.createQueryBuilder().update(MemoryHookOutboxRow).set({ object: null });
    await noted.where(`object_id = :id and split_part(type, '.', 1) = :kind`, { id, kind }).execute();
    const told = transaction.createQueryBuilder().update(HookDelivery);
    const idAlone = `jsonb_set(body::jsonb, '{data}', jsonb_build_object('id', object_id::bigint))::text`;
    await told
      // A receiver may have answered with what it was told.
      .set({ body: () => idAlone, response_body: null })
      .where({ subject: `${kind}:${id}` })
      .execute();
  }

  /** Before a change of the webhooks is committed: the memory notes their events from now on. */
  async wantMore(transaction: EntityManager): Promise<void> {
    const wanted = (await wantedEvents(transaction)).map((type) => ({ type }));
    if (wanted.length === 0) return;
    for (const manager of [this.memory.manager, transaction])
      await manager.createQueryBuilder().insert().into(WantedHookEvent).values(wanted).orIgnore().execute();
  }

  /** Makes both databases note only what is wanted. */
  async wantOnlyNeeded(): Promise<void> {
    await this.panel.transaction(async (transaction) => {
      await lockHooks(transaction);
      await this.wantMore(transaction);
      const wanted = await wantedEvents(transaction);
      for (const manager of [this.memory.manager, transaction])
        await manager
          .createQueryBuilder()
          .delete()
          .from(WantedHookEvent)
          .where('type <> all(:wanted)', { wanted })
          .execute();
    });
  }
}

/** One change of the webhooks at a time. */
export async function lockHooks(transaction: EntityManager): Promise<void> {
  await transaction.query(LOCK);
}

/** One of a key ends with the key. */
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

/** What triggers have to note. */
async function wantedEvents(transaction: EntityManager) {
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
        .filter(({ events }) => isWanted(message.event, events))
        .map(({ id: hook_id }) => newDelivery({ ...message, hook_id }, now)),
    ),
  );
  if (deliveries.length === 0) return;
  await transaction.query(INSERT, [JSON.stringify(deliveries)]);
}

async function removeRows(outbox: Repository<HookOutboxRow>, ids: readonly number[]): Promise<void> {
  await outbox.createQueryBuilder().delete().where('id = any(:ids)', { ids }).execute();
}

/** One for each event that a change is, in their order. */
function messagesOf(source: Source, row: HookOutboxRow & Partial<PanelHookOutboxRow>) {
  const { event_id, type, object_id, object, previous = null, at } = row;
  const data = shownObject(type, object_id, object);
  const before = replacedValues(type, object, previous);
  const replaced = before === null ? null : { before, after: data };
  return eventsOf(type, replaced).map((event) => ({
    event,
    object_id,
    source: event === type ? `${source}:${event_id}` : `${source}:${event_id}:${event}`,
    subject: `${kindOf(type)}:${object_id ?? ''}`,
    body: JSON.stringify({
      type: event,
      timestamp: at.toISOString(),
      data,
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
    expires_at: new Date(now.getTime() + PATIENCE_MS),
    next_attempt_at: now,
    claimed_until: null,
    last_attempt_at: null,
    response_status: null,
    response_body: null,
    error: null,
    duration_ms: null,
  };
}
