import { randomUUID } from 'node:crypto';
import type { CurrentSettings } from '../../settings/chat-agent-settings.service';
import type { KnownActor } from '../../platform/access/caller';
import { businessHours, isOpenAll } from '../../shared/opening-hours/open-hours';
import { newId } from '../../shared/new-id';
import { isAgent } from '../agent';
import { wantedBy } from '../appointment-faults';
import type { AppointmentRecords } from '../appointment-records.service';
import { choiceOf, roomChoiceOf } from '../availability/choice';
import { keyOf } from './own/agent-hold';
import type { NewBooking } from './bookings.repository';
import type { Booking } from './read-booking';

interface Terms {
  settings: CurrentSettings;
  actor: KnownActor;
  records: AppointmentRecords;
  /** Null: not part of a series. */
  series_id: string | null;
  /** For which its time is held; null: it is not. */
  held_id?: string | null;
}

/**
 * A booking with everything that is stored with it.
 * @throws ClosedTime, NotOffered, AppError `in_the_past`, `too_far_ahead`
 */
export function completeBooking(
  booking: Booking & Pick<NewBooking, 'repeat' | 'request' | 'visitor' | 'mailed_to'>,
  { settings, actor, records, series_id, held_id = null }: Terms,
): NewBooking {
  const now = records.now();
  const times = { created_at: now, updated_at: now };
  const ids = {
    id: held_id ?? newId(now),
    handle: randomUUID(),
    made_by_key: keyOf(actor.caller),
    made_in_hours: isOpenAll({ start: now.getTime(), end: now.getTime() + 1 }, businessHours(settings)),
    series_id,
  };
  const visitor = booking.visitor?.hash ?? null;
  const appointment = { ...booking.appointment, ...times, ...ids, visitor };
  const byAgent = isAgent(actor.caller);
  const choice = choiceOf(wantedBy(appointment), settings, byAgent, now.getTime());
  const newClientId = newId(now);
  return {
    ...booking,
    is_held: held_id !== null,
    ...records.ofBooking(appointment, newClientId, actor, booking.visitor?.agreed_to),
    appointment,
    choice,
    rooms: roomChoiceOf(appointment, settings, byAgent),
    new_client_id: newClientId,
    between_minutes: byAgent ? settings.buffer_minutes : null,
  };
}
