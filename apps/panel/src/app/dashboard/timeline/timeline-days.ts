import type { AppointmentDto } from '@groupless/shared-dto';
import { toLocal } from '../../i18n/zoned-time';

/** Appointments under one heading of the timeline. */
export interface TimelinePart {
  /** `date` is a day that has no name of its own. */
  kind: 'now' | 'today' | 'tomorrow' | 'date';
  /** The first of its instants, for the heading. */
  at: string;
  appointments: AppointmentDto[];
}

/** What goes on, then what comes, by the days of a zone. Without what is over. */
export function timelineOf(
  appointments: readonly AppointmentDto[],
  nowMs: number,
  time_zone: string,
): TimelinePart[] {
  const byId = new Map(appointments.map((one) => [one.id, one]));
  const live = [...byId.values()]
    .filter(({ ends_at }) => Date.parse(ends_at) > nowMs)
    .sort((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at));
  const today = dayOf(nowMs, time_zone);
  const tomorrow = nextDay(today);
  const parts = new Map<string, TimelinePart>();
  for (const appointment of live) {
    const at = appointment.starts_at;
    const day = Date.parse(at) <= nowMs ? 'now' : dayOf(Date.parse(at), time_zone);
    const kind = day === 'now' ? 'now' : day === today ? 'today' : day === tomorrow ? 'tomorrow' : 'date';
    const part = parts.get(day) ?? { kind, at, appointments: [] };
    part.appointments.push(appointment);
    parts.set(day, part);
  }
  return [...parts.values()];
}

function dayOf(atMs: number, time_zone: string): string {
  return toLocal(new Date(atMs), time_zone).date;
}

function nextDay(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
