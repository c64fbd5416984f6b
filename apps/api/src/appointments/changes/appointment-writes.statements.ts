import { isLive, isSameName } from '@groupless/shared-dto';
import { In, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { AuditEvent } from '../../audit/audit-event.entity';
import { Client } from '../../clients/client.entity';
import { lockResources, type LockedResource } from '../../database/resource-locks';
import { AppError } from '../../platform/errors/app-error';
import type { ExpectedVersions } from '../../platform/http/headers/if-match';
import { inRoom, onResource, standing, type AppointmentChange } from '../appointment-change';
import { AppointmentEvent } from '../appointment-event.entity';
import { throwFaultOf, unknownClient, wantedBy } from '../appointment-faults';
import { AppointmentService, serviceRows } from '../appointment-service.entity';
import { Appointment, type BookedAppointment, type StoredAppointment } from '../appointment.entity';
import { chooseFree, findObstacles, type Choice } from '../availability/schedule.repository';
import { ToldAppointment, type WaivedState } from '../told/told-appointment.entity';
import { BusyTime, SlotTaken } from '../bookings/refused-times';

/** The records written with a change. */
export interface ChangeRecords {
  history: Omit<AppointmentEvent, 'appointment'>;
  audit: AuditEvent;
}

/** The names of the clients of a changed appointment, by id. */
export type ClientNames = ReadonlyMap<string, string>;

export type RecordsOf = (stored: Appointment, change: AppointmentChange, names: ClientNames) => ChangeRecords;

/** Decides the change of an appointment from its stored row, which is locked. */
export interface Decision {
  /** Null: nothing changes. */
  decide: (stored: StoredAppointment) => AppointmentChange | null;
  /** The rooms for an appointment as it will be; null: it takes none. */
  roomsFor: (wanted: Appointment) => Choice | null;
  /** The minutes that the resource must be free between two appointments; null: people decide for themselves. */
  between_minutes: number | null;
  /** Whether the client is to be told. */
  notify?: boolean;
  /** Whether it may overlap other appointments. */
  allow_overlap: boolean;
  /** Whether it may overlap busy times. */
  allow_busy: boolean;
  recordsOf: RecordsOf;
}

/** Whether a change needs time that the appointment did not have before. */
function takesTime(stored: Appointment, wanted: Appointment, { moves }: AppointmentChange): boolean {
  return isLive(wanted.status) && (moves || !isLive(stored.status));
}

/** Whether it is decided anew what it takes: of other services, the room alone. */
function takesPlaces(stored: Appointment, wanted: Appointment, change: AppointmentChange): boolean {
  const isOther = change.columns.services !== undefined && isLive(wanted.status);
  return isOther || takesTime(stored, wanted, change);
}

/** Whether the appointment had all of this time before; then nobody is asked about overlaps again. */
function hadItsTime(stored: Appointment, wanted: Appointment): boolean {
  const isThere = isLive(stored.status) && isSameName(stored.resource, wanted.resource);
  return isThere && wanted.starts_at >= stored.starts_at && wanted.ends_at <= stored.ends_at;
}

/**
 * Whether an appointment overlaps another one.
 * @param id of its resource, which is locked; null: nobody has it yet
 * @throws SlotTaken, BusyTime if that is not allowed
 */
export async function isSqueezed(
  transaction: EntityManager,
  id: string | null,
  wanted: Parameters<typeof wantedBy>[0] & Pick<Appointment, 'buffer_minutes'>,
  { between_minutes, ...allowed }: Pick<Decision, 'between_minutes' | 'allow_overlap' | 'allow_busy'>,
): Promise<boolean> {
  const slot = wantedBy(wanted);
  const { buffer_minutes } = wanted;
  const { is_held, is_busy } = await findObstacles(transaction, id, slot, {
    between_minutes,
    buffer_minutes,
  });
  if (is_held && !allowed.allow_overlap) throw new SlotTaken(slot);
  if (is_busy && !allowed.allow_busy) throw new BusyTime(slot);
  return is_held;
}

interface TakenRoom {
  id: string | null;
  name: string | null;
  /** Whether all rooms are taken, so that it has none. */
  squeezed: boolean;
}

/**
 * The room that an appointment takes: the first free one.
 * @param places `had`: the one that it has at that time already, whether it is busy or not
 * @throws SlotTaken, BusyTime if none is free and that is not allowed
 */
export async function roomOf(
  transaction: EntityManager,
  wanted: Parameters<typeof isSqueezed>[2],
  { rooms, locked, had }: { rooms: Choice | null; locked: readonly LockedResource[]; had?: string | null },
  { between_minutes, ...allowed }: Parameters<typeof isSqueezed>[3],
): Promise<TakenRoom> {
  if (rooms === null) return { id: null, name: null, squeezed: false };
  const slot = wantedBy(wanted);
  const { buffer_minutes } = wanted;
  const free = await chooseFree(transaction, slot, { ...rooms, locked }, { between_minutes, buffer_minutes });
  const may_be_busy = allowed.allow_busy || (free !== null && free.chosen.id === had);
  if (free !== null && (!free.is_busy || may_be_busy)) return { ...free.chosen, squeezed: false };
  if (allowed.allow_overlap) return { id: null, name: null, squeezed: true };
  throw free === null ? new SlotTaken(slot, true) : new BusyTime(slot, true);
}

/**
 * Locks the appointment, lets the caller decide the change from the stored row, and stores it.
 * @returns null if there is no such appointment
 * @throws SlotTaken, BusyTime, AppError `version_mismatch`, `invalid_request` for a client that is not there
 */
export async function changeIn(
  transaction: EntityManager,
  id: string,
  versions: ExpectedVersions,
  { decide, recordsOf, updated_at, ...terms }: Decision & { updated_at: Date },
): Promise<{ appointment: BookedAppointment; changed: boolean } | null> {
  const stored = await lockRow(transaction, id, versions);
  if (stored === null) return null;
  const asked = decide(stored);
  const placed = asked === null ? null : await lockPlaces(transaction, stored, asked, terms);
  if (placed === null) return { appointment: await getWithClient(transaction, id), changed: false };
  const { decided, place, ...choice } = placed;
  const wanted = Object.assign(new Appointment(), stored, decided.columns);
  const names = await clientNames(transaction, [stored.client_id, wanted.client_id]);
  const allowed = { ...terms, allow_busy: terms.allow_busy || hadItsTime(stored, wanted) };
  let change = decided;
  if (takesPlaces(stored, wanted, decided)) {
    const isTaken = takesTime(stored, wanted, decided)
      ? await isSqueezed(transaction, place.id, wanted, allowed)
      : stored.squeezed;
    const had = hadItsTime(stored, wanted) ? stored.room_id : null;
    const room = await roomOf(transaction, wanted, { ...choice, had }, terms);
    change = inRoom(stored, standing(stored, decided, isTaken || room.squeezed), room);
  }
  const waived = terms.notify === false ? stateOf(Object.assign(wanted, change.columns)) : null;
  await write(transaction, { stored, change, waived, updated_at, ...recordsOf(stored, change, names) });
  return { appointment: await getWithClient(transaction, id), changed: true };
}

/** The state after a change, as its client is not to be told of it. */
export function stateOf({ starts_at, ends_at, resource, status }: Appointment): WaivedState {
  return { starts_at: starts_at.toISOString(), ends_at: ends_at.toISOString(), resource, status };
}

/** Locks the resources of a change. While the row is locked, they keep the names that are returned. */
async function lockPlaces(
  transaction: EntityManager,
  stored: StoredAppointment,
  asked: AppointmentChange,
  { roomsFor }: Pick<Decision, 'roomsFor'>,
): Promise<{
  decided: AppointmentChange;
  place: LockedResource;
  rooms: Choice | null;
  locked: LockedResource[];
} | null> {
  const { resource: wanted = stored.resource, resource_id = null } = asked.columns;
  const place =
    wanted === stored.resource && resource_id === null ? stored : { resource: wanted, resource_id };
  const rooms = roomsFor(Object.assign(new Appointment(), stored, asked.columns));
  const [, found = { id: null, name: wanted }, ...locked] = await lockResources(transaction, [
    stored,
    place,
    ...(rooms?.candidates ?? []),
  ]);
  const decided = onResource(stored, asked, found.name);
  return decided === null ? null : { decided, place: found, rooms, locked };
}

interface Written extends ChangeRecords {
  stored: Appointment;
  change: AppointmentChange;
  /** The state that follows, if its client is not to be told of it. */
  waived?: WaivedState | null;
  updated_at: Date;
}

export async function write(
  transaction: EntityManager,
  { stored, change: { columns: changed, moves }, waived = null, updated_at, history, audit }: Written,
): Promise<void> {
  const raised = {
    version: stored.version + 1,
    times_moved: stored.times_moved + (moves ? 1 : 0),
    updated_at,
  };
  const { services, ...columns } = changed;
  // Before the appointment, whose event tells them.
  if (services !== undefined) {
    await transaction.delete(AppointmentService, { appointment_id: stored.id });
    await transaction.insert(AppointmentService, serviceRows({ id: stored.id, services }));
  }
  await transaction
    .update(
      Appointment,
      { id: stored.id },
      { ...columns, ...raised, ...('client_id' in columns && { mailed_to: null }) },
    )
    .catch((error: unknown) => throwFaultOf(Object.assign(new Appointment(), stored, changed), error));
  await transaction.insert(AppointmentEvent, history);
  await transaction.insert(AuditEvent, audit);
  // What somebody did not want to be told ends with the next state, though that may be the same again later.
  // Who had it before the change and who has it now are not told; who had it earlier is owed what they were.
  const { client_id = stored.client_id } = columns;
  const of = waived === null ? {} : { client_id: In([stored.client_id, client_id]) };
  if (STATE.some((column) => column in columns))
    await transaction.update(ToldAppointment, { appointment_id: stored.id, ...of }, { waived });
}

/** What of an appointment its client is told. */
const STATE = ['client_id', 'starts_at', 'ends_at', 'resource', 'status'] as const;

/** @throws AppError `invalid_request` for a client that is not there */
export async function clientNames(
  transaction: EntityManager,
  clientIds: (string | null)[],
): Promise<ClientNames> {
  const ids = clientIds.filter((id) => id !== null);
  const clients = await transaction.find(Client, {
    where: { id: In([...new Set(ids)]) },
    select: { id: true, name: true },
  });
  const names = new Map(clients.map(({ id, name }) => [id, name]));
  if (ids.some((id) => !names.has(id))) throw unknownClient();
  return names;
}

/** @throws AppError `version_mismatch` */
export async function lockRow(
  transaction: EntityManager,
  id: string,
  versions: ExpectedVersions,
): Promise<StoredAppointment | null> {
  // A weaker lock than FOR UPDATE, because a deletion of the client reads this row and must not wait.
  const stored = await transaction.findOne(Appointment, {
    where: { id },
    lock: { mode: 'for_no_key_update' },
  });
  if (stored !== null && versions !== null && !versions.includes(stored.version))
    throw new AppError('version_mismatch', 'The appointment was changed since it was read. Read it again.');
  return stored as StoredAppointment | null;
}

const LOCK_TOLD =
  'select from told_appointments where appointment_id = any($1) order by appointment_id, client_id for no key update';

/** Several together: each kind of row in the order of the ids, as who tells clients does, so that none waits for the other. */
export async function lockRows(
  transaction: EntityManager,
  ids: readonly string[],
): Promise<StoredAppointment[]> {
  const rows = await transaction.find(Appointment, {
    where: { id: In(ids) },
    order: { id: 'asc' },
    lock: { mode: 'for_no_key_update' },
  });
  await transaction.query(LOCK_TOLD, [ids]);
  return rows as StoredAppointment[];
}

export async function findWithClient(
  manager: EntityManager,
  where: FindOptionsWhere<Appointment>,
): Promise<BookedAppointment | null> {
  const found = await manager.findOne(Appointment, { where, relations: { client: true } });
  return found as BookedAppointment | null;
}

export async function getWithClient(transaction: EntityManager, id: string): Promise<BookedAppointment> {
  const found = await findWithClient(transaction, { id });
  if (found === null) throw new Error('An appointment is gone within its transaction.');
  return found;
}
