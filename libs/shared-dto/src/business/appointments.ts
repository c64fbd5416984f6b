import type { ClientMailKind } from '../mail';
import type { Instant, Uuid } from '../kinds';

export const APPOINTMENT_STATUSES = ['pending', 'confirmed', 'completed', 'cancelled', 'no_show'] as const;
export type AppointmentStatus = (typeof APPOINTMENT_STATUSES)[number];

/** When a step is possible: at any time, or once the appointment has begun. */
export type StatusStep = 'any time' | 'once begun';

/**
 * The one table of what may follow each status. What a person did can be taken back: to `confirmed`, which takes the
 * time again. Nothing becomes `pending` but what is booked.
 */
export const STATUS_STEPS: Record<AppointmentStatus, Partial<Record<AppointmentStatus, StatusStep>>> = {
  pending: {
    confirmed: 'any time',
    cancelled: 'any time',
    completed: 'once begun',
    no_show: 'once begun',
  },
  confirmed: { cancelled: 'any time', completed: 'once begun', no_show: 'once begun' },
  completed: { confirmed: 'any time', no_show: 'once begun' },
  no_show: { confirmed: 'any time', completed: 'once begun' },
  cancelled: { confirmed: 'any time' },
};

/** What a status may become, in the order of the statuses, whatever the clock says. */
export function statusesAfter(status: AppointmentStatus): AppointmentStatus[] {
  return APPOINTMENT_STATUSES.filter((next) => STATUS_STEPS[status][next] !== undefined);
}

/** Appointments that hold their time: no two of one resource overlap. */
export const LIVE_STATUSES = ['pending', 'confirmed'] as const satisfies AppointmentStatus[];

/** Whether an appointment of this status holds its time. */
export function isLive(status: AppointmentStatus): boolean {
  return LIVE_STATUSES.some((one) => one === status);
}

export const APPOINTMENT_SOURCES = ['phone', 'chat', 'panel', 'web'] as const;
export type AppointmentSource = (typeof APPOINTMENT_SOURCES)[number];

export const DEFAULT_RESOURCE = 'main';

/** @schema AppointmentClient */
export interface AppointmentClientDto {
  id: Uuid;
  /**
   * To the chat agent: the name that it has sent, else empty; never the stored one.
   * @example Jana Nováková
   */
  name: string;
}

/**
 * What the caller gave with a booking: each as far as it could be read, else as it came.
 * @schema GivenContact
 */
export interface GivenContactDto {
  name: string | null;
  /** E.164, or as it was heard. */
  phone: string | null;
  email: string | null;
}

/**
 * What the client was told last of an appointment.
 * @schema Told
 */
export interface ToldDto {
  /** Null: by other means than mails and reminders, such as by phone. */
  kind: ClientMailKind | null;
  at: Instant;
  starts_at: Instant;
  /** @example main */
  resource: string;
  /** What it was by then. */
  status: AppointmentStatus;
  /**
   * Where the last mail about it went; null: there was none. In no answer to a key.
   * @example jana@example.com
   */
  to?: string | null;
}

/** A service of a visit, with its times as they were at the booking. */
export interface BookedServiceDto {
  id: Uuid;
  /** As it is called now. @example Consultation */
  name: string;
  /** @example 45 */
  duration_minutes: number;
  /** How long the resource stays free after it. @example 10 */
  buffer_minutes: number;
}

/** The services of a visit in a text: `Cut, Colour`. */
export function inOneLine(visit: readonly { name: string }[]): string {
  return visit.map(({ name }) => name).join(', ');
}

