import { mailLanguageOf, type Telling } from '../mail/mail.service';
import type { ToldAppointment } from './told-appointment';

/** Which language and time zone the business has. */
export interface Place {
  language: string;
  time_zone: string;
}

/** What a mail or a message tells of an appointment, in the language of the client. */
export function toldValues(
  { attendee_name, client_name, language: ofClient, service, title, resource, starts_at }: ToldAppointment,
  { language: ofBusiness, time_zone: timeZone }: Place,
): Telling['values'] {
  const language = mailLanguageOf(ofClient, ofBusiness);
  return {
    name: attendee_name ?? client_name,
    service: service ?? title,
    resource,
    date: new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'full' }).format(starts_at),
    time: new Intl.DateTimeFormat(language, { timeZone, timeStyle: 'short' }).format(starts_at),
  };
}
