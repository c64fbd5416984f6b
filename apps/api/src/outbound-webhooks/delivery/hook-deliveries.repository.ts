import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, LessThan, LessThanOrEqual, MoreThan, Not, type EntityManager } from 'typeorm';
import { LIMITS, type HookDeliveryDto, type PageDto } from '@groupless/shared-dto';
import { utcColumn, utcTime } from '../../database/statements/utc-time';
import { AuditEvent } from '../../audit/audit-event.entity';
import { PanelStatements } from '../../database/database.module';
import { readPageOf, type PageInput } from '../../database/pages/read-page';
import { Hook, OlderHookSecret } from '../hook.entity';
import {
  DOWN_AFTER,
  GIVE_UP_AFTER_MS,
  GONE_AFTER_MS,
  pauseAfter,
  pauseOfReceiver,
  EXPIRES_AFTER_MS,
} from './back-off';
import { HookDelivery } from './hook-delivery.entity';
import { activeHooks, newDelivery, type NewDelivery } from './hook-relay.repository';

/** The lease of a claim: longer than an attempt takes. */
const LEASE_MS = 20_000;

/** The receiver ends the subscription. */
const GONE = 410;

export type ClaimedDelivery = Pick<HookDelivery, 'id' | 'subject' | 'body' | 'attempts' | 'expires_at'>;

export type Delivered = Pick<HookDelivery, 'id' | 'response_status' | 'response_body' | 'duration_ms'> & {
  at: Date;
};

export interface Attempt {
  at: Date;
  duration_ms: number;
  response_status: number | null;
  response_body: string | null;
  /** Null: it was delivered. */
  error: string | null;
}

/**
 * Claims the oldest pending deliveries of each subject, if the first of them is due and not claimed. While it is
 * claimed, no process can send a later one of the same subject.
 */
const CLAIM = {
  name: 'claim_hook_deliveries',
  text: `
    with first as (
      select subject, place from hook_deliveries oldest
      where hook_id = $1 and status = 'pending' and next_attempt_at <= $2
        and (claimed_until is null or claimed_until <= $2)
        and not exists (select from hook_deliveries older where older.hook_id = $1 and older.status = 'pending'
          and older.subject = oldest.subject and older.place < oldest.place)
      order by place limit $4 for update skip locked),
    run as (
      select next.id from first cross join lateral (
        select id, place from hook_deliveries waiting
        where hook_id = $1 and status = 'pending' and subject = first.subject and waiting.place >= first.place
        order by place limit $5) next
      order by next.place limit $4)
    update hook_deliveries set claimed_until = $3 where id in (select id from run)
    returning id, place, subject, body, attempts, expires_at`,
};

const STORE_DELIVERED = {
  name: 'note_hook_deliveries',
  text: `
    update hook_deliveries delivery
    set status = 'delivered', attempts = delivery.attempts + 1, response_status = sent.response_status,
      response_body = sent.response_body, error = null, duration_ms = sent.duration_ms, last_attempt_at = sent.at, claimed_until = null
    from json_to_recordset($1) as sent (id uuid, at timestamptz, response_status integer, response_body text,
      duration_ms integer)
    where delivery.id = sent.id`,
};

/** The shape is `HookDeliveryDto`. */
const DELIVERY_JSON = `(select row_to_json(shown)::text from (select id, event, object_id, status, attempts,
  response_status, left(body, ${LIMITS.hook_request_shown}) as request_body, response_body, error, duration_ms, ${utcColumn('created_at')}, ${utcColumn('last_attempt_at')},
  case when status = 'pending' then ${utcTime('next_attempt_at')} end
    as next_attempt_at) as shown)`;

@Injectable()
export class HookDeliveriesRepository {
  constructor(
    private readonly statements: PanelStatements,
    @InjectDataSource() private readonly panel: DataSource,
  ) {}

  /** The newest first. */
  listDeliveries(hookId: string, page: PageInput): Promise<PageDto<HookDeliveryDto>> {
    const list = {
      name: 'hook_deliveries',
      row: DELIVERY_JSON,
      from: 'hook_deliveries',
      where: ['hook_id = $1'],
      values: [hookId],
      sort: [
        { sql: 'created_at', kind: 'time', descending: true },
        { sql: 'id', kind: 'uuid', descending: true },
      ] as const,
    };
    return readPageOf(this.statements, list, page);
  }

  async getDelivery(id: string): Promise<HookDeliveryDto> {
    const statement = { text: `select ${DELIVERY_JSON}::json as row from hook_deliveries where id = $1` };
    return (await this.statements.one<{ row: HookDeliveryDto }>(statement, [id])).row;
  }

  listActive(now: Date): Promise<Hook[]> {
    return activeHooks(this.panel.manager, now);
  }

  /** Removes previous secrets that no longer sign. */
  async forgetSecrets(now: Date): Promise<void> {
    const over = { previous_secret_until: LessThanOrEqual(now) };
    await this.panel.getRepository(Hook).update(over, { previous_secret: null, previous_secret_until: null });
    await this.panel.getRepository(OlderHookSecret).delete({ until: LessThanOrEqual(now) });
  }

  /** Those of several rotations within a day. */
  listOlderSecrets(hook_id: string, now: Date): Promise<OlderHookSecret[]> {
    return this.panel.getRepository(OlderHookSecret).findBy({ hook_id, until: MoreThan(now) });
  }

  findHook(id: string): Promise<Hook | null> {
    return this.panel.getRepository(Hook).findOneBy({ id });
  }

