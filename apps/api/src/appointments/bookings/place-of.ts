import { holdNames, lockResources, type MeantResource } from '../../database/resource-locks';
import type { Transaction } from '../../database/transaction';
import { wantedBy } from '../appointment-faults';
import type { Appointment } from '../appointment.entity';
import { chooseFree, findObstacles, type Choice } from '../availability/schedule.repository';
import { isSqueezed, type Decision } from '../changes/appointment-writes.repository';
import { BusyTime, SlotTaken } from './refused-times';

interface Placing extends Pick<Decision, 'between_minutes' | 'allow_overlap' | 'allow_busy'> {
  appointment: Parameters<typeof isSqueezed>[1] & MeantResource;
  choice: Choice | null;
}

/**
 * The resource of a booking. The candidates stay locked until the transaction ends, so a free one is found within the
 * call.
 * @throws SlotTaken, BusyTime
 */
export async function placeOf(
  transaction: Transaction,
  { appointment, choice, ...terms }: Placing,
): Promise<Pick<Appointment, 'resource' | 'squeezed'>> {
  await holdNames(transaction);
  const candidates = await lockResources(transaction, choice?.candidates ?? [appointment]);
  if (choice === null) {
    const [resource = appointment.resource] = candidates;
    return { resource, squeezed: await isSqueezed(transaction, { ...appointment, resource }, terms) };
  }
  const wanted = wantedBy(appointment);
  const buffers = {
    between_minutes: terms.between_minutes,
    buffer_minutes: appointment.buffer_minutes,
  };
  const free = await chooseFree(transaction, wanted, { ...choice, names: candidates }, buffers);
  if (free !== null && (!free.is_busy || terms.allow_busy)) return { resource: free.name, squeezed: false };
  if (terms.allow_overlap) {
    for (const resource of candidates) {
      const { is_busy } = await findObstacles(transaction, { ...wanted, resource }, buffers);
      if (!is_busy || terms.allow_busy) return { resource, squeezed: true };
    }
  }
  const isBusy = free !== null || (terms.allow_overlap && candidates.length > 0);
  throw isBusy ? new BusyTime(wanted) : new SlotTaken(wanted);
}
