import type { Transaction } from '../../database/transaction';
import { lockResources } from '../../database/resource-locks';
import { wantedBy } from '../appointment-faults';
import type { Appointment } from '../appointment.entity';
import { chooseFree, type Choice } from '../availability/schedule.repository';
import { isSqueezed, type Decision } from '../changes/appointment-writes.repository';
import { BusyTime, SlotTaken } from './refused-times';

interface Placing extends Pick<Decision, 'between_minutes' | 'allow_overlap' | 'allow_busy'> {
  appointment: Parameters<typeof isSqueezed>[1];
  choice: Choice | null;
}

/**
 * Where it is booked. Nobody else books one of those that may be meant until the transaction ends, so whoever is free is
 * found in the same call.
 * @throws SlotTaken
 */
export async function placeOf(
  transaction: Transaction,
  { appointment, choice, ...terms }: Placing,
): Promise<Pick<Appointment, 'resource' | 'squeezed'>> {
  const { resource, buffer_minutes } = appointment;
  await lockResources(transaction, choice?.candidates ?? [resource]);
  if (choice === null) {
    return { resource, squeezed: await isSqueezed(transaction, appointment, terms) };
  }
  const buffers = { between_minutes: terms.between_minutes, buffer_minutes };
  const free = await chooseFree(transaction, wantedBy(appointment), choice, buffers);
  if (free !== null && free.is_busy && !terms.allow_busy) throw new BusyTime(wantedBy(appointment));
  if (free !== null) return { resource: free.name, squeezed: false };
  const [first] = choice.candidates;
  if (first === undefined || !terms.allow_overlap) throw new SlotTaken(wantedBy(appointment));
  return { resource: first, squeezed: true };
}
