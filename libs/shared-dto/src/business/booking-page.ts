import type { Uuid } from '../kinds';

export const ASKED = ['required', 'optional', 'off'] as const;
export type Asked = (typeof ASKED)[number];

/** @schema BookingQuestion */
export interface BookingQuestionDto {
  /** @example Is this your first visit? */
  label: string;
  required: boolean;
}

/** By what a visitor can be reached. One of them is always asked for. */
export interface AskedContactsDto {
  phone: Asked;
  email: Asked;
}

/**
 * The public page on which clients book.
 * @schema BookingPage
 */
export interface BookingPageDto {
  /** While it is off, its addresses are 404. */
  enabled: boolean;
  /** The end of its address, `/book/<slug>`; empty: `/book` alone. @example salon */
  slug: string;
  /** Empty: the name of the business. */
  title: string;
  text: string;
  /** The names of `service_ids`, as they are called now. */
  services: string[];
  /** What can be booked; empty: all services. One that was archived stays, and is not offered. */
  service_ids: Uuid[];
  /** The names of `resource_ids`, as they are called now. */
  resources: string[];
  /** Who can be booked; empty: all. */
  resource_ids: Uuid[];
  /** Whether visitors may choose with whom it is; else it is whoever is free. */
  choose_resource: boolean;
  /** How far ahead, in days. @example 60 */
  horizon_days: number;
  /** How long before the start at least, in minutes. @example 120 */
  notice_minutes: number;
  /** How many coming bookings a visitor may have. @example 3 */
  open_per_visitor: number;
  /** Whether a booking is confirmed at once; else it is pending. */
  confirm: boolean;
  /** Whether a visitor confirms the email by a link before there is a booking, as long as mail is on. */
  confirm_contact: boolean;
  ask: AskedContactsDto;
  questions: BookingQuestionDto[];
  /** Visitors have to agree to it; null: they are not asked. */
  privacy_url: string | null;
  /** Stands in the history of a booking, with what the visitor agreed to; empty: it has none. @example 2027-01 */
  privacy_version: string;
  /** @example "#4758d4" */
  accent: string;
  /** The sites that may show the page in a frame, as hosts. @example ["www.example.com"] */
  frame_hosts: string[];
  /** Whether times that get free are offered to who waits for them, one after the other. */
  waiting_list: boolean;
  /** For how many minutes an offered time is held. @example 30 */
  hold_minutes: number;
  has_logo: boolean;
  /** The whole address; null without `PUBLIC_URL`. @example https://panel.example.com/book/salon */
  url: string | null;
}

/** Services and resources by ids, or else by names. */
export type ReplaceBookingPageDto = Omit<
  BookingPageDto,
  | ('services' | 'service_ids' | 'resources' | 'resource_ids' | 'privacy_version')
  | ('confirm_contact' | 'waiting_list' | 'hold_minutes' | 'has_logo' | 'url')
> &
  Partial<BookingPageDto>;
