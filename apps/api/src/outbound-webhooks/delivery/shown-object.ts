import { isDeepStrictEqual } from 'node:util';
import type {
  AppointmentDto,
  ChatAgentSettingsDto,
  ClientDto,
  ClosureDto,
  ConversationDto,
  HookEvent,
  PersonDto,
  ProjectDto,
  SessionDto,
  TaskDto,
  ToldPlaceDto,
} from '@groupless/shared-dto';
import { publicClosures } from '../../shared/opening-hours/public-closures';

/** How a field is made from the stored row. */
type How = 'as is' | 'time' | 'public closures';

/** That of each field of a DTO. A missing field does not compile. */
type Fields<Dto> = Record<keyof Dto, How>;

const CLIENT: Fields<ClientDto> = {
  id: 'as is',
  name: 'as is',
  phone: 'as is',
  phone_as_given: 'as is',
  extension: 'as is',
  other_phones: 'as is',
  email: 'as is',
  shared_phone: 'as is',
  shared_email: 'as is',
  email_refused: 'as is',
  language: 'as is',
  no_reminders: 'as is',
  external_ids: 'as is',
  company: 'as is',
  status: 'as is',
  source: 'as is',
  tags: 'as is',
  notes: 'as is',
  last_activity_at: 'time',
  created_at: 'time',
  updated_at: 'time',
};

const APPOINTMENT: Fields<
  Omit<
    AppointmentDto,
    'local_starts_at' | 'local_ends_at' | 'manage_url' | 'warnings' | 'told' | 'would_tell'
  >
> = {
  id: 'as is',
  client_id: 'as is',
  client: 'as is',
  attendee_name: 'as is',
  title: 'as is',
  service: 'as is',
  services: 'as is',
  starts_at: 'time',
  ends_at: 'time',
  status: 'as is',
  source: 'as is',
  resource: 'as is',
  resource_id: 'as is',
  room: 'as is',
  room_id: 'as is',
  notes: 'as is',
  team_notes: 'as is',
  squeezed: 'as is',
  given: 'as is',
  chat_id: 'as is',
  external_id: 'as is',
  series_id: 'as is',
  late: 'as is',
  created_at: 'time',
  updated_at: 'time',
};

const CONVERSATION: Fields<Omit<ConversationDto, 'number_client' | 'first_unread_id'>> = {
  id: 'as is',
  chat_id: 'as is',
  channel: 'as is',
  name: 'as is',
  contact_name: 'as is',
  contact_phone: 'as is',
  client_id: 'as is',
  client_tied_by: 'as is',
  status: 'as is',
  unread_count: 'as is',
  last_message_at: 'time',
  last_message_preview: 'as is',
  last_message_role: 'as is',
  last_message_reported_by: 'as is',
  agent_last_seen_at: 'time',
  assigned_to: 'as is',
  assigned_at: 'time',
  waiting_since: 'time',
  waiting_limit: 'as is',
  created_at: 'time',
  updated_at: 'time',
};

const PROJECT: Fields<ProjectDto> = {
  id: 'as is',
  name: 'as is',
  description: 'as is',
  status: 'as is',
  server: 'as is',
  url: 'as is',
  stack: 'as is',
  notes: 'as is',
  priority: 'as is',
  created_at: 'time',
  updated_at: 'time',
};

const PERSON: Fields<Omit<PersonDto, 'held'>> = {
  id: 'as is',
  name: 'as is',
  relationship: 'as is',
  notes: 'as is',
  updated_at: 'time',
};

/** Without where it was said: that is for assistants. */
const TASK: Fields<Omit<TaskDto, keyof ToldPlaceDto | 'held'>> = {
  id: 'as is',
  project_id: 'as is',
  task: 'as is',
  status: 'as is',
  priority: 'as is',
  created_at: 'time',
  updated_at: 'time',
};

/** Without where it was: that is for assistants. */
const SESSION: Fields<Omit<SessionDto, keyof ToldPlaceDto | 'held'>> = {
  id: 'as is',
  session_date: 'time',
  summary: 'as is',
  projects_touched: 'as is',
  decisions_made: 'as is',
  tasks_completed: 'as is',
  tasks_created: 'as is',
  mood: 'as is',
};

