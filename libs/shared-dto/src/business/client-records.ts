import type { AppointmentStatus } from './appointments';
import type { MailKind, MailStatus } from '../mail';
import type { ClientDto } from './clients';
import type { ConversationStatus } from './conversations';
import type { Instant, Uuid } from '../kinds';

/** What two clients share that may be one person. */
export const DUPLICATE_REASONS = ['phone', 'email', 'name', 'similar_name'] as const;
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number];

export interface ClientDuplicateDto {
  client: ClientDto;
  /**
   * What they share.
   * @example ["phone"]
   */
  reasons: DuplicateReason[];
}

export interface MergeClientDto {
  /** The client that becomes part of the one in the address, and is gone then. */
  client_id: string;
}

export interface MergedClientDto {
  id: Uuid;
  /** @example Jana Novakova */
  name: string;
  /** @example "+12125550123" */
  phone: string | null;
  /** @example jana@example.com */
  email: string | null;
}

export interface MergedByDto {
  /** Null for a key. */
  id: Uuid | null;
  /**
   * As the name was then.
   * @example Ada
   */
  name: string;
}

/** A client that was merged into another. */
export interface ClientMergeDto {
  id: Uuid;
  /** The client that stays. */
  client_id: Uuid;
  /** The client that is gone. */
  merged: MergedClientDto;
  /**
   * How many moved.
   * @example 3
   */
  appointments: number;
  /**
   * How many moved.
   * @example 1
   */
  conversations: number;
  merged_by: MergedByDto;
  merged_at: Instant;
}

/** What an undo could not part, so that a person looks at it. */
export const LEFT_BEHIND = ['notes', 'appointments', 'conversations', 'moved_on'] as const;
export type LeftBehindKind = (typeof LEFT_BEHIND)[number];

export interface LeftBehindDto {
  what: LeftBehindKind;
  /**
   * 1 for notes.
   * @example 2
   */
  count: number;
  /**
   * The same in words.
   * @example Appointments made since the merge stay with Jana Nováková: 2.
   */
  text: string;
}

export interface NumberOwnerDto {
  id: Uuid;
  /** @example Petr Novák */
  name: string;
}

/** Somebody else who has a number of the client that came back. */
export interface SharedNumberDto {
  /** @example "+12125550123" */
  phone: string;
  client: NumberOwnerDto;
}

/** What undoing a merge answers. The counts are of what moved back. */
export interface UndoneMergeDto extends ClientMergeDto {
  /** What could not be parted. Look at it. */
  left_behind: LeftBehindDto[];
  /** Who else has a number of the client that came back. */
  shared_numbers: SharedNumberDto[];
}

/**
 * An appointment of a client, as much as one glance needs.
 * @schema ClientVisit
 */
export interface ClientVisitDto {
  id: Uuid;
  /** @example Yearly service */
  title: string;
  /** @example main */
  resource: string;
  status: AppointmentStatus;
  starts_at: Instant;
}

/**
 * `chat_alone`: reminders go into chats, not by mail; `mail_off`: reminders are switched on, mail is not; `refused`: the mail server
 * refuses the address; `unwanted`: the client wants none.
 */
export const NO_REMINDER_REASONS = ['chat_alone', 'mail_off', 'no_email', 'refused', 'unwanted'] as const;
export type NoReminderReason = (typeof NO_REMINDER_REASONS)[number];

/** What kind of client this is. */
export interface ClientVisitsDto {
  /**
   * Completed, or confirmed and over.
   * @example 7
   */
  visits: number;
  /** @example 1 */
  no_shows: number;
  /**
   * Cancelled by an agent later than `cancel_notice_minutes` before the start.
   * @example 0
   */
  late_cancellations: number;
  last_visit: ClientVisitDto | null;
  /** The one that goes on or comes next. */
  next_visit: ClientVisitDto | null;
  /** Why no mail reminds the client, though reminders are switched on. Null: one does, or they are off. */
  no_reminder: NoReminderReason | null;
}

export const TIMELINE_KINDS = ['appointment', 'conversation', 'change', 'mail'] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** @schema TimelineAppointment */
export interface TimelineAppointmentDto {
  /** @example Yearly service */
  title: string;
  status: AppointmentStatus;
  /** @example main */
  resource: string;
}

/** @schema TimelineConversation */
export interface TimelineConversationDto {
  /** @example whatsapp */
  channel: string;
  status: ConversationStatus;
  /** How the last message begins. */
  preview: string | null;
}

/** @schema TimelineChange */
export interface TimelineChangeDto {
  /** @example client.updated */
  action: string;
  /**
   * A user or a key.
   * @example Ada
   */
  by: string | null;
  /** @example {"fields":"phone, tags"} */
  details: Record<string, string | number | boolean | null>;
}

/** @schema TimelineMail */
export interface TimelineMailDto {
  kind: MailKind;
  /** @example Your appointment on Tuesday */
  subject: string;
  status: MailStatus;
  /**
   * What the mail server said last.
   * @example "250 OK"
   */
  last_response: string | null;
}

/**
 * Something that happened with a client. Of the four objects the one of its kind is there.
 * @page ClientTimelinePage
 */
export interface ClientTimelineEntryDto {
  kind: TimelineKind;
  /** Of the object of this kind. */
  id: Uuid;
  /** When the appointment starts, the last message came, the change was made or the mail was written. */
  at: Instant;
  appointment: TimelineAppointmentDto | null;
  conversation: TimelineConversationDto | null;
  change: TimelineChangeDto | null;
  mail: TimelineMailDto | null;
}
