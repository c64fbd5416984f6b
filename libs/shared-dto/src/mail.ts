import type { Instant, Uuid } from './kinds';

/** Mails to users: admins see them, and the person that one is to. */
export const USER_MAIL_KINDS = ['invitation', 'reset', 'security', 'team'] as const;

/** What clients are told of their appointments. */
export const CLIENT_MAIL_KINDS = [
  /** One that waits for a confirmation was made. */
  'requested',
  'booked',
  'confirmed',
  /** The team cancelled one that was never confirmed. */
  'declined',
  'moved',
  'cancelled',
  /** A cancellation that the client was told of does not count any more. */
  'restored',
  'reminder',
] as const;
export type ClientMailKind = (typeof CLIENT_MAIL_KINDS)[number];

/** What mails are about. */
export const MAIL_KINDS = [
  ...USER_MAIL_KINDS,
  ...CLIENT_MAIL_KINDS,
  /** To the client: a time that they wait for is held for them. */
  'offered',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export const MAIL_STATUSES = ['waiting', 'sent', 'failed'] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];

/**
 * How the connection to the mail server is encrypted: not, by STARTTLS, or from its beginning. From the weakest to the
 * strongest, which decides whether a stored password may be used further.
 */
export const MAIL_TLS = ['none', 'starttls', 'tls'] as const;
export type MailTls = (typeof MAIL_TLS)[number];

/** @schema MailServer */
export interface MailServerDto {
  /** Empty: there is none. */
  host: string;
  port: number;
  tls: MailTls;
  /** Empty: it asks for no log-in. */
  user: string;
}

/**
 * Which mails are sent. A link for a forgotten password always is; `restored` goes with `cancelled`. Those to clients are off at
 * first.
 * @schema MailSends
 */
export interface MailSendsDto {
  /** The link for a new user. */
  invitation: boolean;
  /** Notices to users about their own account. */
  security: boolean;
  /** To the client: an appointment was asked for and waits for a confirmation. */
  requested: boolean;
  /** To the client: an appointment was made. */
  booked: boolean;
  /** To the client: it was confirmed. */
  confirmed: boolean;
  /** To the client: the team cancelled it before it was confirmed. */
  declined: boolean;
  /** To the client: it has another time, or is with somebody else. */
  moved: boolean;
  /** To the client: it was cancelled, deleted or given to somebody else; and that a cancellation no longer counts. */
  cancelled: boolean;
  /** To the client, before a confirmed one begins. */
  reminder: boolean;
}

/**
 * Times of day in the business's time zone between which no reminder leaves: `21:00` to `08:00`.
 * @schema QuietHours
 */
export interface QuietHoursDto {
  from: string;
  to: string;
}

/** `environment`: `SMTP_URL` says which server, and mail is on. */
export type MailSource = 'settings' | 'environment';

export interface ReplaceMailSettingsDto {
  /** Whether mail is sent. */
  enabled: boolean;
  /** An address, perhaps with a name before it. Empty: there is none. */
  from: string;
  /** Where answers go; null: to `from`. */
  reply_to: string | null;
  /** Where mail is handed over. */
  server: MailServerDto;
  /** What is left out stays as it is. */
  sends: Partial<MailSendsDto>;
  /** How many hours before an appointment its reminders leave. */
  reminder_hours: number[];
  /** When no reminder leaves, in the time zone of the business. It leaves at the end of them. */
  quiet: QuietHoursDto | null;
  /** Whether reminders also go into the chat of a booking, as messages of `deliver`. That needs no mail server. */
  chat_reminders: boolean;
  /** Null: none any more. Without it the stored one stays. */
  password?: string | null;
  /** Of the answer; without effect. */
  has_password?: boolean;
  /** Of the answer; without effect. */
  source?: MailSource;
}

/** @rules ReplaceMailSettingsRequest */
export interface MailSettingsDto extends Omit<ReplaceMailSettingsDto, 'password' | 'sends'> {
  sends: MailSendsDto;
  /** Whether a password is stored. */
  has_password: boolean;
  /** `environment`: `SMTP_URL` says which server, and mail is on. */
  source: MailSource;
}

export interface TestMailDto {
  to: string;
}

/**
 * What the server says of a mail in words of its own, before those of the mail server or instead of them: the commonest slips of
 * settings, and why it was given up. The panel says it in its languages.
 */