const SETTINGS: Fields<ChatAgentSettingsDto> = {
  name: 'as is',
  phone: 'as is',
  business_name: 'as is',
  address: 'as is',
  greeting: 'as is',
  language: 'as is',
  time_zone: 'as is',
  time_zone_chosen: 'as is',
  phone_region: 'as is',
  working_hours: 'as is',
  slot_minutes: 'as is',
  resources: 'as is',
  unnamed_resource: 'as is',
  services: 'as is',
  auto_confirm: 'as is',
  enabled: 'as is',
  agent_hours: 'as is',
  agents_on_grid: 'as is',
  used_for: 'as is',
  closures: 'public closures',
  notice_minutes: 'as is',
  buffer_minutes: 'as is',
  agent_lookup: 'as is',
  cancel_notice_minutes: 'as is',
  cancel_late: 'as is',
  horizon_days: 'as is',
  feed_notes: 'as is',
  schedules: 'as is',
};

/** The objects that `panel:read` may read, by kind. */
const SHOWN: Readonly<Record<string, Record<string, How>>> = {
  client: CLIENT,
  appointment: APPOINTMENT,
  conversation: CONVERSATION,
  project: PROJECT,
  person: PERSON,
  task: TASK,
  session: SESSION,
  settings: SETTINGS,
};

/**
 * An object as `panel:read` sees it, from its stored row.
 * @returns only its id if there is no row or it may not be read; so of a session that is somebody's own
 */
export function shownObject(
  event: HookEvent,
  id: string | null,
  row: Readonly<Record<string, unknown>> | null,
): Record<string, unknown> {
  // It is written as it is told.
  if ((event === 'clients.imported' || event === 'appointments.imported') && row !== null)
    return { id: null, ...row };
  const fields = SHOWN[kindOf(event)];
  if (row === null || fields === undefined || isOwned(row)) return { id: hasNumber(event) ? Number(id) : id };
  return Object.fromEntries(Object.entries(fields).map(([name, how]) => [name, shown(row[name], how)]));
}

/** Left out, because it changes with each update. */
const NOT_SENT = ['updated_at'];

/**
 * The previous values of the shown fields that an update changed.
 * @returns null if it was not an update, or the object is not shown
 */
export function replacedValues(
  event: HookEvent,
  row: Readonly<Record<string, unknown>> | null,
  before: Readonly<Record<string, unknown>> | null,
): Record<string, unknown> | null {
  const fields = SHOWN[kindOf(event)];
  if (row === null || before === null || fields === undefined || isOwned(row) || isOwned(before)) return null;
  const sent = Object.entries(fields).filter(([name]) => name in before && !NOT_SENT.includes(name));
  return Object.fromEntries(
    sent.flatMap(([name, how]) => {
      const [was, is] = [shown(before[name], how), shown(row[name], how)];
      return isDeepStrictEqual(was, is) ? [] : [[name, was]];
    }),
  );
}

/** The fields of an event's object; null if it is only an id. */
export function shownFields(event: HookEvent): string[] | null {
  const fields = SHOWN[kindOf(event)];
  return fields === undefined ? null : Object.keys(fields);
}

/** Whether ids of this kind are numbers, as in the memory. */
export function hasNumber(event: HookEvent): boolean {
  return ['project', 'person', 'task', 'session', 'state', 'decision'].includes(kindOf(event));
}

export function kindOf(event: HookEvent): string {
  return event.split('.', 1)[0] ?? event;
}

/** Extracts that hooks take from the session of a user are for the user. */
function isOwned(row: Readonly<Record<string, unknown>>): boolean {
  return typeof row['owner_id'] === 'string' || typeof row['private_to'] === 'string';
}

function shown(stored: unknown, how: How): unknown {
  if (how === 'time') return asTime(stored);
  return how === 'public closures' && Array.isArray(stored) ? publicClosures(stored as ClosureDto[]) : stored;
}

function asTime(stored: unknown): string | null {
  return typeof stored === 'string' ? new Date(stored).toISOString() : null;
}
