import type { UserDto } from './users';
import type { Instant, Uuid } from '../kinds';

/** What logging in, the own account and its sessions take and answer. */

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

/** The signed-in user with the own preferences. */
export interface MeDto extends UserDto {
  /**
   * A BCP 47 language tag.
   * @example en
   */
  locale: string;
  /**
   * An IANA time zone.
   * @example Europe/Vienna
   */
  time_zone: string;
  theme: Theme;
  density: Density;
  /**
   * How dates and numbers are written; null: as in the region of the browser or the business.
   * @example en-GB
   */
  formats: string | null;
  /** Whether the user has said to be away. */
  is_away: boolean;
}

/** That somebody is at the panel. */
export interface PresenceDto {
  /** Left out, it stays. */
  is_away?: boolean;
}

export interface UpdateMeDto {
  name?: string;
  locale?: string;
  time_zone?: string;
  theme?: Theme;
  density?: Density;
  formats?: string | null;
}

/** What a user can be told of: by a notification of the desktop, by a sound, and by push to devices. */
export const NOTIFICATION_KINDS = [
  'new_conversation',
  'needs_human',
  'assigned_to_me',
  'client_answered',
  // Named by a colleague in a note.
  'mentioned',
  'client_waits',
  'new_appointment',
  'cancelled_appointment',
  // Booked, moved or cancelled; for users to whom a resource is tied.
  'own_appointment',
  // For admins: only they see the accounts.
  'account_limit',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** What a user can be told of by mail. */
export const MAIL_NOTICES = [
  'needs_human',
  'mentioned',
  'client_waits',
  'booking_waits',
  'agent_silent',
  // On Mondays.
  'weekly_report',
  // For admins.
  'backup_failed',
  'something_fails',
] as const;
export type MailNotice = (typeof MAIL_NOTICES)[number];

/**
 * @schema NotificationSettingsDocument
 * @rules NotificationSettingsRequest
 */
export interface NotificationSettingsDto {
  /** What shows a notification of the desktop. */
  desktop: NotificationKind[];
  /** What makes a sound. */
  sound: NotificationKind[];
  /** What the server sends a mail about. `backup_failed` is for admins. */
  mail: MailNotice[];
  /** What the user's devices are told of, also while no panel is open. */
  push: NotificationKind[];
  /** Whether what the devices show names the client. It never has a message or a phone number. */
  push_names: boolean;
}

/** What is missing stays as it is. */
export type ReplaceNotificationSettingsDto = Pick<NotificationSettingsDto, 'desktop' | 'sound'> &
  Partial<NotificationSettingsDto>;

/** A browser that shows notifications also while no panel is open (Web Push). It goes with the session that added it. */
export interface PushDeviceDto {
  id: Uuid;
  /**
   * By the browser's own words.
   * @example Chrome, Android
   */
  name: string;
  created_at: Instant;
  /** When its push service last took a notification. */
  last_at: Instant | null;
}

export interface PushDto {
  /** For `applicationServerKey` of the browser's subscription (VAPID). */
  public_key: string;
  /** The user's own, the newest first. */
  devices: PushDeviceDto[];
}

/** A subscription, as a browser's `PushSubscription` has it. */
export interface AddPushDeviceDto {
  endpoint: string;
  keys: PushKeysDto;
}

export interface PushKeysDto {
  /** A point of P-256. */
  p256dh: string;
  auth: string;
}

export interface LoginDto {
  email: string;
  password: string;
  /** Six digits of the authenticator, or a recovery code. */
  totp?: string;
}

export interface SignedInDto {
  /** For `Authorization: Bearer`. */
  access_token: string;
  /**
   * Seconds.
   * @example 600
   */
  expires_in: number;
  user: MeDto;
}

export interface ChangePasswordDto {
  current_password: string;
  new_password: string;
}

/** What has to be proved where TOTP is on: who has only the device must not be able to replace or end it. */
export interface TotpProofDto {
  password: string;
  /** Six digits of the authenticator, or a recovery code. */
  totp: string;
}

export interface TotpSetupDto {
  /** The shared secret in base32, for typing. */
  secret: string;
  /**
   * The same for a QR code.
   * @format uri
   */
  otpauth_url: string;
}

export interface EnableTotpDto {
  /** Six digits that the authenticator shows for the new secret. */
  totp: string;
}

export interface TotpEnabledDto {
  totp_enabled: true;
  /** Ten codes, each good once in the place of six digits. Shown this once. */
  recovery_codes: string[];
}

/** One place where the user is logged in. */
export interface AuthSessionDto {
  id: Uuid;
  /** Whether the request came from this session. */
  current: boolean;
  /** @example "203.0.113.7" */
  ip: string | null;
  /** @example Mozilla/5.0 */
  user_agent: string | null;
  created_at: Instant;
  last_used_at: Instant;
  /** When it ends unless it is used before. */
  expires_at: Instant;
}

export interface AcceptInviteDto {
  /** What stands behind `#token=` in the link. */
  token: string;
  password: string;
}

export interface LookAtInviteDto {
  token: string;
}

/** Whose an invitation is, before it is accepted. */
export interface InvitedDto {
  /** As clients know it; '' where it has no name yet. */
  business: string;
  name: string;
  /** With which they log in later. */
  email: string;
}

/** The address of the user's calendar feed, with the token that opens it. Shown this once. */
export interface CalendarTokenDto {
  token: string;
  /**
   * For a calendar program; holds the token.
   * @format uri
   */
  calendar_url: string;
}

/** Confirms a session: the code while TOTP is on, else the password. */
export interface ConfirmDto {
  password?: string;
  totp?: string;
}