export const MAIL_WORDS = {
  not_sent: 'It was not sent.',
  try_starttls: 'This port does not begin with TLS. If it is one of a mail server, try STARTTLS.',
  try_tls: 'No mail server greets on this port. It may begin with TLS: try TLS. Else it is another port.',
  no_greeting: 'No mail server greets on this port. Is it the right one?',
  hung_up: 'The connection was ended from the other side. Is it a mail server that lets this machine in?',
  bad_certificate:
    'Nobody vouches for the certificate of this server: it is not for this name, not of a known authority, or too old.',
  wants_login: 'The server wants a user and a password.',
  no_starttls: 'This port may have no STARTTLS. Try TLS with its port, mostly 465.',
  no_answer: 'Nothing answers on this port. Is it the right one?',
  no_host: 'There is no server of this name.',
  no_mail_server: 'What answers on this port is no mail server.',
  not_reached: 'The server could not be reached.',
  too_long: 'The server took too long.',
  wrong_login: 'The user or the password is wrong.',
  wants_encryption: 'The server wants encryption. Try STARTTLS.',
  switched_off: 'Mail is switched off.',
  outdated: 'What it says is no longer true.',
  too_late: 'It was not sent in time.',
  other_email: 'The user has another email now.',
} as const;

export interface TestedMailDto {
  accepted: true;
  /**
   * What the server said.
   * @example "250 OK: message queued"
   */
  response: string;
}

/** One mail of the log. */
export interface MailDto {
  id: Uuid;
  kind: MailKind;
  /** @example jana@example.com */
  to: string;
  /** @example Your account for Mia */
  subject: string;
  status: MailStatus;
  attempts: number;
  /**
   * What the mail server said last, or why it could not be asked.
   * @example "250 OK: message queued"
   */
  last_response: string | null;
  created_at: Instant;
  sent_at: Instant | null;
}

export interface MailQueryDto {
  client_id?: string;
  appointment_id?: string;
  /** Of `MAIL_STATUSES`; several by comma. */
  status?: string;
  limit?: number;
  cursor?: string;
}

export interface ForgottenPasswordDto {
  email: string;
}

export interface ResetPasswordDto {
  token: string;
  password: string;
}

/** The languages that mails are written in. */
export const MAIL_LANGUAGES = ['en', 'ru', 'de', 'es', 'fr'] as const;
export type MailLanguage = (typeof MAIL_LANGUAGES)[number];

/** What stands in for values in the texts, as `{name}`. `manage` is empty without the booking page; of an offered time it is its link, and `until` says how long it is held. Which ones a kind has, `MAIL_PLACEHOLDERS` says. */
export type MailPlaceholder =
  | ('business' | 'address' | 'phone' | 'name' | 'link' | 'what')
  | (
      | 'client'
      | 'attendee'
      | 'service'
      | 'date'
      | 'time'
      | 'duration'
      | 'resource'
      | 'price'
      | 'reason'
      | 'manage'
      | 'until'
    );

const OF_CLIENTS = [
  ...(['business', 'address', 'phone', 'name', 'client', 'attendee'] as const),
  ...(['service', 'date', 'time', 'duration', 'resource', 'price', 'reason', 'manage'] as const),
] as const;

export const MAIL_PLACEHOLDERS: Readonly<Record<MailKind, readonly MailPlaceholder[]>> = {
  invitation: ['business', 'name', 'link'],
  reset: ['business', 'name', 'link'],
  security: ['business', 'name', 'what'],
  team: ['business', 'name', 'what', 'link'],
  requested: OF_CLIENTS,
  booked: OF_CLIENTS,
  confirmed: OF_CLIENTS,
  declined: OF_CLIENTS,
  moved: OF_CLIENTS,
  cancelled: OF_CLIENTS,
  restored: OF_CLIENTS,
  reminder: OF_CLIENTS,
  offered: [...OF_CLIENTS, 'until'],
};

export interface MailTextInputDto {
  subject: string;
  text: string;
}

export interface MailTextDto extends MailTextInputDto {
  /** Whether it is the text that comes with the program. */
  is_standard: boolean;
}

export interface MailPreviewDto extends MailTextInputDto {
  /** The page that programs of mail show. */
  html: string;
}
