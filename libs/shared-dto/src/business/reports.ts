import type { Instant, Uuid } from '../kinds';

export const REPORT_GROUPINGS = ['day', 'week', 'month', 'source', 'service', 'resource', 'hour'] as const;
export type ReportGrouping = (typeof REPORT_GROUPINGS)[number];

export const BOOKING_FIGURES = [
  'made',
  'by_agent',
  'by_agent_in_hours',
  'by_agent_outside_hours',
  'visits',
  'moved',
  'cancelled',
  'no_show',
  'minutes',
] as const;
export const CONVERSATION_FIGURES = ['begun', 'recorded', 'alone', 'person_needed', 'waited'] as const;

/** What a report counts, each with its meaning in the definitions. */
export type ReportFigure =
  | (typeof BOOKING_FIGURES)[number]
  | (typeof CONVERSATION_FIGURES)[number]
  | 'answered'
  | 'median_s'
  | 'p90_s'
  | 'filled_minutes'
  | 'busiest';

/** Dates of the business's time zone. */
export interface ReportQueryDto {
  from?: string;
  to?: string;
  by?: ReportGrouping;
}

/** @schema ReportPeriod */
export interface ReportPeriodDto {
  /**
   * The first day.
   * @format date
   */
  from: string;
  /**
   * The day after the last one.
   * @format date
   */
  to: string;
  begins: Instant;
  ends: Instant;
  days: number;
}

/** @schema ReportBookings */
export interface ReportBookingsDto {
  made: number;
  by_agent: number;
  /** Null, as the next one: of none of the agent's bookings this was recorded. */
  by_agent_in_hours: number | null;
  by_agent_outside_hours: number | null;
  visits: number;
  moved: number;
  cancelled: number;
  no_show: number;
  minutes: number;
}

/**
 * Null: nothing of it was recorded when these began.
 * @schema ReportConversations
 */
export interface ReportConversationsDto {
  begun: number;
  recorded: number;
  alone: number | null;
  person_needed: number | null;
  waited: number | null;
}

/**
 * Null: nobody was answered.
 * @schema ReportResponse
 */
export interface ReportResponseDto {
  answered: number;
  median_s: number | null;
  p90_s: number | null;
}

interface GroupDto {
  /** The first day of a day, week or month; a source; an id; or an hour, as `09`. */
  key: string;
  /** Of a service or a resource as it is called now; otherwise the key. */
  name: string;
}

/** @schema BookingGroup */
export interface BookingGroupDto extends GroupDto, ReportBookingsDto {
  /** The same group in the period before; null of a day, week or month. */
  previous: ReportBookingsDto | null;
}

/** @schema ConversationGroup */
export interface ConversationGroupDto extends GroupDto, ReportConversationsDto {
  /** The same group in the period before; null of a day, week or month. */
  previous: ReportConversationsDto | null;
}

/** @schema BusyHour */
export interface BusyHourDto {
  /** Monday is 1. */
  weekday: number;
  hour: number;
  visits: number;
}

/** @schema ServiceFigures */
export interface ServiceFiguresDto {
  id: Uuid;
  name: string;
  archived_at: Instant | null;
  visits: number;
  cancelled: number;
  no_show: number;
  minutes: number;
  /** In the period before. */
  previous_no_show: number;
  previous_minutes: number;
}

/** @schema ResourceFigures */
export interface ResourceFiguresDto {
  id: Uuid;
  name: string;
  archived_at: Instant | null;
  visits: number;
  filled_minutes: number;
  previous_filled_minutes: number;
}

/**
 * What a figure means, by languages of the panel.
 * @schema ReportDefinition
 */
export interface ReportDefinitionDto {
  figure: ReportFigure;
  en: string;
  ru: string;
  de: string;
  es: string;
  fr: string;
}

/** @schema Report */
export interface ReportDto {
  by: ReportGrouping;
  /** Of the business, whose days these are. */
  time_zone: string;
  period: ReportPeriodDto;
  /** As many days, right before. */
  previous: ReportPeriodDto;
  bookings: ReportBookingsDto & {
    previous: ReportBookingsDto;
    groups: BookingGroupDto[];
    busiest: BusyHourDto[];
    services: ServiceFiguresDto[];
  };
  conversations: ReportConversationsDto & {
    previous: ReportConversationsDto;
    /** None by service and by resource. */
    groups: ConversationGroupDto[];
    /** Of conversations that began before, nothing but that is known. */
    recorded_since: Instant;
  };
  response: ReportResponseDto & { previous: ReportResponseDto };
  resources: ResourceFiguresDto[];
  definitions: ReportDefinitionDto[];
}
