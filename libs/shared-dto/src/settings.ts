import { isSameName } from './business/names';

/** When the business is open on a weekday, in its time zone. Several of one day and one resource may not overlap. */
export interface WorkingHoursDto {
  /** 1 is Monday, 7 is Sunday. */
  day: number;
  /** `09:00` */
  opens: string;
  /** `18:00`; `24:00` is the end of the day. */
  closes: string;
  /** Whose hours these are. A resource that has hours of its own has only those; the others have those without. */
  resource?: string;
}

/** Something that can be booked. */
export interface ServiceDto {
  name: string;
  duration_minutes: number;
  /** As it is told to customers: `€ 45`, `from $30`. */
  price?: string;
  description?: string;
  /** How long the resource stays free after it, to clean up, say. */
  buffer_minutes?: number;
}

/** Hours of a resource on a weekday. Those that close no later than they open close on the next day. */
export type ScheduleHoursDto = Omit<WorkingHoursDto, 'resource'>;

/** On the days from `from` to `to` a resource has these hours in place of those of the week. */
export interface ScheduleExceptionDto {
  /** `2026-12-24` */
  from: string;
  to: string;
  opens: string;
  closes: string;
}

/** When a resource works, and what it does. What it does not say is as the business has it. */
export interface ScheduleDto {
  resource: string;
  /** Null: as the business. An empty list: only on the days of `exceptions`. */
  working_hours: ScheduleHoursDto[] | null;
  /** Names of services. Null: all of them. */
  services: string[] | null;
  exceptions: ScheduleExceptionDto[];
  /** `#1f8a70`; null: the panel chooses one. */
  colour: string | null;
}

/** What is left out is null, or none. */
export type GivenScheduleDto = Pick<ScheduleDto, 'resource'> & Partial<ScheduleDto>;

/** When the chat agent may book: within the opening hours, or at any hour. */
export const AGENT_HOURS = ['working', 'any'] as const;
export type AgentHours = (typeof AGENT_HOURS)[number];

/** Whom the tools of agents may look bookings up for. */
export const AGENT_LOOKUPS = ['verified', 'phone_and_name', 'off'] as const;
export type AgentLookup = (typeof AGENT_LOOKUPS)[number];

/** What becomes of a cancellation by an agent that comes later than the settings ask for. */
export const CANCEL_LATE = ['keep', 'refuse'] as const;
export type CancelLate = (typeof CANCEL_LATE)[number];

/** A holiday, or any other time at which the business is closed. */
export interface ClosureDto {
  /** A day (`2026-12-24`), a time in the business's time zone (`2026-12-24T12:00`), or one with its offset. */
  from: string;
  /** Written as `from`. A day is closed to its end; a time is when the business opens again. */
  to: string;
  reason: string;
  /** The one that is closed; without it, all are. */
  resource?: string;
  /** Whether agents may tell clients the reason; false in answers where nobody has said so. */
  public?: boolean;
}

/** How the chat and phone agent works, and what the business can be booked for. */
export interface ChatAgentSettingsDto {
  name: string;
  /** What mails call the business; empty: `name`. */
  business_name: string;
  /** Where it is, as mails show it; empty: none. */
  address: string;
  /** Of the business, as mails show it; empty: none. */
  phone: string;
  greeting: string;
  /** A BCP 47 language tag. */
  language: string;
  /** An IANA time zone. */
  time_zone: string;
  /** Whether somebody has chosen it; until then it is a default. */
  time_zone_chosen: boolean;
  /** ISO 3166 code of the country whose phone numbers come without a prefix; null: nobody has chosen one yet. */
  phone_region: string | null;
  working_hours: WorkingHoursDto[];
  slot_minutes: number;
  resources: string[];
  /** The resource that a new installation begins with, until somebody names it. It is not "anyone" beside another. */
  unnamed_resource: string | null;
  services: ServiceDto[];
  /** Whether what the agent books needs no confirmation. */
  auto_confirm: boolean;
  enabled: boolean;
  agent_hours: AgentHours;
  closures: ClosureDto[];
  /** How long before its start an agent must book at the latest. */
  notice_minutes: number;
  /** How long a resource stays free between two appointments that an agent books. */
  buffer_minutes: number;
  agent_lookup: AgentLookup;
  /** From how long before its start on a cancellation by an agent is late. */
  cancel_notice_minutes: number;
  cancel_late: CancelLate;
  /** How many days ahead an agent may book. */
  horizon_days: number;
  /** Whether the calendar feed has the notes of appointments. */
  feed_notes: boolean;
  /** At most one for each resource. */
  schedules: ScheduleDto[];
}

/** Fields of the settings that came later: where a replacement leaves them out, they stay as they are. */
type LaterSettings =
  | ('agent_hours' | 'closures' | 'notice_minutes' | 'buffer_minutes')
  | ('agent_lookup' | 'cancel_notice_minutes' | 'cancel_late' | 'horizon_days' | 'feed_notes' | 'phone')
  | ('unnamed_resource' | 'business_name' | 'address');

