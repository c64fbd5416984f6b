import { isSameName } from './business/names';
import type { Instant, Uuid } from './kinds';

/**
 * When the business is open on a weekday, in its time zone. Several of one day and one resource may not overlap.
 * @schema WorkingHours
 */
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

/**
 * Something that can be booked.
 * @schema Service
 */
export interface ServiceDto {
  name: string;
  duration_minutes: number;
  /** As it is told to customers: `€ 45`, `from $30`. */
  price?: string;
  description?: string;
  /** How long the resource stays free after it, to clean up, say. */
  buffer_minutes?: number;
}

/**
 * Hours of a resource on a weekday. Those that close no later than they open close on the next day.
 * @schema ScheduleHours
 */
export type ScheduleHoursDto = Omit<WorkingHoursDto, 'resource'>;

/**
 * On the days from `from` to `to` a resource has these hours in place of those of the week.
 * @schema ScheduleException
 */
export interface ScheduleExceptionDto {
  /** `2026-12-24` */
  from: string;
  to: string;
  opens: string;
  closes: string;
}

/**
 * When a resource works, and what it does. What it does not say is as the business has it.
 * @schema Schedule
 * @rules GivenSchedule
 */
export interface ScheduleDto {
  /** One of `resources`, each at most once. */
  resource: string;
  /** Its hours of a week, several a day; null: as the business. Hours of one day may not overlap. */
  working_hours: ScheduleHoursDto[] | null;
  /** The names of the services that it does; null: all of them. */
  services: string[] | null;
  /** Days with other hours than those of the week; several of one day may not overlap. */
  exceptions: ScheduleExceptionDto[];
  /**
   * In calendars; null: the panel chooses.
   * @pattern ^#[0-9a-fA-F]{6}$
   * @example "#1f8a70"
   */
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

/** What an installation is for: taking bookings, being the memory of coding assistants, or both. */
export const USES = ['bookings', 'memory', 'both'] as const;
export type Use = (typeof USES)[number];

/** What becomes of a cancellation by an agent that comes later than the settings ask for. */
export const CANCEL_LATE = ['keep', 'refuse'] as const;
export type CancelLate = (typeof CANCEL_LATE)[number];

/**
 * A holiday, or any other time at which the business is closed.
 * @schema Closure
 */
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

/**
 * How the chat and phone agent works, and what the business can be booked for.
 * @schema ChatAgentSettingsDocument
 * @rules ReplaceChatAgentSettingsRequest
 */
export interface ChatAgentSettingsDto {
  /** How the agent calls itself. */
  name: string;
  /** What mails call the business; empty: `name`. */
  business_name: string;
  /** Where it is, as mails show it; empty: none. */
  address: string;
  /** The phone of the business, as mails show it; empty: none. */
  phone: string;
  greeting: string;
  /** What the agent speaks: a BCP 47 language tag. */
  language: string;
  /** Where the business is: an IANA time zone. */
  time_zone: string;
  /** Whether somebody has chosen the time zone: by another one, or by skipping that first step. */
  time_zone_chosen: boolean;
  /**
   * ISO 3166 code of the country whose phone numbers come without a prefix. Null: nobody has chosen it since
   * the installation; numbers without a country code stay as they are given until then. Once it is chosen,
   * null is 400.
   */
  phone_region: string | null;
  /** What the installation is for: with that the panel begins. Null: nobody has said it, and the panel asks. */
  used_for: Use | null;
  /** When the business is open, in its time zone. Hours of one day and one resource may not overlap. */
  working_hours: WorkingHoursDto[];
  /** How long an appointment takes unless said. */
  slot_minutes: number;
  /** What can be booked at the same time as the others: rooms, people. */
  resources: string[];
  /**
   * The resource that the installation began with, until it is renamed or this is sent as null. Beside
   * others, a booking for `any` never gets it.
   */
  unnamed_resource: string | null;
  /** What the business can be booked for: a booking that names one needs no title and no duration. */
  services: ServiceDto[];
  /** Whether what the agent books needs no confirmation. */
  auto_confirm: boolean;
  /** Whether the agent may book and answer; while it may not, it is told `agent_disabled`. */
  enabled: boolean;
  /** When the agent may book: within the opening hours (`working_hours` without `closures`), or at any hour. */
  agent_hours: AgentHours;
  /** Whether the agent books and moves only to starts that free times list, for as long as the service takes; its tools always do. */
  agents_on_grid: boolean;
  /** Holidays and other times at which the business, or a resource, is closed. */
  closures: ClosureDto[];
  /** How long before its start the agent must book at the latest. */
  notice_minutes: number;
  /** How long a resource stays free around what the agent books. */
  buffer_minutes: number;
  /**
   * Whom the agent’s tools may look bookings up for: only callers whose number or chat the platform tells
   * (`verified`), also those who say the phone and the name that are stored (`phone_and_name`), or nobody
   * (`off`).
   */
  agent_lookup: AgentLookup;
  /** From how long before its start on a cancellation by the agent is late; 0: never. */
  cancel_notice_minutes: number;
  /** What becomes of a late one: kept, and marked `late`; or refused, `too_late`. */
  cancel_late: CancelLate;
  /** How many days ahead the agent may book. */
  horizon_days: number;
  /** Whether the calendar feed has the notes of appointments. */
  feed_notes: boolean;
  /**
   * When each resource works, and what it does. One that is not named is as the business, and does all services.
   * @maxItems 50
   * @example [{"resource":"main","working_hours":null,"services":null,"exceptions":[],"colour":"#1f8a70"}]
   */
  schedules: ScheduleDto[];
}

/** Fields of the settings that came later: where a replacement leaves them out, they stay as they are. */
type LaterSettings =
  | ('agent_hours' | 'closures' | 'notice_minutes' | 'buffer_minutes')
  | ('agent_lookup' | 'cancel_notice_minutes' | 'cancel_late' | 'horizon_days' | 'feed_notes' | 'phone')
  | ('unnamed_resource' | 'business_name' | 'address' | 'agents_on_grid' | 'used_for');

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

/**
 * A coming appointment that was possible by the settings before a change, and no longer is.
 * @schema AffectedAppointment
 */
export interface AffectedAppointmentDto {
  id: Uuid;
  starts_at: Instant;
}

/**
 * @schema ReplacedChatAgentSettings
 * @rules ReplaceChatAgentSettingsRequest
 */
export interface ReplacedChatAgentSettingsDto extends ChatAgentSettingsDto {
  /** Coming appointments that were possible before and no longer are: the first 20, by time. */
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
  /**
   * When the agent goes on; null: once somebody ends the pause.
   * @example 2026-11-20T17:00:00.000Z
   */
  until: Instant | null;
  /** @example A colleague is ill. */
  reason: string;
  /**
   * Who paused it: a user, or the name of a key.
   * @example Rita
   */
  by: string;
  /** @example 2026-11-20T12:00:00.000Z */
  since: Instant;
}

/** @schema AgentPauseState */
export interface AgentPauseStateDto {
  /** Null: it is not paused. */
  pause: AgentPauseDto | null;
}

/** What a new installation still needs, in the order in which it is best done. */
export const FIRST_STEPS = [
  'use',
  'name',
  'zone',
  'hours',
  'services',
  'country',
  'team',
  'agent',
  'attach',
  'assistant',
] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** @schema FirstStepsDocument */
export interface FirstStepsDto {
  /** Those that no admin is reminded of. */
  skipped: FirstStep[];
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
