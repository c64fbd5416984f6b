import { Injectable } from '@nestjs/common';
import { LIMITS } from '@groupless/shared-dto';
import type { EntityManager } from 'typeorm';
import { lockResources, type MeantResource } from '../../database/resource-locks';
import { withLongStatements } from '../../database/statements/long-transaction';

/**
 * Waits for all writers of appointments and blocks new ones, because row locks and resource locks taken in another
 * order could deadlock. Many years of appointments take longer than the usual statement timeout.
 */
const LOCK = 'lock table appointments in exclusive mode';

/** Webhooks get the event of the settings, not one for each appointment. */
const TELL = `select set_config('groupless.swapping', $1, true)`;

const RENAME = `
  update appointments set resource = case when resource_id = renamed.id then $1 else resource end, updated_at = $2
  from (select resource_named($1) as id) as renamed
  where resource_id = renamed.id and resource <> $1 or room_id = renamed.id`;

const RENAME_SERVICE = `
  update appointments set updated_at = $2, service = (
    select s.name from appointment_services as first join services as s on s.id = first.service_id
    where first.appointment_id = appointments.id and first.position = 1)
  where id in (select appointment_id from appointment_services where service_id = $1)`;

/** The client was told of the same person or room. */
const RENAME_TOLD = `
  update told_appointments set
    resource = case when folded_name(resource) = folded_name($1) then $2 else resource end,
    waived = case when folded_name(waived ->> 'resource') = folded_name($1)
      then jsonb_set(waived, '{resource}', to_jsonb($2::text)) else waived end,
    before = case when folded_name(before -> 'told' ->> 'resource') = folded_name($1)
      then jsonb_set(before, '{told,resource}', to_jsonb($2::text)) else before end
  where folded_name($1) in (folded_name(resource), folded_name(waived ->> 'resource'), folded_name(before -> 'told' ->> 'resource'))
    and not exists (
      select from appointments as a
      where a.id = told_appointments.appointment_id and a.resource_id <> (select resource_named($2)))`;

const OF_RESOURCE = `
  select from appointments where resource_id = $1
  union all
  select from appointments where room_id = $1
  union all
  select from waiting_entries where resource_id = $1 limit 1`;

const OF_SERVICE = `
  select from appointment_services where service_id = $1
  union all
  select from waiting_entries where $1 = any(service_ids) limit 1`;

/** Who left before may still have appointments, under the same name. */
const IDS = '(select resource_named($1) as from_id, resource_named($2) as to_id) as moved';

const COMING = `
  select lower(during) as starts_at, count(*) over ()::integer as coming from occupied_times
  where resource_id = $1 and lower(during) > $2 and held_until is null
  order by 1 limit ${LIMITS.resource_in_use}`;

const COMING_WITH = `
  select starts_at, count(*) over ()::integer as coming from appointments
  where id in (select appointment_id from appointment_services where service_id = $1)
    and status in ('pending', 'confirmed') and starts_at > $2
  order by 1 limit ${LIMITS.resource_in_use}`;

const OF_SAME_KIND = `
  select from ${IDS} join resources as one on one.id = from_id join resources as other on other.id = to_id
  where one.kind = other.kind`;

const MOVE = `
  with moved as (
    update appointments set version = version + 1, updated_at = $3,
      times_moved = times_moved + (resource_id = from_id)::integer,
      resource_id = case when resource_id = from_id then to_id else resource_id end,
      room_id = case when room_id = from_id then to_id else room_id end
    from ${IDS}
    where from_id in (resource_id, room_id) and status in ('pending', 'confirmed') and starts_at > $3
    returning id, version, status, case when resource_id = to_id then 'resource' else 'room' end as field
  )
  insert into appointment_events (appointment_id, version, at, user_id, user_name, key_name, from_status, to_status, changes)
  select id, version, $3, $4, $5, $6, status, status,
    jsonb_build_array(jsonb_build_object('field', field, 'before', $1::text, 'after', $2::text))
  from moved`;

