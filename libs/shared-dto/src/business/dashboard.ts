import type { AccountDto } from '../accounts';
import type { FirstStep } from '../settings';
import type { AppointmentDto, AppointmentSource, AppointmentStatus } from './appointments';

/** A day of the chat agent's time zone, as `2026-11-20`. */
interface DayDto {
  date: string;
}

/** How many appointments were booked on a day, by what way; whenever they are, and whatever became of them. */
export type BookedDayDto = DayDto & Record<AppointmentSource, number>;

/** How many messages were written on a day, by whom. */
export type MessageDayDto = DayDto & Record<'user' | 'assistant' | 'operator', number>;

export type ActiveAccountDto = Pick<
  AccountDto,
  'id' | 'name' | 'type' | 'tool' | 'has_session' | 'session_updated_at' | 'session_expires_at' | 'usage'
>;

/** A conversation with replies that nobody brought to the customer. */
export interface UndeliveredDto {
  conversation_id: string;
  /** What the conversation is called. */
  name: string;
  replies: number;
  since: string;
}

/** A conversation in which many different numbers wrote or booked within the last hour: several customers may share it. */
export interface ManyNumbersDto {
  conversation_id: string;
  /** What the conversation is called. */
  name: string;
  numbers: number;
  since: string;
}

export const ATTENTION_KINDS = [
  'mail_failed',
  'calendar_unreadable',
  'webhook_failing',
  'bookings_wait',
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/** Work in the background that fails, or bookings that begin soon and that nobody has confirmed. */
export interface AttentionDto {
  kind: AttentionKind;
  count: number;
  /** Of the oldest. */
  since: string;
  /** Where the panel shows it, as a path. */
  link: string;
}

/** How the business goes. Days begin and end in the chat agent's time zone; `30d` and `7d` are hours since now. */
export interface DashboardDto {
  clients: {
    total: number;
    /** Made in the last 30 days. */
    new_30d: number;
    /** Made in the 30 days before those. */
    new_previous_30d: number;
  };
  appointments: {
    /** That begin today. */
    today: Record<AppointmentStatus, number>;
    /** Pending and confirmed ones that begin in the next seven days. */
    next_7d: number;
    /** Pending ones that were booked more than 24 hours ago and have not ended. */
    pending_over_24h: number;
    /** Pending and confirmed ones that ended in the last 30 days: nobody has said what became of them. */
    without_outcome: number;
    /** Each of the last 30 days, today the last. */
    by_day_30d: BookedDayDto[];
    /** The next eight that are pending or confirmed. */
    next: AppointmentDto[];
  };
  conversations: {
    open: number;
    needs_human: number;
    /** With unread messages. */
    unread: number;
    agent_last_seen_at: string | null;
    /** Those whose replies have not reached their customers for ten minutes, the one that waits longest first; at most five. */
    undelivered: UndeliveredDto[];
    /** Those that several customers may share, the one with the most numbers first; at most five. */
    many_numbers: ManyNumbersDto[];
    /** Each of the last 14 days, today the last. */
    messages_by_day_14d: MessageDayDto[];
  };
  /** What the reader may open, in the order of `ATTENTION_KINDS`. */
  attention: AttentionDto[];
  /** Of the assistant; null for the front desk. */
  tasks: {
    pending: number;
    completed_7d: number;
    /** Completed in the seven days before those. */
    completed_previous_7d: number;
  } | null;
  /** The one that was activated last. */
  active_account: ActiveAccountDto | null;
  /** One a tool, the one that was activated last first; empty for the front desk. */
  active_accounts: ActiveAccountDto[];
  /** Those that are neither done nor skipped; empty for everybody but admins. */
  first_steps: FirstStep[];
  generated_at: string;
}
