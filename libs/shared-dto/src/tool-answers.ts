import type { AppointmentDto, AppointmentStatus } from './business/appointments';
import type { AvailabilityDto } from './business/availability';
import type { MessagesDto } from './business/conversation-messages';
import type { ConversationDto } from './business/conversations';
import type { PingResultDto } from './business/pings';
import type { Instant } from './kinds';
import type { ChatMessageDto } from './memory/memory';
import type { SearchHitDto } from './memory/memory-search';
import type {
  CompletedBeforeDto,
  SessionResult,
  SimilarStateDto,
  StateResult,
  TaskResult,
} from './memory/webhooks';
import type { PageDto } from './page';
import type { ServiceDto } from './settings';

/*
 * What only the tools of models answer, with comments for models: each character of them is part of every conversation, so
 * rows of the memory have no fields here.
 */

interface SaidDto {
  /** What to say: local time, weekday, person and state. */
  say: string;
}

interface HandleDto {
  /** The handle by which it is changed and cancelled. */
  booking: string;
}

interface LocalStartDto {
  starts_at: Instant;
  /** As the clocks of the business show it. */
  local_starts_at: string;
}

/** A page of appointments. */
export interface ListedAppointments extends SaidDto, PageDto<AppointmentDto> {}

/** A changed appointment. */
export interface ChangedByTeam extends SaidDto, AppointmentDto {}

/** A booking, which a known `external_id` repeats. */
export interface BookedByTeam extends SaidDto, AppointmentDto {
  /** True: booked before, and nothing now. */
  already_booked?: true;
}

/** An appointment as models see it, with the handle by which they change and cancel it. */
export interface ToolBooking
  extends SaidDto, HandleDto, Omit<AppointmentDto, 'external_id' | 'resource_id' | 'room_id' | 'services'> {
  /** All services of the visit, if there are several. */
  services?: string[];
  /** True: booked before, and nothing now. */
  already_booked?: true;
  /** True: it was so before, and nothing changed now. */
  unchanged?: true;
  /** Read it before you answer the customer. */
  note?: string;
  /** What of the caller's data cannot be read. */
  warnings?: string[];
  /** Of a new booking: other coming times of its client. */
  client_has_also?: OtherBooking[];
}

export type OtherBooking = LocalStartDto;

/** A future appointment for models, with no more than the caller needs. */
export interface ListedBooking extends HandleDto, LocalStartDto {
  /** With whom, or where. */
  resource: string;
  /** pending: requested, not confirmed yet. */
  status: AppointmentStatus;
  /** Null: none of the settings. */
  service: string | null;
  /** As the clocks of the business show it. */
  local_ends_at: string;
  /** Where the platform names the caller alone: for whom it is. Null: for the caller. */
  attendee_name?: string | null;
}

export interface ListedBookings extends SaidDto {
  /** By time. */
  bookings: ListedBooking[];
}

/** A service as models see it: price, length, and who offers it. */
export interface OfferedService extends Omit<ServiceDto, 'buffer_minutes'> {
  /** Who does it. */
  resources: string[];
}

export interface Offers {
  /** What can be booked. */
  services: OfferedService[];
  /** Who or what can be booked. */
  resources: string[];
  /** When it is open, such as Mon 09:00-18:00. */
  hours: string[];
  /** How many services the answer has no room for. */
  more_services?: number;
  /** How many resources. */
  more_resources?: number;
  /** How many hours. */
  more_hours?: number;
}

/** A free time. */
export interface OfferedTime {
  /** As the clocks of the business show it. Book it by this `starts_at`. */
  at: string;
  /** Who is free then. */
  with: string[];
  /** How many others are free then, too. */
  others?: number;
}

/** Free times, and what a model needs to ask for them. */
export interface FreeTimes extends SaidDto, Offers, Pick<AvailabilityDto, 'date' | 'time_zone' | 'closed'> {
  /** By time. */
  slots: OfferedTime[];
  /** How many more there are. */
  more?: number;
}

/** With the chat's handle if the platform names no chat. */
export interface TakenMessages extends PingResultDto {
  /** Send it with each later call. */
  chat?: string;
}

/** One conversation with its messages, or a page of conversations. */
export interface ReadConversation extends Partial<PageDto<ConversationDto>> {
  conversation?: ConversationDto;
  messages?: MessagesDto;
}

export interface StoredSummary {
  result: SessionResult;
  session: Record<string, unknown>;
  /** Of tasks_completed, what is a pending task: end it with task. */
  still_pending?: string[];
  unknown_projects?: string[];
  unknown_decisions?: string[];
  similar_decisions?: Record<string, unknown>[];
}

export interface StoredState {
  result: StateResult;
  state: Record<string, unknown>;
  previous_value: string | null;
  similar?: SimilarStateDto[];
}

export interface ChangedTask {
  result: TaskResult | 'listed';
  task?: Record<string, unknown>;
  tasks?: string[];
  total?: number;
  /** Pending tasks that are like a new one. */
  similar?: string[];
  completed_before?: CompletedBeforeDto | null;
}

/** The cursor `before` of the next page gets older messages; without it there are none. */
export interface ModelHistory {
  chat_id: string;
  messages: ChatMessageDto[];
  before?: number;
}

/** Hits as a model reads them: each character is paid for. */
export interface FoundMemories {
  items: Omit<SearchHitDto, 'why' | 'turns'>[];
  total: number;
}

/** An entry of the waiting list. */
export interface JoinedWaitingList extends SaidDto {
  already_waiting?: true;
}

/** A link to the booking page. */
export interface SentLink extends SaidDto {
  url: string;
}
