import {
  STATUS_CHANGES,
  type AppointmentChangeDto,
  type AppointmentStatus,
  type PatchAppointmentDto,
} from '@groupless/shared-dto';
import { AppError } from '../shared/errors/app-error';
import type { Appointment } from './appointment.entity';
import { movedTime, type LocalZone } from './bookings/booked-time';

const EDITED = ['client_id', 'title', 'starts_at', 'ends_at', 'resource', 'notes', 'status'] as const;
type Edited = Pick<Appointment, (typeof EDITED)[number]>;

/** The history leaves the texts out, which can be long. */
const UNTOLD: readonly string[] = ['title', 'notes'];

export interface AppointmentChange {
  /** The columns that become different. */
  columns: Partial<Edited>;
  /** The same for the history; the status stands there by itself. */
  told: AppointmentChangeDto[];
  /** Whether the time or the resource changes. */
  moves: boolean;
}

/**
 * What a patch changes of an appointment; null if nothing. Times may change whatever the status: a record of what
 * was can be put right.
 * @param zone in which times without offset are read; null: they are refused
 * @throws AppError `invalid_request`, `invalid_transition`
 */
export function changeOf(
  stored: Appointment,
  patch: PatchAppointmentDto,
  zone: LocalZone = null,
): AppointmentChange | null {
  const present = { start: stored.starts_at.getTime(), end: stored.ends_at.getTime() };
  const { start, end } = movedTime(present, patch, zone);
  if (patch.status !== undefined) refuseTransition(stored.status, patch.status);
  const wanted: Edited = {
    client_id: patch.client_id?.toLowerCase() ?? stored.client_id,
    title: patch.title ?? stored.title,
    starts_at: new Date(start),
    ends_at: new Date(end),
    resource: patch.resource ?? stored.resource,
    notes: patch.notes ?? stored.notes,
    status: patch.status ?? stored.status,
  };
  const names = EDITED.filter((name) => asText(wanted[name]) !== asText(stored[name]));
  if (names.length === 0) return null;
  const told = names.filter((name) => name !== 'status');
  return {
    columns: Object.fromEntries(names.map((name) => [name, wanted[name]])),
    told: told.map((field) => ({ field, ...valuesOf(field, stored, wanted) })),
    moves: names.some((name) => name === 'starts_at' || name === 'ends_at' || name === 'resource'),
  };
}

/** @throws AppError `invalid_transition` */
function refuseTransition(from: AppointmentStatus, to: AppointmentStatus): void {
  const allowed = STATUS_CHANGES[from];
  if (from === to || allowed.includes(to)) return;
  const detail =
    allowed.length === 0
      ? `An appointment that is ${from} stays so.`
      : `An appointment that is ${from} can become ${allowed.join(' or ')}.`;
  throw new AppError('invalid_transition', detail, { members: { allowed: [...allowed] } });
}

function valuesOf(
  field: (typeof EDITED)[number],
  before: Edited,
  after: Edited,
): Pick<AppointmentChangeDto, 'before' | 'after'> {
  if (UNTOLD.includes(field)) return { before: null, after: null };
  return { before: asText(before[field]), after: asText(after[field]) };
}

function asText(value: string | Date): string {
  return value instanceof Date ? value.toISOString() : value;
}
