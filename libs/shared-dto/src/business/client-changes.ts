import type { Instant, Uuid } from '../kinds';
import type { OtherPhoneDto } from './clients';

/** What people can change of a client, and what is kept of it from before. */
export const CLIENT_FIELDS = [
  'name',
  'phone',
  'phone_as_given',
  'extension',
  'other_phones',
  'email',
  'shared_phone',
  'shared_email',
  'language',
  'no_reminders',
  'external_ids',
  'company',
  'status',
  'tags',
  'notes',
] as const;
export type ClientField = (typeof CLIENT_FIELDS)[number];
export type ClientFieldValue = string | null | string[] | OtherPhoneDto[] | Record<string, string>;

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

/** @schema ClientFieldChange */
export interface ClientFieldChangeDto {
  /** @example notes */
  field: ClientField;
  /**
   * As the field has it in a client.
   * @example Allergic to latex.
   */
  before: ClientFieldValue;
  /**
   * As the field has it in a client.
   * @example Prefers mornings.
   */
  after: ClientFieldValue;
}

/** @schema ChangedBy */
export interface ChangedByDto {
  id: Uuid;
  /**
   * As the name was then.
   * @example Ada
   */
  name: string | null;
}

/** A change of a client. */
export interface ClientChangeDto {
  /**
   * That the client had afterwards.
   * @example 3
   */
  version: number;
  at: Instant;
  cause: ClientChangeCause;
  /** Null for a key, and where a booking or a message of the client did it. */
  user: ChangedByDto | null;
  /** The key with which it was done. */
  key_name: string | null;
  changes: ClientFieldChangeDto[];
}

/** Which fields become again what they were before a change; all of it where none is named. */
export interface PutBackClientDto {
  fields?: ClientField[];
  /** Whether another client may have the same phone or email. */
  allow_duplicate?: boolean;
}
