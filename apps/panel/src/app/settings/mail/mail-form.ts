import type {
  MailKind,
  MailSendsDto,
  MailServerDto,
  MailSettingsDto,
  ReplaceMailSettingsDto,
} from '@groupless/shared-dto';
import { afterSaving } from '../../ui/forms/changes-of';

/** The settings of mail as they are typed. */
export interface MailForm {
  enabled: boolean;
  from: string;
  reply_to: string;
  server: MailServerDto;
  /** Empty: the stored one stays. */
  password: string;
  sends: MailSendsDto;
  reminder_hours: number[];
  quietFrom: string;
  quietTo: string;
  chat_reminders: boolean;
}

export const SENT_TO_USERS = ['invitation', 'security'] as const satisfies (keyof MailSendsDto)[];
export const SENT_TO_CLIENTS = [
  'requested',
  'booked',
  'confirmed',
  'declined',
  'moved',
  'cancelled',
  'reminder',
] as const satisfies (keyof MailSendsDto)[];

export type SwitchedKind = keyof MailSendsDto;

/** Whether it has a switch of its own. */
export function isSwitched(kind: MailKind): kind is SwitchedKind {
  return kind in EMPTY_MAIL.sends;
}

export const EMPTY_MAIL: MailForm = {
  enabled: false,
  from: '',
  reply_to: '',
  server: { host: '', port: 587, tls: 'starttls', user: '' },
  password: '',
  sends: {
    invitation: true,
    security: true,
    requested: false,
    booked: false,
    confirmed: false,
    declined: false,
    moved: false,
    cancelled: false,
    reminder: false,
  },
  reminder_hours: [24],
  quietFrom: '',
  quietTo: '',
  chat_reminders: false,
};

export function mailFormOf({ enabled, from, reply_to, server, sends, ...rest }: MailSettingsDto): MailForm {
  return {
    enabled,
    from,
    reply_to: reply_to ?? '',
    server,
    password: '',
    sends,
    reminder_hours: rest.reminder_hours,
    quietFrom: rest.quiet?.from ?? '',
    quietTo: rest.quiet?.to ?? '',
    chat_reminders: rest.chat_reminders,
  };
}

/** What is typed, over what is stored by now: what was not changed here follows it. */
export function followed(now: MailForm, before: MailForm, stored: MailForm): MailForm {
  return {
    ...afterSaving(now, before, stored),
    server: afterSaving(now.server, before.server, stored.server),
    sends: afterSaving(now.sends, before.sends, stored.sends),
  };
}

export function settingsOf({
  enabled,
  from,
  reply_to,
  server,
  sends,
  ...rest
}: MailForm): ReplaceMailSettingsDto {
  const { password, reminder_hours, quietFrom, quietTo, chat_reminders } = rest;
  return {
    enabled,
    from: from.trim(),
    reply_to: reply_to.trim() === '' ? null : reply_to.trim(),
    server: { ...server, host: server.host.trim() },
    sends,
    reminder_hours: [...new Set(reminder_hours)],
    quiet: quietFrom === '' || quietTo === '' ? null : { from: quietFrom, to: quietTo },
    chat_reminders,
    ...(password === '' ? {} : { password }),
  };
}