export interface AppointmentDto {
  id: Uuid;
  /** Null: the client was erased. */
  client_id: Uuid | null;
  /** Null: the client was erased. */
  client: AppointmentClientDto | null;
  /** The name that the booking was made for, where it is not that of the client. */
  attendee_name: string | null;
  /**
   * Empty where there is none.
   * @example First consultation
   */
  title: string;
  /** The name of the first service, as it is called now. */
  service: string | null;
  /** In their order; empty where none was booked. */
  services: BookedServiceDto[];
  starts_at: Instant;
  ends_at: Instant;
  status: AppointmentStatus;
  source: AppointmentSource;
  /**
   * Who or what is booked, as it is called now.
   * @example main
   */
  resource: string;
  resource_id: Uuid;
  /**
   * The room that it takes beside its resource, as it is called now; null: none.
   * @example Room 1
   */
  room: string | null;
  room_id: Uuid | null;
  /** Of the booking: client and agent may hear them. */
  notes: string;
  /** Of the team alone. In no answer to the chat agent. */
  team_notes?: string;
  /** Whether it stands beside another one of the resource, because a person wanted it so. */
  squeezed: boolean;
  /** What the caller gave; null for a booking of a known client. In no answer to the chat agent. */
  given?: GivenContactDto | null;
  /** The chat in which it was booked. */
  chat_id: string | null;
  /** The id that its booker gave it. */
  external_id: string | null;
  /** The same for all appointments that one rule made; null: it stands alone. */
  series_id: Uuid | null;
  /** Whether an agent cancelled it later than `cancel_notice_minutes` of the settings before its start. */
  late: boolean;
  /** What the client was told last; null: nothing yet. Only where one appointment is read. */
  told?: ToldDto | null;
  /** Where mails about a change would go. Only where a person reads one appointment. */
  would_tell?: WouldTellDto;
  created_at: Instant;
  updated_at: Instant;
  /**
   * As the clocks of the business show it, in the time zone of the settings. Of appointments: only in answers
   * to the chat agent and of tools.
   * @example 2026-11-20T10:30
   */
  local_starts_at?: string;
  /**
   * As the clocks of the business show it, in the time zone of the settings. Of appointments: only in answers
   * to the chat agent and of tools.
   * @example 2026-11-20T10:30
   */
  local_ends_at?: string;
  /**
   * Where whoever comes sees, moves and cancels it. Only in the answer to the booking itself, while the booking page is on.
   * @example https://panel.example.com/book/m/AZOwpHscdQCA
   */
  manage_url?: string;
  /** What of the caller's data cannot be read. Only in the answer to a booking by the chat agent. */
  warnings?: string[];
}

/** Whom an appointment is for: found by phone or email, else made. */
export interface BookedClientDto {
  name: string;
  phone?: string;
  email?: string;
}

/** Exactly one of `client_id` and `client`; at most one of `ends_at` and `duration_minutes`. */
export interface CreateAppointmentDto {
  external_id?: string;
  client_id?: string;
  client?: BookedClientDto;
  title?: string;
  /** RFC 3339; from the chat agent also a local time, read in the time zone of the settings. */
  starts_at: string;
  ends_at?: string;
  /** With neither: as long as the service, else as a slot of the settings. */
  duration_minutes?: number;
  /** The name of a service of the settings: it gives the duration and the title where these are missing. */
  service?: string;
  /** Several, in their order: the visit is as long as they are together. In place of `service`, as is the next. */
  services?: string[];
  service_ids?: string[];
  /** `any`: whoever is free and does the service. By default the only one of the settings, else `any`. */
  resource?: string;
  /** In place of `resource`. */
  resource_id?: string;
  notes?: string;
  /** From people alone, as are the next two. */
  team_notes?: string;
  /** For whom it is, where that is not the client. */
  attendee_name?: string;
  /** Whether it may stand beside others. */
  allow_overlap?: boolean;
  /** Whether it may stand in a block, or in a busy time of a calendar. */
  allow_busy?: boolean;
  source?: AppointmentSource;
  chat_id?: string;
}

/** What is left out stays as it is. With a new start alone, the appointment keeps its length. */
export interface PatchAppointmentDto {
  client_id?: string;
  /** Null: it is for the client. */
  attendee_name?: string | null;
  title?: string;
  /** A service of the settings: it sets title and length where these are not sent too. Null: none. */
  service?: string | null;
  /** In place of `service`: all of the visit, in their order. */
  services?: string[];
  service_ids?: string[];
  starts_at?: string;
  ends_at?: string;
  duration_minutes?: number;
  resource?: string;
  /** In place of `resource`. */
  resource_id?: string;
  notes?: string;
  team_notes?: string;
  status?: AppointmentStatus;
  /** Whether it may stand beside others. */
  allow_overlap?: boolean;
  /** Whether it may stand in a block, or in a busy time of a calendar. */
  allow_busy?: boolean;
  /** `false`: the client is not told of it by mail. */
  notify?: boolean;
  /** Of a cancellation, for the mail about it. */
  reason?: string;
}

/**
 * Where a mail would go; null: none would be sent.
 * @example jana@example.com
 */
type MailedTo = string | null;

/**
 * Where mails about what may be done to an appointment would go.
 * @schema WouldTell
 */
