import {
  holdNames,
  lockResources,
  type LockedResource,
  type MeantResource,
} from '../../database/resource-locks';
import type { Transaction } from '../../database/transaction';
import { wantedBy } from '../appointment-faults';
import type { Appointment } from '../appointment.entity';
import { chooseFree, findObstacles, type Choice } from '../availability/schedule.repository';
import { isSqueezed, roomOf, type Decision } from '../changes/appointment-writes.statements';
import { BusyTime, SlotTaken } from './refused-times';

interface Placing extends Pick<Decision, 'between_minutes' | 'allow_overlap' | 'allow_busy'> {
  appointment: Parameters<typeof isSqueezed>[2] & MeantResource;
  choice: Choice | null;
  rooms: Choice | null;
}

/**
 * The resource of a booking, and its room. The candidates stay locked until the transaction ends, so a free one is found within
 * the call.
 * @throws SlotTaken, BusyTime
 */
export async function placeOf(
  transaction: Transaction,
  placing: Placing,
): Promise<Pick<Appointment, 'resource' | 'room_id' | 'squeezed'>> {
  const { appointment, choice, rooms } = placing;
  await holdNames(transaction);
  const asked = choice?.candidates ?? [appointment];
  const locked = await lockResources(transaction, [...asked, ...(rooms?.candidates ?? [])]);
  const { resource, squeezed } = await takerOf(transaction, placing, locked.slice(0, asked.length));
  // What is refused for want of a room names whom the request names.
  const wanted = choice === null ? { ...appointment, resource } : appointment;
  const room = await roomOf(transaction, wanted, { rooms, locked: locked.slice(asked.length) }, placing);
  return { resource, room_id: room.id, squeezed: squeezed || room.squeezed };
}

/** @throws SlotTaken, BusyTime */
async function takerOf(
  transaction: Transaction,
  { appointment, choice, ...terms }: Placing,
  candidates: readonly LockedResource[],
): Promise<Pick<Appointment, 'resource' | 'squeezed'>> {
  if (choice === null) {
    const [place = { id: null, name: appointment.resource }] = candidates;
    const wanted = { ...appointment, resource: place.name };
    return { resource: place.name, squeezed: await isSqueezed(transaction, place.id, wanted, terms) };
  }
  const wanted = wantedBy(appointment);
  const buffers = {
    between_minutes: terms.between_minutes,
    buffer_minutes: appointment.buffer_minutes,
  };
  const free = await chooseFree(transaction, wanted, { ...choice, locked: candidates }, buffers);
  if (free !== null && (!free.is_busy || terms.allow_busy))
    return { resource: free.chosen.name, squeezed: false };
  if (terms.allow_overlap) {
    for (const { id, name } of candidates) {
      const { is_busy } = await findObstacles(transaction, id, wanted, buffers);
      if (!is_busy || terms.allow_busy) return { resource: name, squeezed: true };
    }
  }
  const isBusy = free !== null || (terms.allow_overlap && candidates.length > 0);
  throw isBusy ? new BusyTime(wanted) : new SlotTaken(wanted);
}
