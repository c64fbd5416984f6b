import type { MailSendsDto, MailSettingsDto } from '@groupless/shared-dto';
import type { Settings } from '../../config/settings';
import type { MailSettings } from './mail-settings.entity';

/** The password is in no answer. What the environment says wins. */
export function toMailSettingsDto(
  { enabled, sender, reply_to, server, password, ...rest }: MailSettings,
  { smtp, mail_from }: Pick<Settings, 'smtp' | 'mail_from'>,
): MailSettingsDto {
  const { reminder_hours, quiet, chat_reminders } = rest;
  const isGiven = smtp !== null;
  const from = mail_from ?? sender;
  return {
    enabled: (isGiven || enabled) && from !== '',
    from,
    reply_to,
    server: isGiven ? { host: smtp.host, port: smtp.port, tls: smtp.tls, user: smtp.user } : server,
    sends: sendsOf(rest),
    reminder_hours,
    quiet,
    chat_reminders,
    has_password: isGiven ? smtp.password !== '' : password !== null,
    source: isGiven ? 'environment' : 'settings',
  };
}

/** A version that does not know all kinds may have stored them. */
type StoredSends = Omit<MailSendsDto, 'requested' | 'declined'> & Partial<MailSendsDto>;

/** What is sent. */
export function sendsOf(
  { sends }: { sends: StoredSends },
  { ...changes }: Partial<MailSendsDto> = {},
): MailSendsDto {
  const { requested = sends.booked, declined = sends.cancelled } = sends;
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...sends, requested, declined, ...Object.fromEntries(given) };
}
