import type { AccountDto } from '../accounts';
import type { FirstStep } from '../settings';
import type { AppointmentDto } from './appointments';
import type { Instant, Uuid } from '../kinds';
import type { BookableServiceDto } from './resources';

/** A day of the chat agent's time zone, as `2026-11-20`. */
interface DayDto {
  /**
   * @format date
   * @example 2026-11-20
   */
  date: string;
}

/**
 * How many appointments were booked on a day, by what way; whenever they are, and whatever became of them.
 * @schema BookedDay
 */
export interface BookedDayDto extends DayDto {
  phone: number;
  chat: number;
  /** On the booking page. */
  web: number;
  panel: number;
}

/**
 * How many messages were written on a day, by whom.
 * @schema MessageDay
 */
export interface MessageDayDto extends DayDto {
  user: number;
  assistant: number;
  operator: number;
}

/** @schema ActiveAccount */
export type ActiveAccountDto = Pick<
  AccountDto,
  'id' | 'name' | 'type' | 'tool' | 'has_session' | 'session_updated_at' | 'session_expires_at' | 'usage'
>;

/** A conversation with replies that nobody brought to the customer. */
export interface UndeliveredDto {
  conversation_id: Uuid;
  /**
   * What the conversation is called.
   * @example Jana Nováková
   */
  name: string;
  /** @example 2 */
  replies: number;
  since: Instant;
}

/**
 * A conversation in which many different numbers wrote or booked within the last hour: several customers may share it.
 * @schema ManyNumbers
 */
export interface ManyNumbersDto {
  conversation_id: Uuid;
  /**
   * What the conversation is called.
   * @example Jana Nováková
   */
  name: string;
  numbers: number;
  since: Instant;
}

/** @schema ClientCounts */
export interface ClientCountsDto {
  total: number;
  /** Made in the last 30 days. */
  new_30d: number;
  /** Made in the 30 days before those. */
  new_previous_30d: number;
}

/** @schema StatusCounts */
export interface StatusCountsDto {
  pending: number;
  confirmed: number;
  completed: number;
  cancelled: number;
  no_show: number;
}

/**
 * How often a service was booked, each of a visit, whatever became of it.
 * @schema ServiceCount
 */
export interface ServiceCountDto extends Pick<BookableServiceDto, 'id' | 'name' | 'archived_at'> {
  booked: number;
}

/** @schema AppointmentCounts */
export interface AppointmentCountsDto {
  /** Those that begin today. */
  today: StatusCountsDto;
  /** Pending and confirmed ones that begin in the next seven days. */
  next_7d: number;
  /** Pending ones that were booked more than 24 hours ago and have not ended. */
  pending_over_24h: number;
  /** Pending and confirmed ones that ended in the last 30 days. */
  without_outcome: number;
  /** What was booked on each of the last 30 days, today the last; whatever became of it. */
  by_day_30d: BookedDayDto[];
  /** Of what was booked on these 30 days, by service; the twenty that were booked most. */
  by_service_30d: ServiceCountDto[];
  /** The next eight, pending or confirmed. */
  next: AppointmentDto[];
}

/** @schema ConversationCounts */
export interface ConversationFiguresDto {
  open: number;
  needs_human: number;
  /** Conversations with unread messages. */
  unread: number;
  /** In which somebody waits for a person. */
  waiting: number;
  /** The longest of them; null: nobody waits. */
  waiting_since: Instant | null;
  agent_last_seen_at: Instant | null;
  /** Whose replies have not reached their customers for ten minutes; at most five. */
  undelivered: UndeliveredDto[];
  /**
   * In which five or more different phone numbers wrote or booked within the last hour: several customers may
   * share them. Those with the most numbers first; at most five.
   */
  many_numbers: ManyNumbersDto[];
  /** Each of the last 14 days, today the last. */
  messages_by_day_14d: MessageDayDto[];
}

/** @schema TaskCounts */
export interface TaskCountsDto {
  pending: number;
  /** Completed in the last seven days. */
  completed_7d: number;
  /** Completed in the seven days before those. */
  completed_previous_7d: number;
}

export const ATTENTION_KINDS = [
  'mail_failed',
  'calendar_unreadable',
  'webhook_failing',
  'reminder_undelivered',
  'bookings_wait',
  'restore_failed',
  'clients_wait',
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/**
 * Work in the background that fails, a backup that could not be restored, or bookings that begin soon and that nobody has confirmed.
 * @schema Attention
 */
export interface AttentionDto {
  kind: AttentionKind;
  count: number;
  /** Of the oldest. */
  since: Instant;
  /**
   * Where the panel shows it.
   * @example /settings/mail
   */
  link: string;
  /**
   * What the newest failure said, where that is known.
   * @example null
   */
  reason: string | null;
}

/** How the business goes. Days begin and end in the chat agent's time zone; `30d` and `7d` are hours since now. */
export interface DashboardDto {
  clients: ClientCountsDto;
  appointments: AppointmentCountsDto;
  conversations: ConversationFiguresDto;
  /**
   * Mails that failed within three days or wait for more than 15 minutes, busy calendars that cannot be read,
   * webhooks that have failed for ten minutes or were switched off, and pending bookings that begin within 36
   * hours; what the reader may open.
   */
  attention: AttentionDto[];
  /** The tasks of the coding assistant; null for the front desk. */
  tasks: TaskCountsDto | null;
  /** The one that was activated last. */
  active_account: ActiveAccountDto | null;
  /** One a tool, the one that was activated last first; empty for the front desk. */
  active_accounts: ActiveAccountDto[];
  /**
   * What a new installation still needs, for admins; those that are skipped are left out.
   * @example ["services","agent"]
   */
  first_steps: FirstStep[];
  generated_at: Instant;
}
