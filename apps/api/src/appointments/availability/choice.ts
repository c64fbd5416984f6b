import { ANY_RESOURCE } from '@groupless/shared-dto';
import type { CurrentSettings } from '../../settings/chat-agent-settings.service';
import { dayAround } from '../../shared/opening-hours/open-hours';
import type { WantedSlot } from '../bookings/refused-times';
import { demandOpen, workingThen } from './agent-times';
import { candidatesFor, refuseNotOffered } from './candidates';
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
  const rowsOf = (names: readonly string[]) =>
    names.map((resource) => ({
      resource,
      resource_id: settings.rows.resources.find(({ name }) => name === resource)?.id ?? null,
    }));
  if (open !== null) return { candidates: rowsOf(open), working: open.length, day };
  const all = offered.length === 0 ? settings.resources : offered;
  const working = workingThen(wanted, all, settings);
  const others = all.filter((resource) => !working.includes(resource));
  return { candidates: rowsOf([...working, ...others]), working: working.length, day };
}
