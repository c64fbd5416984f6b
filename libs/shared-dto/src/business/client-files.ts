import type { Instant, Uuid } from '../kinds';
import type { ClientField, ClientFieldValue } from './client-changes';
import type { ClientDto } from './clients';

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
  'shared_phone',
  'shared_email',
] as const;
export type ClientColumn = (typeof CLIENT_COLUMNS)[number];

/** Whose a contact is that a client of another name has already. */
export const SHARED_CONTACTS = ['own_client', 'same_person'] as const;

/**
 * What becomes of clients who are known already: nothing; what they have not is filled in; or what a row says takes the place of what
 * they have.
 */
export const KNOWN_CLIENTS = ['skip', 'fill', 'overwrite'] as const;
export type KnownClients = (typeof KNOWN_CLIENTS)[number];

/** By what a row was known. */
export const KNOWN_BY = ['id', 'phone', 'email', 'both'] as const;
export type KnownBy = (typeof KNOWN_BY)[number];

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
  /** Clients that were there already and were changed (`known`). */
  updated: number;
  /** Rows whose client is there already, and of which nothing was taken over. */
  skipped: number;
  /** Rows that were left out, each with its first fault. */
  failed: FailedRowDto[];
  /** Rows of which nothing was taken over, each with its cause: at most 1,000, as of the lists below. */
  not_made: NotMadeRowDto[];
  not_made_total: number;
  /** Clients whose number or email is another client’s: they have it as `shared_phone` or `shared_email`. */
  shared: SharedRowDto[];
  shared_total: number;
  /** Cells that could not be read, of rows that were taken all the same. */
  warnings: FailedRowDto[];
  warnings_total: number;
  /** In a dry run: how many rows are about clients who were there already, and by what these are known; `both`: by phone and email. */
  known?: Record<KnownBy, number>;
  /** With `changes`: what would be changed, by field, the most frequent first. */
  changes?: ImportFieldChangeDto[];
}

/** What a row of a file becomes, as it is stored. */
export interface PreviewedClientDto extends Pick<ClientDto, Exclude<ClientColumn, 'id'>> {
  /**
   * The line of the file in which the row begins.
   * @example 2
   */
  row: number;
}

/** What becomes of the first rows of a file. */
export interface ClientFilePreviewDto {
  rows: PreviewedClientDto[];
  /** Those of them that cannot be used. */
  failed: FailedRowDto[];
}

/** Why nothing was taken over from a row. */
export const NOT_MADE_REASONS = ['known', 'similar_name', 'repeated', 'other_name'] as const;
/**
 * `known`: the client is there already; `similar_name`: so it is, if all words of one name are in the other; `repeated`: it is that of an
 * earlier row; `other_name`: somebody else has the number or the email.
 */
export type NotMadeReason = (typeof NOT_MADE_REASONS)[number];

/** Whom a row of a file is about, or with whom it shares a number or an email. */
export interface ImportedPersonDto {
  /** Null: a dry run has not made it. */
  id: Uuid | null;
  /**
   * The line of the file in which the row begins that made it; null: it was there before.
   * @example 3
   */
  row: number | null;
  /**
   * Null: it is not there any more.
   * @example Jana Nováková
   */
  name: string | null;
}

export interface NotMadeRowDto {
  /** @example 4 */
  row: number;
  reason: NotMadeReason;
  with: ImportedPersonDto | null;
}

export interface SharedRowDto {
  /** @example 5 */
  row: number;
  /**
   * Null: the client is not there any more.
   * @example Tim Novák
   */
  name: string | null;
  with: ImportedPersonDto | null;
}

/** An import of a file, without its rows. */
export interface ImportDto {
  id: Uuid;
  at: Instant;
  /**
   * Who imported it, as the name was then.
   * @example Ada
   */
  by: string;
  /**
   * Of the file, as it was sent; null: none was, or the import can no longer be taken back.
   * @example outlook-de.csv
   */
  file_name: string | null;
  created: number;
  updated: number;
  skipped: number;
  failed: number;
  /** Null: it was not taken back. */
  undone_at: Instant | null;
  /** @example Ada */
  undone_by: string | null;
}

export const IMPORT_OUTCOMES = ['created', 'updated', 'not_made', 'shared', 'failed', 'warning'] as const;
export type ImportOutcomeKind = (typeof IMPORT_OUTCOMES)[number];

/** What became of a row. One that was made can have warnings besides. */
export interface ImportRowDto {
  /** @example 3 */
  row: number;
  outcome: ImportOutcomeKind;
  /** The client that it made or changed. */
  client_id: Uuid | null;
  /** @example Jana Nováková */
  name: string | null;
  /**
   * Of what failed, and of warnings.
   * @example phone
   */
  field: string | null;
  /**
   * The cause, or the fault.
   * @example known
   */
  code: string | null;
  with: ImportedPersonDto | null;
}

/** A client that an undo leaves as it is. */
export interface LeftClientDto {
  id: Uuid;
  /** @example Jana Nováková */
  name: string;
  /**
   * `changed`: since the import; `merged`; `in_use`: something belongs to it by now.
   * @example in_use
   */
  why: 'changed' | 'merged' | 'in_use';
}

export interface ImportUndoneDto {
  /** Whether it had been taken back before, and nothing was done. */
  already_undone: boolean;
  /** Clients that are gone. */
  deleted: number;
  /** Clients that have their former values again. */
  put_back: number;
  /** At most 1,000. */
  left: LeftClientDto[];
  left_total: number;
}
