import type { AppointmentStatus } from './appointments';
import type { MailKind, MailStatus } from '../mail';
import type { ClientDto } from './clients';
import type { ConversationStatus } from './conversations';

/** What two clients share that may be one person. */
export const DUPLICATE_REASONS = ['phone', 'email', 'name', 'similar_name'] as const;
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number];

export interface ClientDuplicateDto {
  client: ClientDto;
  reasons: DuplicateReason[];
}

export interface MergeClientDto {
  /** The client that becomes part of the one in the address, and is gone then. */
  client_id: string;
}

/** A client that was merged into another. */
export interface ClientMergeDto {
  id: string;
  /** The one that stays. */
  client_id: string;
  /** The one that is gone. */
  merged: { id: string; name: string; phone: string | null; email: string | null };
  /** How many moved. */
  appointments: number;
  conversations: number;
  merged_by: { id: string | null; name: string };
  merged_at: string;
}

/** What an undo could not part, so that a person looks at it. */
export const LEFT_BEHIND = ['notes', 'appointments', 'conversations', 'moved_on'] as const;
export type LeftBehindKind = (typeof LEFT_BEHIND)[number];

export interface LeftBehindDto {
  what: LeftBehindKind;
  /** How many of these; 1 for notes. */
  count: number;
  /** The same in words. */
  text: string;
}

/** Somebody else who has a number of the client that came back. */
export interface SharedNumberDto {
  phone: string;
  client: { id: string; name: string };
}

/** What undoing a merge answers. The counts are of what moved back. */
export interface UndoneMergeDto extends ClientMergeDto {
  left_behind: LeftBehindDto[];
  shared_numbers: SharedNumberDto[];
}

/** An appointment of a client, as much as one glance needs. */
export interface ClientVisitDto {
  id: string;
  title: string;
  resource: string;
  status: AppointmentStatus;
  starts_at: string;
}

/** What kind of client this is. */
export interface ClientVisitsDto {
  /** Appointments that took place: completed, or confirmed and over. */
  visits: number;
  no_shows: number;
  /** Cancelled by an agent later than the settings want it. */
  late_cancellations: number;
  last_visit: ClientVisitDto | null;
  /** The one that goes on or comes next. */
  next_visit: ClientVisitDto | null;
}

export const TIMELINE_KINDS = ['appointment', 'conversation', 'change', 'mail'] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** Something that happened with a client. Of the four objects the one of its kind is there. */
export interface ClientTimelineEntryDto {
  kind: TimelineKind;
  /** Of the appointment, the conversation, the entry of the audit or the mail. */
  id: string;
  /** When the appointment starts, when the last message came, when the change was made or the mail was written. */
  at: string;
  appointment: { title: string; status: AppointmentStatus; resource: string } | null;
  conversation: { channel: string; status: ConversationStatus; preview: string | null } | null;
  change: {
    action: string;
    /** Who made it: a user or a key; null if neither is known. */
    by: string | null;
    details: Record<string, string | number | boolean | null>;
  } | null;
  /** `last_response`: what the mail server said. */
  mail: { kind: MailKind; subject: string; status: MailStatus; last_response: string | null } | null;
}