  /**
   * Claims due deliveries for this process, in order by subject.
   * @param perSubject the most of one subject
   */
  async claim(hookId: string, now: Date, most: number, perSubject: number): Promise<ClaimedDelivery[]> {
    const until = new Date(now.getTime() + LEASE_MS);
    const values = [hookId, now, until, most, perSubject];
    const claimed = await this.statements.run<ClaimedDelivery & { place: string }>(CLAIM, values);
    return claimed.sort((one, other) => Number(one.place) - Number(other.place));
  }

  /** Releases deliveries that this process has not started to send. */
  async release(ids: readonly string[]): Promise<void> {
    const waiting = { id: In(ids), status: 'pending' as const };
    await this.panel.getRepository(HookDelivery).update(waiting, { claimed_until: null });
  }

  async insertClaimed(delivery: NewDelivery, now: Date): Promise<ClaimedDelivery> {
    const claimed_until = new Date(now.getTime() + LEASE_MS);
    const made = { ...newDelivery(delivery, now), claimed_until, expires_at: now };
    await this.panel.getRepository(HookDelivery).insert(made);
    return made;
  }

  async storeDelivered(delivered: readonly Delivered[]): Promise<void> {
    await this.statements.run(STORE_DELIVERED, [JSON.stringify(delivered)]);
  }

  /** Resets the receiver's failures. If it was down, all pending deliveries are due now. */
  async storeReachable(hookId: string, at: Date): Promise<void> {
    await this.panel.transaction(async (transaction) => {
      // The usual case takes no lock.
      if (!(await transaction.existsBy(Hook, { id: hookId, failures: MoreThan(0) }))) return;
      const failing = await lockHook(transaction, hookId);
      if (failing === null) return;
      await transaction.update(
        Hook,
        { id: hookId },
        { failures: 0, failing_since: null, gone_since: null, retry_at: null },
      );
      if (failing.failures < DOWN_AFTER) return;
      const waiting = { hook_id: hookId, status: 'pending' as const, next_attempt_at: MoreThan(at) };
      await transaction.update(HookDelivery, waiting, { next_attempt_at: at });
    });
  }

  /**
   * Stores a failed attempt and schedules the next.
   * @param offEvent the audit entry of a webhook that is switched off because it failed for days
   * @returns whether the receiver now counts as down or was switched off
   */
  storeFailure(
    hookId: string,
    { id, attempts, expires_at }: ClaimedDelivery,
    { at, ...attempt }: Attempt,
    offEvent: () => AuditEvent,
  ): Promise<boolean> {
    return this.panel.transaction(async (transaction) => {
      const hook = await lockHook(transaction, hookId);
      if (hook === null) return true;
      await transaction.update(
        HookDelivery,
        { id },
        {
          ...attempt,
          status: at < expires_at ? 'pending' : 'failed',
          attempts: attempts + 1,
          last_attempt_at: at,
          claimed_until: null,
          next_attempt_at: later(at, pauseAfter(attempts + 1)),
        },
      );
      // While a receiver is down few deliveries are tried, but all expire.
      const expired = { hook_id: hookId, status: 'pending' as const, expires_at: LessThanOrEqual(at) };
      await transaction.update(HookDelivery, expired, { status: 'failed', error: attempt.error });
      const failures = hook.failures + 1;
      const failing_since = hook.failing_since ?? at;
      const pauseMs = pauseOfReceiver(failures);
      const gone_since = attempt.response_status === GONE ? (hook.gone_since ?? at) : null;
      const isOver = (since: Date | null, ms: number) =>
        since !== null && at.getTime() - since.getTime() >= ms;
      const isSwitchedOff =
        hook.active && (isOver(failing_since, GIVE_UP_AFTER_MS) || isOver(gone_since, GONE_AFTER_MS));
      await transaction.update(
        Hook,
        { id: hookId },
        {
          failures,
          failing_since,
          gone_since,
          retry_at: pauseMs === null ? null : later(at, pauseMs),
          ...(isSwitchedOff ? { active: false, switched_off_at: at } : {}),
        },
      );
      if (isSwitchedOff) await transaction.insert(AuditEvent, offEvent());
      return pauseMs !== null || isSwitchedOff;
    });
  }

  /** Makes a delivery due now, for two more days. @returns whether the webhook has it */
  async sendAgain(hookId: string, id: string, now: Date): Promise<boolean> {
    return this.panel.transaction(async (transaction) => {
      if ((await lockHook(transaction, hookId)) === null) return false;
      const due = { next_attempt_at: now, expires_at: later(now, EXPIRES_AFTER_MS), claimed_until: null };
      const { affected } = await transaction.update(
        HookDelivery,
        { id, hook_id: hookId },
        { ...due, status: 'pending' },
      );
      if (affected === 0) return false;
      await transaction.update(Hook, { id: hookId }, { retry_at: null });
      return true;
    });
  }

  /** Removes old deliveries: finished ones by their age, pending ones by their expiry. */
  async removeBefore(before: Date): Promise<void> {
    const isDone = { created_at: LessThan(before), status: Not('pending' as const) };
    await this.panel.getRepository(HookDelivery).delete([isDone, { expires_at: LessThan(before) }]);
  }
}

/** Always lock the webhook before its deliveries. Another order could deadlock. */
function lockHook(transaction: EntityManager, id: string): Promise<Hook | null> {
  return transaction.findOne(Hook, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}
