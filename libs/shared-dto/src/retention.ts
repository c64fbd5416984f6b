/** What Settings, Retention removes after some months. */
export const RETENTION_KINDS = [
  'conversations',
  'clients',
  'cancelled_appointments',
  'mails',
  'logs',
] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

/** The rows that each kind has, in the order in which they are removed. */
export const RETAINED_ROWS = {
  messages: 'conversations',
  conversations: 'conversations',
  clients: 'clients',
  appointments: 'cancelled_appointments',
  mails: 'mails',
  audit_events: 'logs',
  client_changes: 'logs',
  conversation_notes: 'logs',
} as const satisfies Record<string, RetentionKind>;
export type RetainedRows = keyof typeof RETAINED_ROWS;

/**
 * After how many months each kind is removed; null: it is kept.
 * @schema RetentionMonths
 */
export interface RetentionMonthsDto {
  /** Messages; with the last one the conversation with its notes, unless it waits for the team. */
  conversations: number | null;
  /**
   * Clients of whom there was no sign: no appointment, message or mail, and no change of the profile. They are erased.
   * @example 36
   */
  clients: number | null;
  /** Cancelled appointments, counted from their time. */
  cancelled_appointments: number | null;
  /** The log of mails. */
  mails: number | null;
  /** The audit, what clients were before a change, and removed notes. */
  logs: number | null;
}

/**
 * After how many days the environment of the server has each kind removed, if that is earlier; null: it does not.
 * @schema RetentionDays
 */
export interface RetentionDaysDto {
  /** `CHAT_RETENTION_DAYS`: messages alone. */
  conversations: number | null;
  /** `MAIL_RETENTION_DAYS` */
  mails: number | null;
  /** `AUDIT_RETENTION_DAYS` */
  logs: number | null;
}

/** How long data of persons are kept. */
export interface RetentionDto {
  months: RetentionMonthsDto;
  environment_days: RetentionDaysDto;
}

export interface ReplaceRetentionDto {
  months: RetentionMonthsDto;
  /** Of the answer; without effect. */
  environment_days?: RetentionDaysDto;
}

export interface PreviewRetentionDto {
  months: RetentionMonthsDto;
}

/**
 * How many rows would be removed now.
 * @schema RetentionCount
 */
export interface RetentionCountDto {
  kind: RetentionKind;
  what: RetainedRows;
  /** Counted up to 10,000. */
  count: number;
  /** False: there are at least so many. */
  count_is_exact: boolean;
}

export interface RetentionPreviewDto {
  /** Of the kinds that are removed. */
  items: RetentionCountDto[];
}
