import { inOneLine, isSameName, type ChatAgentSettingsDto } from '@groupless/shared-dto';
import type { Telling } from '../mail/mail.service';
import { mailLanguageOf } from '../shared/mail-language';
import type { NotifiedAppointment } from './notified-appointment';
import { isUnnamed } from './told/difference';

/** Of the business. */
export type Place = Pick<ChatAgentSettingsDto, 'language' | 'time_zone'>;

/** The values of an appointment in the text of a mail or message, in the language of the client. */
export function notificationValues(
  {
    attendee_name,
    client_name,
    language: ofClient,
    services,
    title,
    resource,
    starts_at,
    ends_at,
    reason,
  }: NotifiedAppointment,
  { language: ofBusiness, time_zone: timeZone }: Place,
): Telling['values'] {
  const language = mailLanguageOf(ofClient, ofBusiness);
  const minutes = Math.round((ends_at.getTime() - starts_at.getTime()) / 60_000);
  const unit = { style: 'unit', unit: 'minute', unitDisplay: 'short' } as const;
  const isOfClient = attendee_name === null || isSameName(attendee_name, client_name);
  return {
    // The mail is to the client, whoever comes.
    name: client_name,
    client: client_name,
    attendee: isOfClient ? '' : attendee_name,
    service: inOneLine(services) || title,
    duration: new Intl.NumberFormat(language, unit).format(minutes),
    price: pricesOf(services),
    reason: reason ?? '',
    resource: isUnnamed(resource) ? '' : resource,
    date: new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'full' }).format(starts_at),
    time: new Intl.DateTimeFormat(language, { timeZone, timeStyle: 'short' }).format(starts_at),
  };
}

/** Prices are texts, so those of several services are told one by one. */
function pricesOf(services: NotifiedAppointment['services']): string {
  return services
    .flatMap(({ name, price }) => (price ? [services.length === 1 ? price : `${name}: ${price}`] : []))
    .join(', ');
}
