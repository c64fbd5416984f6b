import { randomUUID } from 'node:crypto';
import {
  ANY_RESOURCE,
  isKnownResource,
  isSameName,
  resourceOf,
  type AppointmentChangeDto,
  type PatchAppointmentDto,
  inOneLine,
} from '@groupless/shared-dto';
import type { CurrentSettings } from '../settings/chat-agent-settings.service';
import { invalidRequest } from '../platform/errors/app-error';
import { oneLine } from '../shared/one-line';
import type { Appointment, StoredAppointment } from './appointment.entity';
import { movedTime, type LocalZone } from './bookings/booked-time';
import {
  bufferOf,
  demandKnownNames,
  isSamePlace,
  meantNames,
  minutesOf,
  visitOf,
} from '../shared/known-names';
import { statusAfter } from './changes/status-steps';

/** The fields that a change can name, in the order of the history. */
const EDITED = [
  ...([
    'client_id',
    'attendee_name',
    'title',
    'service',
    'starts_at',
    'ends_at',
    'resource',
    'notes',
  ] as const),
  ...(['team_notes', 'status', 'chat_id', 'external_id'] as const),
] as const;
type Edited = Pick<Appointment, (typeof EDITED)[number]>;

export interface AppointmentChange {
  /** The changed columns. */
  columns: Partial<
    Edited &
      Pick<
        Appointment,
        | 'made_by_agent'
        | 'squeezed'
        | 'late'
        | 'handle'
        | 'buffer_minutes'
        | 'services'
        | 'resource_id'
        | 'room_id'
      >
  >;
  /** The changes for the history, without the status, which the history has in a column of its own. */
  told: AppointmentChangeDto[];
  /** Whether the time or the resource changes. */
  moves: boolean;
}

/** The change, with whether the appointment stands beside others (`squeezed`). */
export function standing(
  stored: Pick<Appointment, 'squeezed'>,
  { columns, told, moves }: AppointmentChange,
  squeezed: boolean,
): AppointmentChange {
  const isTold = squeezed !== stored.squeezed;
  const step = { field: 'squeezed', before: String(stored.squeezed), after: String(squeezed) };
  return { columns: { ...columns, squeezed }, told: [...told, ...(isTold ? [step] : [])], moves };
}

/** The change, with the room that the appointment takes then. */
export function inRoom(
  stored: Pick<StoredAppointment, 'room_id' | 'room'>,
  { columns, told, moves }: AppointmentChange,
  room: { id: string | null; name: string | null },
): AppointmentChange {
  if (room.id === stored.room_id) return { columns, told, moves };
  const step = { field: 'room', before: stored.room, after: room.name };
  return { columns: { ...columns, room_id: room.id }, told: [...told, step], moves };
}

/** In the history, of a cancellation. */
export const REASON = 'reason';

/** Renames the resource in a change that was decided under its former name. Null: nothing is left to change. */
export function onResource(
  stored: Pick<Appointment, 'resource'>,
  change: AppointmentChange,
  resource: string,
): AppointmentChange | null {
  const { resource: decided, ...others } = change.columns;
  if (decided === undefined || decided === resource) return change;
  const told = change.told.map((one) => (one.field === 'resource' ? { ...one, after: resource } : one));
  if (resource !== stored.resource) return { ...change, columns: { ...others, resource }, told };
  if (Object.keys(others).length === 0) return null;
  return {
    columns: others,
    told: told.filter(({ field }) => field !== 'resource'),
    moves: others.starts_at !== undefined || others.ends_at !== undefined,
  };
}

export interface ChangeTerms extends Pick<
  CurrentSettings,
  'services' | 'resources' | 'former_resources' | 'rows'
> {
  now: Date;
  /** The time zone of times without offset; null: they are refused. */
  zone: LocalZone;
  /** Whether the resource may be one that the settings do not have. */
  new_resource?: boolean;
}

/**
 * What a patch changes; null: nothing. Past times can be corrected whatever the status, because they are a record.
 * @throws AppError `invalid_request`, `unknown_service`, `unknown_resource`, `invalid_transition`, `not_begun`
 */