/** Live appointments of two resources that overlap. */
const COLLISIONS = `
  select lower(a.during) as starts_at from ${IDS} join occupied_times as a on a.resource_id = from_id
  where not a.squeezed and a.held_until is null and lower(a.during) > $3 and exists (
    select from occupied_times as other
    where other.resource_id = to_id and not other.squeezed and other.during && a.during)
  order by 1 limit ${LIMITS.resource_in_use}`;

export interface Coming {
  coming: number;
  /** The first ones, by time. */
  first: Date[];
}

export interface ResourceMove {
  from: string;
  to: string;
  at: Date;
}

export interface Mover {
  user_id: string | null;
  user_name: string | null;
  key_name: string | null;
}

/** Renames or moves appointments when a resource is renamed or removed, in the transaction of the settings. */
@Injectable()
export class ResourceMovesRepository {
  /** All appointments that show the resource or the room, past ones too. */
  async rename(transaction: EntityManager, { from, to, at }: ResourceMove): Promise<void> {
    await withLongStatements(transaction, async () => {
      await transaction.query(LOCK);
      await transaction.query(TELL, ['on']);
      await transaction.query(RENAME, [to, at]);
      await transaction.query(RENAME_TOLD, [from, to]);
      await transaction.query(TELL, ['off']);
    });
  }

  /** All appointments that show the service, past ones too. */
  async renameService(
    transaction: EntityManager,
    { service_id, at }: { service_id: string; at: Date },
  ): Promise<void> {
    await withLongStatements(transaction, async () => {
      await transaction.query(LOCK);
      await transaction.query(TELL, ['on']);
      await transaction.query(RENAME_SERVICE, [service_id, at]);
      await transaction.query(TELL, ['off']);
    });
  }

  /** Past ones too. */
  async hasAppointments(
    transaction: EntityManager,
    { resource_id, service_id }: { resource_id?: string; service_id?: string },
  ): Promise<boolean> {
    const [statement, id] = resource_id === undefined ? [OF_SERVICE, service_id] : [OF_RESOURCE, resource_id];
    const rows = await withLongStatements(transaction, () => transaction.query<object[]>(statement, [id]));
    return rows.length > 0;
  }

  /** Locks the resource until the transaction ends. */
  async findComing(transaction: EntityManager, meant: MeantResource, at: Date): Promise<Coming> {
    const [{ id } = { id: null }] = await lockResources(transaction, [meant]);
    return readComing(transaction, COMING, [id, at]);
  }

  /** The coming visits that have a service. */
  findComingWith(transaction: EntityManager, service_id: string, at: Date): Promise<Coming> {
    return readComing(transaction, COMING_WITH, [service_id, at]);
  }

  async areOfOneKind(
    transaction: EntityManager,
    { from, to }: Pick<ResourceMove, 'from' | 'to'>,
  ): Promise<boolean> {
    const rows = await transaction.query<object[]>(OF_SAME_KIND, [from, to]);
    return rows.length > 0;
  }

  /** The times at which future appointments of the two resources overlap. */
  async listCollisions(transaction: EntityManager, { from, to, at }: ResourceMove): Promise<Date[]> {
    const rows = await withLongStatements(transaction, async () => {
      await transaction.query(LOCK);
      return transaction.query<{ starts_at: Date }[]>(COLLISIONS, [from, to, at]);
    });
    return rows.map(({ starts_at }) => starts_at);
  }

  /** Moves future appointments, each with a history entry. */
  async move(transaction: EntityManager, { from, to, at }: ResourceMove, who: Mover): Promise<void> {
    const { user_id, user_name, key_name } = who;
    const values = [from, to, at, user_id, user_name, key_name];
    await withLongStatements(transaction, () => transaction.query(MOVE, values));
  }
}

async function readComing(
  transaction: EntityManager,
  statement: string,
  values: [id: string | null, at: Date],
): Promise<Coming> {
  const rows = await transaction.query<{ starts_at: Date; coming: number }[]>(statement, values);
  return { coming: rows[0]?.coming ?? 0, first: rows.map(({ starts_at }) => starts_at) };
}
