/** A stretch of time that an appointment can take. */
export interface SlotDto {
  starts_at: string;
  ends_at: string;
}

/** A stretch of time that is free, in UTC and as the clocks of the business show it. */
export interface FreeSlotDto extends SlotDto {
  /** `2027-03-01T10:00`, in the time zone of the settings. */
  local_starts_at: string;
  local_ends_at: string;
}

export const APPOINTMENT_STATUSES = ['pending', 'confirmed', 'completed', 'cancelled', 'no_show'] as const;
export type AppointmentStatus = (typeof APPOINTMENT_STATUSES)[number];

/** What each status may become. The rest is for good: who comes back after all gets a new appointment. */
export const STATUS_CHANGES: Record<AppointmentStatus, readonly AppointmentStatus[]> = {
  pending: ['confirmed', 'cancelled', 'no_show'],
  confirmed: ['completed', 'cancelled', 'no_show'],
  completed: ['no_show'],
  cancelled: [],
  no_show: ['completed'],
};

/** Appointments that hold their time: no two of one resource overlap. */
export const LIVE_STATUSES = ['pending', 'confirmed'] as const satisfies AppointmentStatus[];

export const APPOINTMENT_SOURCES = ['phone', 'chat', 'panel'] as const;
export type AppointmentSource = (typeof APPOINTMENT_SOURCES)[number];

export const DEFAULT_RESOURCE = 'main';

export interface AppointmentClientDto {
  id: string;
  /** To the chat agent: the name that it has just sent, else empty; never the stored one. */
  name: string;
}

export interface AppointmentDto {
  id: string;
  client_id: string;
  client: AppointmentClientDto;
  title: string;
  starts_at: string;
  ends_at: string;
  status: AppointmentStatus;
  source: AppointmentSource;
  /** Who or what is booked: a person, a room. */
  resource: string;
  notes: string;
  /** The chat in which it was booked, as the chat agent names it. */
  chat_id: string | null;
  /** The id that its booker gave it. */
  external_id: string | null;
  created_at: string;
  updated_at: string;
  /** Only in answers to the chat agent: `2027-03-01T10:00`, in the time zone of the settings. */
  local_starts_at?: string;
  local_ends_at?: string;
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
  resource?: string;
  notes?: string;
  source?: AppointmentSource;
  chat_id?: string;
}

/** What is left out stays as it is. With a new start alone, the appointment keeps its length. */
export interface PatchAppointmentDto {
  client_id?: string;
  title?: string;
  starts_at?: string;
  ends_at?: string;
  duration_minutes?: number;
  resource?: string;
  notes?: string;
  status?: AppointmentStatus;
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

/** The filters of the list; several values by comma. */
export interface AppointmentListQueryDto {
  /** The first instant of a start that is listed. */
  from?: string;
  /** The first that no longer is. */
  to?: string;
  status?: string;
  source?: string;
  resource?: string;
  client_id?: string;
  /** Exactly. */
  external_id?: string;
  /** Exactly. */
  chat_id?: string;
  /** Those that were made or changed then or later. */
  updated_since?: string;
  sort?: (typeof APPOINTMENT_SORTS)[number];
  limit?: number;
  cursor?: string;
}

/** A change of one field. Long texts are not kept: of these, both values are null. */
export interface AppointmentChangeDto {
  field: string;
  before: string | null;
  after: string | null;
}

/** One entry of an appointment's history. */
export interface AppointmentEventDto {
  at: string;
  /** The user who did it, with the name of that time; null if a key did. */
  user: { id: string; name: string } | null;
  /** The name of the API key with which it was done; null if a user did. */
  key_name: string | null;
  /** Null for the entry of the booking. */
  from_status: AppointmentStatus | null;
  to_status: AppointmentStatus;
  changes: AppointmentChangeDto[];
}

export interface AvailabilityQueryDto {
  /** `2026-11-20`, in the time zone of the settings. */
  date: string;
  /** How many days from then on; one by default. */
  days?: number;
  /** Default: as long as the service, else as a slot of the settings. */
  duration_minutes?: number;
  /** The name of a service of the settings. */
  service?: string;
  resource?: string;
}

export interface AvailabilityDto {
  date: string;
  time_zone: string;
  resource: string;
  slots: FreeSlotDto[];
}