export interface WouldTellDto {
  /** Null: none would be sent. */
  cancelled: MailedTo;
  /** Null: none would be sent. */
  deleted: MailedTo;
  /** Null: none would be sent. */
  moved: MailedTo;
}

/** Two appointments that exchange their times and resources. */
export interface SwapAppointmentsDto {
  a: string;
  b: string;
  /** When and where they are as the caller knows it; with another start or resource nothing is swapped. */
  a_starts_at?: string;
  b_starts_at?: string;
  a_resource?: string;
  b_resource?: string;
  /** Whether each stays as long as it is, from the other's start on; true unless it is said. */
  keep_lengths?: boolean;
  /** Whether the clients are told; true unless it is said. */
  notify?: boolean;
}

export interface SwappedAppointmentsDto {
  a: AppointmentDto;
  b: AppointmentDto;
}

/** What an agent may change of its own booking: its time, or that it does not take place. */
export interface PatchOwnBookingDto {
  /** RFC 3339, or a local time, read in the time zone of the settings. */
  starts_at?: string;
  ends_at?: string;
  /** With a new start and neither of these, the appointment keeps its length. */
  duration_minutes?: number;
  status?: 'cancelled';
}

export const APPOINTMENT_SORTS = ['starts_at', '-starts_at', 'updated_at', '-updated_at'] as const;

/** The chat and phone agent with its own key, at any time, or while the business was open or closed. */
export const APPOINTMENT_MAKERS = ['agent', 'agent_in_hours', 'agent_outside_hours'] as const;

/** The filters of the list; several values by comma. */
export interface AppointmentFiltersDto {
  /** Words of the client, the title, the service and the notes, or digits of the phone. */
  search?: string;
  /** What ends after it: with `to`, what is going on in between. */
  from?: string;
  /** What starts before it. */
  to?: string;
  status?: string;
  source?: string;
  resource?: string;
  /** In place of `resource`, also of who has left. */
  resource_id?: string;
  client_id?: string;
  /** Exactly. */
  external_id?: string;
  /** Exactly. */
  chat_id?: string;
  /** Those of one series. */
  series_id?: string;
  /** Those that were made or changed then or later. */
  updated_since?: string;
  /** Those that were made then or later. */
  created_after?: string;
  /** Those that were made before. */
  created_before?: string;
  /** Those that have ended then. */
  ended_before?: string;
  /** Those that start then or later. */
  starts_after?: string;
  /** Those with one of these services, by their ids. */
  service_id?: string;
  made_by?: (typeof APPOINTMENT_MAKERS)[number];
  /** Those whose time or resource was changed at least once. */
  moved?: 'true';
  /** Those that begin on this day of the week: 1 is Monday, 7 Sunday. */
  weekday?: number;
  /** Those that begin in this hour of a day, of the business. */
  hour?: number;
}

export interface AppointmentListQueryDto extends AppointmentFiltersDto {
  sort?: (typeof APPOINTMENT_SORTS)[number];
  limit?: number;
  cursor?: string;
}

/**
 * A change of one field. Entries of former versions have no texts: of these, both values are null.
 * @schema AppointmentChange
 */
export interface AppointmentChangeDto {
  /** @example starts_at */
  field: string;
  /** In older entries also null for texts, which were not kept. */
  before: string | null;
  /** In older entries also null for texts, which were not kept. */
  after: string | null;
  /** Of `client_id`: the name of that time. */
  before_name?: string;
  /** Of `client_id`: the name of that time. */
  after_name?: string;
}

/** @schema EventUser */
export interface EventUserDto {
  id: Uuid;
  /** The name of that time. */
  name: string;
}

/** One entry of an appointment's history. */
export interface AppointmentEventDto {
  at: Instant;
  /** Who did it; null if a key did. */
  user: EventUserDto | null;
  /** The API key with which it was done; null if a user did. */
  key_name: string | null;
  /** Null for the booking itself. */
  from_status: AppointmentStatus | null;
  to_status: AppointmentStatus;
  /** The other fields that changed. */
  changes: AppointmentChangeDto[];
}

/** The columns of the export, in its order. */
export const APPOINTMENT_COLUMNS = [
  ...(['id', 'local_starts_at', 'local_ends_at', 'starts_at', 'ends_at', 'client', 'phone'] as const),
  ...([
    'attendee_name',
    'service',
    'title',
    'resource',
    'room',
    'status',
    'source',
    'notes',
    'team_notes',
  ] as const),
  ...(['created_at', 'updated_at', 'cancelled_by', 'client_id', 'resource_id'] as const),
] as const;
