import type { WaitingStatus } from '@groupless/shared-dto';
import { In } from 'typeorm';
import type { Transaction } from '../../database/transaction';
import { WaitingEntry } from '../waiting-entry.entity';

/** What becomes of the entry. */
export type GivenUp = Extract<WaitingStatus, 'waiting' | 'declined' | 'expired' | 'removed'>;

/** What is held until somebody takes it is free for others. Whoever is taking it has locked its rows. */
const RELEASE = `
  with released as (
    delete from occupied_times where appointment_id = $1 and held_until is not null returning resource_id, during
  ), noted as (
    insert into freed_times (resource_id, during) select resource_id, during from released
  )
  select from released`;

/**
 * Ends the waiting of an entry that has not been booked, or its offer alone. What is held comes first, then the entry, as where it is taken.
 * @returns whether it waited until now
 */
export async function giveUp(
  transaction: Transaction,
  { id, offer_id }: { id: string | null; offer_id: string | null },
  status: GivenUp,
  now: Date,
): Promise<boolean> {
  if (offer_id !== null) await transaction.query(RELEASE, [offer_id]);
  if (id === null) return false;
  const ended = await transaction.update(
    WaitingEntry,
    { id, status: In(['waiting', 'offered']) },
    { status, updated_at: now },
  );
  return ended.affected === 1;
}
