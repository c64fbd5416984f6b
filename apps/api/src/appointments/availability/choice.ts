import { ANY_RESOURCE } from '@groupless/shared-dto';
import type { CurrentSettings } from '../../settings/chat-agent-settings.service';
import { placesOf } from '../../shared/known-names';
import { dayAround } from '../../shared/opening-hours/open-hours';
import { wantedBy } from '../appointment-faults';
import type { Appointment } from '../appointment.entity';
import type { WantedSlot } from '../bookings/refused-times';
import { demandOpen, workingThen } from './agent-times';
import { anyone, candidatesFor, refuseNotOffered, roomsFor } from './candidates';
import type { Choice } from './schedule.repository';

/**
 * The candidates of a booking. An agent books only those who offer the service and work at that time; a person may book
 * any, but these come first.
 * @returns null if the request names a resource
 * @throws ClosedTime, NotOffered, AppError `in_the_past`, `too_far_ahead`
 */
export function choiceOf(
  wanted: WantedSlot,
  settings: CurrentSettings,
  byAgent: boolean,
  nowMs: number,
): Choice | null {
  const offered = candidatesFor(wanted, settings);
  if (byAgent) refuseNotOffered(wanted, settings);
  const open = byAgent ? demandOpen(wanted, offered, settings, nowMs) : null;
  if (wanted.resource !== ANY_RESOURCE) return null;
  const day = dayAround(wanted.start, settings.time_zone);
  if (open !== null) return { candidates: placesOf(open, settings.rows), working: open.length, day };
  const all = offered.length === 0 ? anyone(settings) : offered;
  const working = workingThen(wanted, all, settings);
  const others = all.filter((resource) => !working.includes(resource));
  return { candidates: placesOf([...working, ...others], settings.rows), working: working.length, day };
}

/**
 * The rooms for an appointment: the one that it has, then by their order. For an agent those that are open then; for a person
 * these come first.
 * @returns null if it takes none
 */
export function roomChoiceOf(
  appointment: Parameters<typeof wantedBy>[0] & Partial<Pick<Appointment, 'room_id'>>,
  settings: CurrentSettings,
  byAgent: boolean,
): Choice | null {
  const wanted = wantedBy(appointment);
  const rooms = roomsFor(wanted, settings);
  if (rooms === null) return null;
  const open = byAgent && settings.agent_hours === 'any' ? rooms : workingThen(wanted, rooms, settings);
  const others = byAgent ? [] : rooms.filter((room) => !open.includes(room));
  const isOwn = ({ resource_id }: { resource_id: string | null }) => resource_id === appointment.room_id;
  const candidates = [open, others].flatMap((names) =>
    placesOf(names, { resources: settings.rows.rooms }).sort((a, b) => Number(isOwn(b)) - Number(isOwn(a))),
  );
  return { candidates, working: open.length, day: null };
}