/** Without `schedules` there are none afterwards: they name resources and services of the same document. */
export type ReplaceChatAgentSettingsDto = Omit<
  ChatAgentSettingsDto,
  LaterSettings | 'schedules' | 'time_zone_chosen'
> &
  Partial<Pick<ChatAgentSettingsDto, LaterSettings>> & {
    schedules?: GivenScheduleDto[];
    /** Of the answer; without effect. */
    time_zone_chosen?: boolean;
  };

/** Gives a resource another name: all that names it follows. */
export interface RenameResourceDto {
  from: string;
  to: string;
}

/** What coming appointments keep when the time zone changes: what the clock shows, or the moment. */
export const KEPT_TIMES = ['clock', 'moment'] as const;
export type KeptTime = (typeof KEPT_TIMES)[number];

/** A coming appointment that was possible by the settings before a change, and no longer is. */
export interface AffectedAppointmentDto {
  id: string;
  starts_at: string;
}

export interface ReplacedChatAgentSettingsDto extends ChatAgentSettingsDto {
  /** The first ones, by time. */
  affected: AffectedAppointmentDto[];
  /** Where the country is chosen now: how many clients have numbers without one. `POST /clients/phones/read` reads them. */
  phones_as_given?: number;
}

/** Stops the agent until then, or until somebody ends the pause. */
export interface PauseAgentDto {
  until?: string;
  reason: string;
}

export interface AgentPauseDto {
  until: string | null;
  reason: string;
  /** A user, or the name of a key. */
  by: string;
  since: string;
}

export interface AgentPauseStateDto {
  pause: AgentPauseDto | null;
}

/** What a new installation still needs, in the order in which it is best done. */
export const FIRST_STEPS = [
  'name',
  'zone',
  'hours',
  'services',
  'country',
  'team',
  'agent',
  'assistant',
] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

export interface FirstStepsDto {
  /** Those that no admin is reminded of. */
  skipped: FirstStep[];
}

export interface DatabaseTableDto {
  name: string;
  rows: number;
  /** False: there are too many to count, and PostgreSQL estimates. */
  rows_are_exact: boolean;
  /** With its indexes and long values. */
  size_bytes: number;
}

/** The connections of this process to a database. */
export interface DatabasePoolDto {
  /** Open now. */
  total: number;
  /** Of those, without work. */
  idle: number;
  /** Requests that wait for one. */
  waiting: number;
  /** The most that may be open. */
  max: number;
}

export interface DatabaseReportDto {
  /** Of the database itself. */
  name: string;
  server_version: string;
  size_bytes: number;
  /** The largest first. */
  tables: DatabaseTableDto[];
  /** By name, in their order. */
  migrations: { applied: string[]; pending: string[] };
  pool: DatabasePoolDto;
  /** How long the simplest question takes, in milliseconds. */
  round_trip_ms: number;
}

/** How the two databases are. */
export interface DatabasesReportDto {
  panel: DatabaseReportDto;
  memory: DatabaseReportDto;
}

type Schedules = Pick<ChatAgentSettingsDto, 'working_hours' | 'schedules'>;

/** What the settings say of a resource alone. */
export function scheduleOf(
  { schedules }: Pick<ChatAgentSettingsDto, 'schedules'>,
  resource: string,
): ScheduleDto | undefined {
  return schedules.find((one) => isSameName(one.resource, resource));
}

/** The hours of a resource in a week: its own if it has any, else those of the business. */
export function hoursOfResource(settings: Schedules, resource: string): ScheduleHoursDto[] {
  const own = scheduleOf(settings, resource)?.working_hours ?? null;
  if (own !== null) return own;
  const { working_hours } = settings;
  const named = working_hours.filter(
    (one) => one.resource !== undefined && isSameName(one.resource, resource),
  );
  return named.length > 0 ? named : working_hours.filter((one) => one.resource === undefined);
}

/** Whether a resource does a service of the settings. Each does what no schedule says otherwise of. */
export function isOffered(
  settings: Pick<ChatAgentSettingsDto, 'schedules'>,
  resource: string,
  service: string,
): boolean {
  const services = scheduleOf(settings, resource)?.services ?? null;
  return services === null || services.some((name) => isSameName(name, service));
}

/** The resources of the settings that do a service, in their order; all of them where none is named. */
export function resourcesFor(
  settings: Pick<ChatAgentSettingsDto, 'schedules' | 'resources'>,
  service: string | null,
): string[] {
  if (service === null) return settings.resources;
  return settings.resources.filter((resource) => isOffered(settings, resource, service));
}

/** Whom "anyone" means: all who do a service, but for the resource that nobody has named if there is another. */
export function anyoneOf(
  settings: Pick<ChatAgentSettingsDto, 'schedules' | 'resources' | 'unnamed_resource'>,
  service: string | null,
): string[] {
  const { resources, unnamed_resource } = settings;
  const able = resourcesFor(settings, service);
  return resources.length === 1 ? able : able.filter((resource) => resource !== unnamed_resource);
}
