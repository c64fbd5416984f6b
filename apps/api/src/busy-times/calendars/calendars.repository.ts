import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, Repository, type EntityManager } from 'typeorm';
import { AuditEvent } from '../../audit/audit-event.entity';
import { withLock } from '../../database/advisory-locks';
import { demandFirst, type RequestKey } from '../../database/request-keys';
import type { Transaction } from '../../database/transaction';
import { AppError } from '../../platform/errors/app-error';
import type { BusyEvent } from './busy-events';
import { BusyCalendar } from './busy-calendar.entity';
import { CalendarEvent } from './calendar-event.entity';

/** Of one resource, and of all together. */
const MOST = 5;

const COUNT_EVENTS = `(select count(*) from calendar_events as e where e.calendar_id = calendar.id)::int`;

const INSERT_EVENTS = `
  insert into calendar_events (calendar_id, starts_at, ends_at, title)
  select $1, starts_at, ends_at, title
  from unnest($2::timestamptz[], $3::timestamptz[], $4::text[]) as event (starts_at, ends_at, title)`;

/** As for blocks: one that is on its way would keep the former name. */
const LOCK = 'lock table busy_calendars in exclusive mode';
const RENAME = `
  update busy_calendars set resource = $1 where resource_id = (select resource_named($1)) and resource <> $1`;

const MOVE = `
  update busy_calendars set resource = $2 where resource_id = (select resource_named($1)) returning id, name`;
const DROP = 'delete from busy_calendars where resource_id = (select resource_named($1)) returning id, name';
const FORGET = 'update busy_calendars set etag = null';

type NamedCalendar = Pick<BusyCalendar, 'id' | 'name'>;

export type CountedCalendar = BusyCalendar & { events: number };

@Injectable()
export class CalendarsRepository {
  constructor(@InjectRepository(BusyCalendar) private readonly calendars: Repository<BusyCalendar>) {}

  listCalendars(): Promise<BusyCalendar[]> {
    return this.calendars.find({ order: { created_at: 'asc', id: 'asc' } });
  }

  /** Oldest first, with the number of events that are known of each. */
  async listCounted(): Promise<CountedCalendar[]> {
    const { entities, raw } = await this.calendars
      .createQueryBuilder('calendar')
      .addSelect(COUNT_EVENTS, 'events')
      .orderBy('calendar.created_at')
      .addOrderBy('calendar.id')
      .getRawAndEntities<{ events: number }>();
    return entities.map((one, index) => Object.assign(one, { events: raw[index]?.events ?? 0 }));
  }

  findCalendar(id: string): Promise<BusyCalendar | null> {
    return this.calendars.findOneBy({ id });
  }

  /** @throws AppError `too_many_calendars` */
  async insertCalendar(calendar: BusyCalendar, event: AuditEvent, request: RequestKey | null): Promise<void> {
    await this.calendars.manager.transaction(async (transaction) => {
      await demandFirst(transaction, request, calendar.id, calendar.created_at);
      await demandRoom(transaction, calendar);
      await transaction.insert(BusyCalendar, calendar);
      await transaction.insert(AuditEvent, event);
    });
  }

  /**
   * @throws AppError `too_many_calendars`
   * @returns null if there is no such calendar
   */
  updateCalendar(
    id: string,
    changes: Partial<BusyCalendar>,
    event: AuditEvent,
  ): Promise<BusyCalendar | null> {
    return this.calendars.manager.transaction(async (transaction) => {
      const stored = await transaction.findOneBy(BusyCalendar, { id });
      if (stored === null) return null;
      const changed = Object.assign(new BusyCalendar(), stored, changes);
      await demandRoom(transaction, changed);
      await transaction.update(BusyCalendar, { id }, changes);
      await transaction.insert(AuditEvent, event);
      return changed;
    });
  }

  /** @returns whether there was such a calendar */
  deleteCalendar(id: string, event: AuditEvent): Promise<boolean> {
    return this.calendars.manager.transaction(async (transaction) => {
      const { affected } = await transaction.delete(BusyCalendar, { id });
      if (affected === 0) return false;
      await transaction.insert(AuditEvent, event);
      return true;
    });
  }

  hasEventsAfter(calendar_id: string, ms: number): Promise<boolean> {
    return this.calendars.manager.existsBy(CalendarEvent, { calendar_id, ends_at: MoreThan(new Date(ms)) });
  }

  /** Notes what a reading brought; with events, they take the place of those before. Nothing of a calendar with another address by now. */
  async noteReading(
    { id, url }: Pick<BusyCalendar, 'id' | 'url'>,
    changes: Partial<BusyCalendar>,
    events: readonly BusyEvent[] | null,
  ): Promise<void> {
    await this.calendars.manager.transaction(async (transaction) => {
      const { affected } = await transaction.update(BusyCalendar, { id, url }, changes);
      if (affected === 0 || events === null) return;
      await transaction.delete(CalendarEvent, { calendar_id: id });
      await transaction.query(INSERT_EVENTS, [
        id,
        events.map(({ start }) => new Date(start).toISOString()),
        events.map(({ end }) => new Date(end).toISOString()),
        events.map(({ title }) => title),
      ]);
    });
  }

  /** All of a resource, within the transaction of the settings. */
  async renameResource(transaction: Transaction, to: string): Promise<void> {
    await transaction.query(LOCK);
    await transaction.query(RENAME, [to]);
  }

  /** Those of a resource that goes: to another one, or away with it. Within the transaction of the settings. */
  async dropResource(
    transaction: Transaction,
    { from, to }: { from: string; to: string | null },
    auditOf: (calendar: NamedCalendar) => AuditEvent,
  ): Promise<void> {
    await transaction.query(LOCK);
    const [rows] = await (to === null
      ? transaction.query<[NamedCalendar[], number]>(DROP, [from])
      : transaction.query<[NamedCalendar[], number]>(MOVE, [from, to]));
    if (rows.length > 0) await transaction.insert(AuditEvent, rows.map(auditOf));
  }

  /** All are read as a whole the next time. Within the transaction of the settings. */
  async forgetReadings(transaction: Transaction): Promise<void> {
    await transaction.query(FORGET);
  }
}

async function demandRoom(transaction: EntityManager, { id, resource }: BusyCalendar): Promise<void> {
  await withLock(transaction, 'busyCalendars');
  const others = await transaction
    .createQueryBuilder(BusyCalendar, 'calendar')
    .where('calendar.id <> :id', { id })
    .andWhere(
      resource === null
        ? 'calendar.resource is null'
        : 'folded_name(calendar.resource) = folded_name(:resource)',
      { resource },
    )
    .getCount();
  if (others < MOST) return;
  throw new AppError(
    'too_many_calendars',
    `A resource has at most ${MOST} calendars, and so have all together. Remove one first.`,
  );
}
