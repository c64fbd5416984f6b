import type { Telling } from '../mail/mail.service';
import { mailLanguageOf } from '../shared/mail-language';
import type { NotifiedAppointment } from './notified-appointment';
import { isUnnamed } from './told/difference';

/** The language and time zone of the business. */
export interface Place {
  language: string;
  time_zone: string;
}

/** The values of an appointment in the text of a mail or message, in the language of the client. */
export function notificationValues(
  {
    attendee_name,
    client_name,
    language: ofClient,
    service,
    title,
    resource,
    starts_at,
  }: NotifiedAppointment,
  { language: ofBusiness, time_zone: timeZone }: Place,
): Telling['values'] {
  const language = mailLanguageOf(ofClient, ofBusiness);
  return {
    name: attendee_name ?? client_name,
    service: service ?? title,
    resource: isUnnamed(resource) ? '' : resource,
    date: new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'full' }).format(starts_at),
    time: new Intl.DateTimeFormat(language, { timeZone, timeStyle: 'short' }).format(starts_at),
  };
}
