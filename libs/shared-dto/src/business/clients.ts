import type { ErrorCode } from '../error-codes';
import type { Instant, Uuid } from '../kinds';

export const CLIENT_STATUSES = ['lead', 'active', 'archived'] as const;
export type ClientStatus = (typeof CLIENT_STATUSES)[number];

/** By which way a client first came. */
export const CLIENT_SOURCES = ['panel', 'phone', 'chat', 'web', 'import'] as const;
export type ClientSource = (typeof CLIENT_SOURCES)[number];

/** Orders of the list. Clients without the sorted value come last, up and down. */
export const CLIENT_SORTS = [
  'name',
  '-name',
  'phone',
  '-phone',
  'email',
  '-email',
  'status',
  '-status',
  'source',
  '-source',
  'last_activity_at',
  '-last_activity_at',
  'created_at',
  '-created_at',
  'updated_at',
  '-updated_at',
] as const;
export type ClientSort = (typeof CLIENT_SORTS)[number];

/** A further number of a client. */
export interface OtherPhoneDto {
  /**
   * E.164.
   * @example "+12125550124"
   */
  phone: string;
  /**
   * Whose or which it is.
   * @example Mother
   */
  label: string;
}

/** The ways of reminders. */
export const REMINDER_WAYS = ['mail', 'chat'] as const;
export type ReminderWay = (typeof REMINDER_WAYS)[number];

export interface ClientDto {
  id: Uuid;
  /** @example Jana Nováková */
  name: string;
  /**
   * E.164.
   * @example "+12125550123"
   */
  phone: string | null;
  /**
   * Numbers without a country code that came while nobody had chosen `phone_region`, as they were given;
   * several are joined by ` / `. They are shown, searched and exported, and nobody is known by them. `POST
   * /clients/phones/read` reads them.
   * @example "0664 1234567"
   */
  phone_as_given: string | null;
  /**
   * The digits to dial after the phone. Nobody is found by them.
   * @example "22"
   */
  extension: string | null;
  /** Calls and messages from these numbers are the client’s too. A merge adds those of the other client. */
  other_phones: OtherPhoneDto[];
  /** @example jana@example.com */
  email: string | null;
  /**
   * A number that is another client’s, as a child has that of its mother: for calls to this client. Nobody is found by it.
   * @example "+12125550123"
   */
  shared_phone: string | null;
  /**
   * The email of another client: for mails to this client. Nobody is found by it.
   * @example jana@example.com
   */
  shared_email: string | null;
  /**
   * What the mail server said when it refused the email for good. Another email, or a mail that arrives, takes it away.
   * @example "550 5.1.1 No such mailbox"
   */
  email_refused: string | null;
  /**
   * A BCP 47 tag: in which mails are written; null: that of the business.
   * @example de-AT
   */
  language: string | null;
  /**
   * By which ways the client wants no reminders; of all else it is told.
   * @example ["mail"]
   */
  no_reminders: ReminderWay[];
  /**
   * Ids of the client in other systems, by names that these choose.
   * @example {"crm":"C-1017"}
   */
  external_ids: Record<string, string>;
  /** Empty where there is none. */
  company: string;
  status: ClientStatus;
  /** By which way the client first came. */
  source: ClientSource;
  /** @example ["vip"] */
  tags: string[];
  /** Empty where there are none. */
  notes: string;
  /** When the client last booked, wrote or called. */
  last_activity_at: Instant | null;
  created_at: Instant;
  updated_at: Instant;
}

/** What was stored although somebody should look at it. */
export const CLIENT_WARNINGS = ['unlikely_phone', 'phone_country_unknown', 'coming_appointments'] as const;
export type ClientWarningCode = (typeof CLIENT_WARNINGS)[number];

export interface ClientWarningDto {
  /** @example phone */
  field: string;
  code: ClientWarningCode;
  /** @example "+431234 has the length of a phone number, but its country has no such number. Check it." */
  message: string;
  /** Appointments that are still to come. */
  count?: number;
}

/** What storing a client answers. */
export interface SavedClientDto extends ClientDto {
  /** What was stored although it looks like a mistake; left out where there is nothing. */
  warnings?: ClientWarningDto[];
}

export interface OtherPhoneFieldsDto {
  /** As people write it. */
  phone: string;
  label?: string;
}

export interface ClientFieldsDto {
  /** As people write it, also with an extension; stored in E.164 form. */
  phone?: string | null;
  extension?: string | null;
  other_phones?: OtherPhoneFieldsDto[];
  email?: string | null;
  /** A number that is another client’s: nobody is found by it. */
  shared_phone?: string | null;
  shared_email?: string | null;
  language?: string | null;
  no_reminders?: ReminderWay[];
  /** All of them: they replace those that are stored. */
  external_ids?: Record<string, string>;
  company?: string;
  status?: ClientStatus;
  tags?: string[];
  notes?: string;
  /** Whether another client may have the same phone or email. */
  allow_duplicate?: boolean;
}

export interface CreateClientDto extends ClientFieldsDto {
  name: string;
}

/** What is left out stays as it is. */
export interface PatchClientDto extends ClientFieldsDto {
  name?: string;
}

/** The same change of several clients. What is left out stays as it is. */
export interface ChangeClientsDto {
  ids: string[];
  status?: ClientStatus;
  /** Tags that each of them has afterwards. */
  add_tags?: string[];
  /** Tags that none of them has afterwards, unless they are in `add_tags`. */
  remove_tags?: string[];
  /** For an undo: a client that has another version by now is left as it is. */
  versions?: ClientVersionDto[];
}

export interface ClientVersionDto {
  id: Uuid;
  /** @example 3 */
  version: number;
}

/** A client that was not changed. */
export interface FailedClientDto {
  id: Uuid;
  /** @example not_found */
  code: ErrorCode;
  /** @example There is no such client. */
  detail: string;
}

export interface ClientChangesDto {
  /** The clients that are now as asked, also those that were so before. */
  changed: Uuid[];
  /** Clients that were not changed, with the cause. */
  failed: FailedClientDto[];
  /** Of those that were changed: for an undo. */
  versions: ClientVersionDto[];
  /**
   * Appointments that are still to come of those who were archived.
   * @example 0
   */
  coming_appointments: number;
}
