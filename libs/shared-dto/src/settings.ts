/** When the business is open on a weekday, in its time zone. Several of one day may not overlap. */
export interface WorkingHoursDto {
  /** 1 is Monday, 7 is Sunday. */
  day: number;
  /** `09:00` */
  opens: string;
  /** `18:00`; `24:00` is the end of the day. */
  closes: string;
}

/** Something that can be booked. */
export interface ServiceDto {
  name: string;
  duration_minutes: number;
}

/** How the chat and phone agent works, and what the business can be booked for. */
export interface ChatAgentSettingsDto {
  name: string;
  greeting: string;
  /** A BCP 47 language tag. */
  language: string;
  /** An IANA time zone. */
  time_zone: string;
  /** ISO 3166 code of the country whose phone numbers come without a prefix. */
  phone_region: string;
  working_hours: WorkingHoursDto[];
  slot_minutes: number;
  resources: string[];
  services: ServiceDto[];
  /** Whether what the agent books needs no confirmation. */
  auto_confirm: boolean;
  enabled: boolean;
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
