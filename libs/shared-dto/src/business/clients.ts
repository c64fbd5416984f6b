import type { ErrorCode } from '../error-codes';
import { LIMITS } from '../limits';

export const CLIENT_STATUSES = ['lead', 'active', 'archived'] as const;
export type ClientStatus = (typeof CLIENT_STATUSES)[number];

/** By which way a client first came. */
export const CLIENT_SOURCES = ['panel', 'phone', 'chat', 'import'] as const;
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
  /** In E.164 form. */
  phone: string;
  /** Whose or which it is, such as `Mother` or `Office`; empty where nothing was said. */
  label: string;
}

/** The ways of reminders. */
export const REMINDER_WAYS = ['mail', 'chat'] as const;
export type ReminderWay = (typeof REMINDER_WAYS)[number];

export interface ClientDto {
  id: string;
  name: string;
  /** In E.164 form, such as `+12125550123`. */
  phone: string | null;
  /**
   * Numbers without a country code, as they were given while the settings had no country; several are joined by ` / `.
   * Nobody is found by them but in a search.
   */
  phone_as_given: string | null;
  /** The digits to dial after the phone. Nobody is found by them. */
  extension: string | null;
  /** Calls and messages from these are the client's too. */
  other_phones: OtherPhoneDto[];
  email: string | null;
  /** What the mail server said when it refused the email for good; null: it did not. Another email takes it away. */
  email_refused: string | null;
  /** In which mails are written, a BCP 47 tag; null: that of the business. */
  language: string | null;
  /** By which ways the client wants no reminders; of all else it is told. */
  no_reminders: ReminderWay[];
  /** Empty where there is none. */
  company: string;
  status: ClientStatus;
  source: ClientSource;
  tags: string[];
  /** Empty where there are none. */
  notes: string;
  /** When the client last booked, wrote or called; null if never. */
  last_activity_at: string | null;
  created_at: string;
  updated_at: string;
}

/** What was stored although somebody should look at it. */
export const CLIENT_WARNINGS = ['unlikely_phone', 'phone_country_unknown', 'coming_appointments'] as const;
export type ClientWarningCode = (typeof CLIENT_WARNINGS)[number];

export interface ClientWarningDto {
  field: string;
  code: ClientWarningCode;
  message: string;
  /** How many appointments are to come. */
  count?: number;
}

/** What storing a client answers. */
export interface SavedClientDto extends ClientDto {
  /** Left out where there are none. */
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
  language?: string | null;
  no_reminders?: ReminderWay[];
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
  id: string;
  version: number;
}

/** A client that was not changed. */
export interface FailedClientDto {
  id: string;
  code: ErrorCode;
  detail: string;
}

export interface ClientChangesDto {
  /** The clients that are now as asked, also those that were so before. */
  changed: string[];
  failed: FailedClientDto[];
  /** Of those that were changed: what an undo sends back. */
  versions: ClientVersionDto[];
  /** Appointments that are still to come of those who were archived. */
  coming_appointments: number;
}

/** What people can change of a client, and what is kept of it from before. */
export const CLIENT_FIELDS = [
  'name',
  'phone',
  'phone_as_given',
  'extension',
  'other_phones',
  'email',
  'language',
  'no_reminders',
  'company',
  'status',
  'tags',
  'notes',
] as const;
export type ClientField = (typeof CLIENT_FIELDS)[number];
export type ClientFieldValue = string | null | string[] | OtherPhoneDto[];

/** By what a client changed. */
export const CLIENT_CHANGE_CAUSES = [
  'edited',
  'put_back',
  'merged',
  'unmerged',
  'imported',
  'reactivated',
] as const;
export type ClientChangeCause = (typeof CLIENT_CHANGE_CAUSES)[number];

export interface ClientFieldChangeDto {
  field: ClientField;
  before: ClientFieldValue;
  after: ClientFieldValue;
}

