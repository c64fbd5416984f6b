import { ANY_RESOURCE, inOneLine, isOffered } from '@groupless/shared-dto';
import { closureAt, isOpen, openingHoursOf } from '../opening-hours';
import type { Words } from '../series/series-obstacles';
import type { ShownZone } from '../shown-zone';

export interface Place {
  resource: string;
  visit: readonly { name: string }[];
  starts_at: string | null;
  minutes: number | null;
}

/** What speaks against an appointment there. It may be booked all the same: only agents keep to it. */
export function cautionsOf(zone: ShownZone, { resource, visit, starts_at, minutes }: Place): Words[] {
  const settings = zone.settings();
  if (settings === null) return [];
  const cautions: Words[] = [];
  const missing = visit.filter(({ name }) => !isOffered(settings, resource, name));
  if (missing.length > 0 && resource !== ANY_RESOURCE)
    cautions.push({ key: 'crm.not_offered', params: { name: resource, service: inOneLine(missing) } });
  const hours = zone.hours();
  if (starts_at === null || minutes === null || hours.working_hours.length === 0) return cautions;
  const own = openingHoursOf(hours, resource);
  if (isOpen(own, starts_at, minutes)) return cautions;
  const reason = closureAt(own, starts_at, minutes);
  const isOpenForOthers = isOpen(openingHoursOf(hours, ''), starts_at, minutes);
  if (reason !== '') cautions.push({ key: 'crm.closed_then_because', params: { reason } });
  else if (isOpenForOthers) cautions.push({ key: 'crm.not_working', params: { name: resource } });
  else cautions.push({ key: 'crm.closed_then', params: {} });
  return cautions;
}
