import type { FieldTexts } from '../../shared/tools/tool';

/** The descriptions of a booking's fields for models. */
export const BOOKING_FIELDS = {
  starts_at: 'The start, such as 2027-03-01T10:00, in the time zone of the business.',
  client: {
    text: 'For whom. Give a phone or an email, so that a known customer is found.',
    fields: { name: '', phone: 'With its country code, such as +12125550123.', email: '' },
  },
  service: 'A service of the business: it gives length and title.',
  services: 'Several in one visit, in their order, such as cut and colour; in place of service.',
  duration_minutes: 'The length, if there is no service.',
  title: 'What it is about.',
  resource: 'Who or what is booked, if there are several; any: whoever is free.',
  notes: 'What the team should know.',
} as const satisfies FieldTexts;

/** Fields of definitions that were pasted into a platform before bookings had handles. */
export const DROPPED_FIELDS = ['external_id', 'chat_id'] as const;