/** A change of a client. */
export interface ClientChangeDto {
  /** That the client had afterwards. */
  version: number;
  at: string;
  cause: ClientChangeCause;
  /** The user with the name of that time; null if a key did it, or nobody: a booking or a message of the client. */
  user: { id: string; name: string | null } | null;
  /** The name of the key with which it was done. */
  key_name: string | null;
  changes: ClientFieldChangeDto[];
}

/** Which fields become again what they were before a change; all of it where none is named. */
export interface PutBackClientDto {
  fields?: ClientField[];
  /** Whether another client may have the same phone or email. */
  allow_duplicate?: boolean;
}

/** Reads the numbers that stand in `phone_as_given` as those of a country. */
export interface ReadPhonesDto {
  /** ISO 3166 code. */
  country: string;
  /** Answers what would be, and changes nothing. */
  dry_run?: boolean;
  /** The `next` of the answer before. */
  after?: string;
}

/** A client whose number was read, or would be. */
export interface ReadPhoneDto {
  id: string;
  name: string;
  phone_as_given: string;
  /** The client's phone afterwards. */
  phone: string;
}

/** Why a number stays as it was given: it is no number of the country, it is somebody's already, or the client was changed. */
export const UNREAD_PHONE_REASONS = ['not_of_country', 'taken', 'changed'] as const;
export type UnreadPhoneReason = (typeof UNREAD_PHONE_REASONS)[number];

export interface UnreadPhoneDto {
  id: string;
  name: string;
  phone_as_given: string;
  why: UnreadPhoneReason;
  /** Whose it is. */
  with: { id: string; name: string } | null;
}

export interface PhonesReadDto {
  read: ReadPhoneDto[];
  left: UnreadPhoneDto[];
  /** Send it as `after` for the rest; null: that was all. */
  next: string | null;
}

/** The columns of a file of clients, in the order of an export. An import needs the name alone. */
export const CLIENT_COLUMNS = [
  'id',
  'name',
  'phone',
  'email',
  'company',
  'status',
  'source',
  'tags',
  'notes',
  'last_activity_at',
  'created_at',
  'updated_at',
  'extension',
  'other_phones',
  'language',
  'phone_as_given',
] as const;
export type ClientColumn = (typeof CLIENT_COLUMNS)[number];

/** A row of a file that was left out. */
export interface FailedRowDto {
  /** The line of the file in which the row begins; 1 is that of the header. */
  row: number;
  field: string;
  /** A `FieldErrorCode`. */
  code: string;
}

/** What an import changes of one field. */
export interface ImportFieldChangeDto {
  field: ClientField;
  /** The clients of whom it is another one afterwards. */
  clients: number;
  /** Some of them. */
  examples: ImportExampleDto[];
}

export interface ImportExampleDto {
  client_id: string;
  name: string;
  before: ClientFieldValue;
  after: ClientFieldValue;
}

export interface ClientImportDto {
  created: number;
  /** Clients that were there already and were changed; 0 unless that was asked for. */
  updated: number;
  /** Rows whose client is there already, and of which nothing was taken over. */
  skipped: number;
  failed: FailedRowDto[];
  /** Of a dry run that changes clients: by field, the most frequent first. */
  changes?: ImportFieldChangeDto[];
}

/** Between several numbers in `phone_as_given`. */
const JOINT = ' / ';

/** Numbers without a country as one text; null if there are none. Those for which there is no room are left out. */
export function joinPhonesAsGiven(numbers: readonly string[]): string | null {
  const joined = [...new Set(numbers)].reduce((text, number) => {
    const longer = text === '' ? number : `${text}${JOINT}${number}`;
    return [...longer].length <= LIMITS.phone_as_given.max ? longer : text;
  }, '');
  return joined === '' ? null : joined;
}

/** What `joinPhonesAsGiven()` has joined. */
export function splitPhonesAsGiven(joined: string | null): string[] {
  return joined === null ? [] : joined.split(JOINT);
}
