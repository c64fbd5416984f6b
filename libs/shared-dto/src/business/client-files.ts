import type { Uuid } from '../kinds';
import type { ClientField, ClientFieldValue } from './client-changes';

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
  /**
   * The line of the file in which the row begins; the header is 1.
   * @example 3
   */
  row: number;
  /** @example phone */
  field: string;
  /**
   * As in the `errors` of a refused request.
   * @example invalid_phone
   */
  code: string;
}

/** What an import changes of one field. */
export interface ImportFieldChangeDto {
  /** @example company */
  field: ClientField;
  /** The clients of whom it would be another one. */
  clients: number;
  /** At most 3 of them. */
  examples: ImportExampleDto[];
}

export interface ImportExampleDto {
  client_id: Uuid;
  /**
   * As the client is called now.
   * @example Jana Nováková
   */
  name: string;
  /**
   * As the field has it in a client.
   * @example ACME
   */
  before: ClientFieldValue;
  /**
   * As the field has it in a client.
   * @example ACME Ltd
   */
  after: ClientFieldValue;
}

export interface ClientImportDto {
  /** `GET /clients?import_id=` lists those that it made or changed; null: it was a dry run. */
  import_id: Uuid | null;
  created: number;
  /** Clients that were there already and were changed (`update`). */
  updated: number;
  /** Rows whose client is there already, and of which nothing was taken over. */
  skipped: number;
  /** Rows that were left out, each with its first fault. */
  failed: FailedRowDto[];
  /** With `changes`: what would be changed, by field, the most frequent first. */
  changes?: ImportFieldChangeDto[];
}