export function changeOf(
  stored: StoredAppointment,
  patch: PatchAppointmentDto,
  { now, zone, new_resource = false, ...settings }: ChangeTerms,
): AppointmentChange | null {
  const names = meantNames(patch, settings, stored);
  demandKnownNames(names, settings, { new_resource, stored });
  demandCancellation(patch);
  const named = visitOf(names.services, settings, stored.services);
  const isSameVisit = names.services === undefined || idsOf(named) === idsOf(stored.services);
  const visit = isSameVisit ? stored.services : named;
  // What has left has no length of now: sending it again changes nothing.
  const hasLeft = visitOf(names.services, settings).length < named.length;
  const asked = isSameVisit && hasLeft ? [] : named;
  const { start, end } = movedTime(
    { start: stored.starts_at.getTime(), end: stored.ends_at.getTime() },
    withLength(patch, minutesOf(asked)),
    zone,
  );
  // A resource of the settings gets the spelling of the settings.
  const place = names.resource === undefined ? stored.resource : oneOf(names.resource, settings);
  const isLeft = isSameName(place, stored.resource) && !isKnownResource(place, settings);
  const resource = isLeft ? stored.resource : place;
  // Who left and who came may have one name.
  const isElsewhere = resource !== stored.resource || !isSamePlace(names, stored);
  const moves = start !== stored.starts_at.getTime() || end !== stored.ends_at.getTime() || isElsewhere;
  const wanted: Edited = {
    client_id: stored.client_id,
    attendee_name: stored.attendee_name,
    chat_id: stored.chat_id,
    external_id: stored.external_id,
    ...whoseOf(stored, patch),
    title: patch.title === undefined ? inOneLine(asked) || stored.title : oneLine(patch.title),
    service: isSameVisit ? stored.service : (visit[0]?.name ?? null),
    starts_at: new Date(start),
    ends_at: new Date(end),
    resource,
    notes: patch.notes ?? stored.notes,
    team_notes: patch.team_notes ?? stored.team_notes,
    status: statusAfter(stored.status, patch.status, moves, { starts: start, now: now.getTime() }),
  };
  // What is a row may be another one of the same name.
  const isOther: Partial<Record<keyof Edited, boolean>> = { service: !isSameVisit, resource: isElsewhere };
  const fields = EDITED.filter((name) => isOther[name] ?? asText(wanted[name]) !== asText(stored[name]));
  if (fields.length === 0) return null;
  const told = fields.filter((name) => name !== 'status');
  const isGivenAway = fields.includes('client_id');
  const why = fields.includes('status') ? oneLine(patch.reason ?? '') : '';
  return {
    columns: {
      ...Object.fromEntries(fields.map((name) => [name, wanted[name]])),
      // The agent's handle belonged to the former client, so the appointment gets a new one.
      ...(isGivenAway ? { made_by_agent: false, handle: randomUUID() } : {}),
      ...(isElsewhere && names.resource_id !== undefined ? { resource_id: names.resource_id } : {}),
      ...(isSameVisit ? {} : { services: visit, buffer_minutes: bufferOf(visit) }),
      ...(stored.late && wanted.status !== 'cancelled' ? { late: false } : {}),
    },
    told: [
      ...told.map((field) =>
        field === 'service'
          ? { field, before: inOneLine(stored.services) || null, after: inOneLine(visit) || null }
          : { field, before: asText(stored[field]), after: asText(wanted[field]) },
      ),
      ...(why === '' ? [] : [{ field: REASON, before: null, after: why }]),
    ],
    moves,
  };
}

/** @throws AppError `invalid_request` for a reason of anything but a cancellation */
function demandCancellation({ status, reason }: PatchAppointmentDto): void {
  if (reason === undefined || status === 'cancelled') return;
  const message = 'reason is that of a cancellation: send it with status: cancelled.';
  throw invalidRequest([{ field: 'reason', code: 'not_allowed', message }]);
}

/** Adds the length of new services, unless the patch has a length. */
export function withLength(patch: PatchAppointmentDto, duration_minutes: number | null): PatchAppointmentDto {
  const hasLength = patch.ends_at !== undefined || patch.duration_minutes !== undefined;
  return hasLength || duration_minutes === null ? patch : { ...patch, duration_minutes };
}

/**
 * The owner's ids. If the appointment is given to another client, the chat and the agent's ids are removed, because
 * they belong to the former client. The id of another program stays.
 */
function whoseOf(stored: Appointment, { client_id, attendee_name }: PatchAppointmentDto): Partial<Edited> {
  const attendee = attendee_name === undefined ? {} : { attendee_name };
  const id = client_id?.toLowerCase();
  if (id === undefined || id === stored.client_id) return attendee;
  return {
    client_id: id,
    chat_id: null,
    attendee_name: null,
    ...(stored.made_by_agent === false ? {} : { external_id: null }),
    ...attendee,
  };
}

/** @throws AppError `invalid_request` for `any`: who is moved is moved to somebody */
function oneOf(wanted: string, settings: Pick<ChangeTerms, 'resources' | 'former_resources'>): string {
  const resource = resourceOf(wanted, settings);
  if (resource !== ANY_RESOURCE) return resource;
  const message = `resource must be one of ${settings.resources.join(', ')}: a change names who takes it.`;
  throw invalidRequest([{ field: 'resource', code: 'not_allowed', message }]);
}

function idsOf(visit: readonly { id: string }[]): string {
  return visit.map(({ id }) => id).join();
}

function asText(value: string | Date | null): string | null {
  return value instanceof Date ? value.toISOString() : value;
}
