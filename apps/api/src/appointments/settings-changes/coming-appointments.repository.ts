import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, MoreThan, Repository, type EntityManager } from 'typeorm';
import { LIVE_STATUSES } from '@groupless/shared-dto';
import { utcTime } from '../../database/statements/utc-time';
import { Appointment } from '../appointment.entity';

const IS_COMING = `status in ('pending', 'confirmed') and starts_at > $1`;

/** Blocks bookings meanwhile. */
const LOCK = 'lock table appointments in share row exclusive mode';

/**
 * Excludes the moving appointments from the constraint for a moment, because one may overlap another that has not moved
 * yet.
 */
const STEP_ASIDE = `update appointments set squeezed = true where ${IS_COMING} and not squeezed returning id`;

const change = (field: string) => `jsonb_build_object(
  'field', '${field}', 'before', ${utcTime(`was_${field}`)}, 'after', ${utcTime(field)})`;

const SHIFT = `
  with old as (
    select id, starts_at as was_starts_at, ends_at as was_ends_at,
           starts_at at time zone $2 at time zone $3 as begins
    from appointments where ${IS_COMING}
  ), moved as (
    update appointments as a set starts_at = begins, ends_at = begins + (was_ends_at - was_starts_at)
    from old where a.id = old.id
    returning a.id, version, status, starts_at, ends_at, was_starts_at, was_ends_at
  )
  insert into appointment_events (appointment_id, version, at, user_id, user_name, key_name, from_status, to_status, changes)
  select id, version + 1, $1, $4, $5, $6, status, status, jsonb_build_array(${change('starts_at')}, ${change('ends_at')})
  from moved
  returning appointment_id as id`;

const STEP_BACK = `
  update appointments set squeezed = squeezed and id <> all($2::uuid[]), version = version + 1,
    times_moved = times_moved + 1, updated_at = $3
  where id = any($1::uuid[])`;

/** No webhook events for the intermediate rows. */
const TELL = `select set_config('groupless.swapping', $1, true)`;

export interface Shift {
  now: Date;
  from_zone: string;
  to_zone: string;
  who: { user_id: string | null; user_name: string | null; key_name: string | null };
}

@Injectable()
export class ComingAppointmentsRepository {
  constructor(@InjectRepository(Appointment) private readonly appointments: Repository<Appointment>) {}

  countComing(transaction: EntityManager, now: Date): Promise<number> {
    return transaction.countBy(Appointment, { status: In([...LIVE_STATUSES]), starts_at: MoreThan(now) });
  }

  /** The first ones by time, if there are very many. */
  listComing(now: Date, limit: number): Promise<Appointment[]> {
    return this.appointments.find({
      where: { status: In([...LIVE_STATUSES]), starts_at: MoreThan(now) },
      order: { starts_at: 'asc', id: 'asc' },
      take: limit,
    });
  }

  /** Moves future appointments so that they have the same local time in the new time zone. Each keeps its length. */
  async shift(transaction: EntityManager, { now, from_zone, to_zone, who }: Shift): Promise<void> {
    await transaction.query(LOCK);
    await transaction.query(TELL, ['on']);
    const [aside] = await transaction.query<[IdRow[], number]>(STEP_ASIDE, [now]);
    const { user_id, user_name, key_name } = who;
    const moved = await transaction.query<IdRow[]>(SHIFT, [
      now,
      from_zone,
      to_zone,
      user_id,
      user_name,
      key_name,
    ]);
    await transaction.query(TELL, ['off']);
    await transaction.query(STEP_BACK, [idsOf(moved), idsOf(aside), now]);
  }
}

interface IdRow {
  id: string;
}

function idsOf(rows: readonly IdRow[]): string[] {
  return rows.map(({ id }) => id);
}
