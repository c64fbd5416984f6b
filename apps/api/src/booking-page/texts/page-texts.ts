import type { AppointmentStatus } from '@groupless/shared-dto';

/** The words of the booking page and of the links of bookings in one language. */
export interface PageTexts {
  /** How the language calls itself. */
  language: string;
  choose_services: string;
  services_help: string;
  next: string;
  nobody_does_all: string;
  choose_who: string;
  anyone: string;
  anyone_help: string;
  choose_time: string;
  nothing_free: string;
  nothing_offered: string;
  /** What was chosen was taken off the page meanwhile. */
  not_offered: string;
  earlier: string;
  later: string;
  times_on: string;
  your_details: string;
  name: string;
  phone: string;
  email: string;
  note: string;
  optional: string;
  one_of_both: string;
  book: string;
  request: string;
  privacy: string;
  agree: string;
  service: string;
  with: string;
  when: string;
  where: string;
  price: string;
  for: string;
  change: string;
  minutes: string;
  times_of: string;
  also_in: string;
  needed: string;
  bad_name: string;
  bad_phone: string;
  bad_email: string;
  too_long: string;
  check: string;
  taken: string;
  taken_none: string;
  expired: string;
  not_sent: string;
  booked_already: string;
  too_many: string;
  failed: string;
  not_found: string;
  not_found_help: string;
  to_start: string;
  your_booking: string;
  status: Record<AppointmentStatus, string>;
  done: Record<'booked' | 'requested' | 'moved' | 'moved_requested' | 'cancelled' | 'restored', string>;
  keep_link: string;
  move: string;
  cancel: string;
  calendar: string;
  move_to: string;
  move_now: string;
  cancel_question: string;
  cancel_now: string;
  keep: string;
  take_back: string;
  take_back_help: string;
  too_late: string;
  over: string;
  book_another: string;
  /** Before there is a booking, the email is confirmed by a link. */
  confirm_contact: string;
  /** With `{minutes}`. */
  confirm_sent: string;
  /** Shown to everybody: that there was none for a reason is for nobody to learn. */
  confirm_no_mail: string;
  confirm_lead: string;
  do_confirm: string;
  confirm_over: string;
  /** The same of who is to wait. */
  confirm_wait_sent: string;
  confirm_wait_over: string;
  offered: string;
  kept_until: string;
  take: string;
  decline: string;
  declined: string;
  offer_over: string;
  wait: string;
  wait_help: string;
  /** Where no mail tells of a time. */
  wait_help_called: string;
  wait_from: string;
  wait_to: string;
  wait_hours: string;
  wait_hours_to: string;
  wait_send: string;
  waiting: string;
  waiting_called: string;
  bad_days: string;
}
