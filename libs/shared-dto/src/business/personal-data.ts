import type { Instant, Uuid } from '../kinds';

export const CLIENT_DATA_FORMATS = ['json', 'html'] as const;
export type ClientDataFormat = (typeof CLIENT_DATA_FORMATS)[number];

/**
 * All that is kept of a client, as it is handed over to the person.
 * @schema ClientData
 */
export interface ClientDataDto {
  client_id: Uuid;
  at: Instant;
  /** Rows by the name of their table. */
  data: Record<string, object[]>;
}

export interface EraseClientDto {
  /**
   * The name of the client, as it stands there: so that nobody erases another one.
   * @example Jana Nováková
   */
  name: string;
}

export const ERASURE_STEPS = ['waiting', 'messages', 'done'] as const;
export type ErasureStep = (typeof ERASURE_STEPS)[number];

/**
 * How many rows of a table were erased or emptied.
 * @schema ErasedRows
 */
export interface ErasedRowsDto {
  /** @example appointments */
  table: string;
  rows: number;
}

/**
 * How far the erasure of a client is. Once it is done, it is the certificate: what was erased, when and by whom, without a name of
 * the person.
 * @schema Erasure
 */
export interface ErasureDto {
  client_id: Uuid;
  /**
   * Of the background work that does it.
   * @example erase-clients
   */
  job: string;
  /** `messages`: the client is gone, and messages of its chats are still being erased. */
  step: ErasureStep;
  requested_at: Instant;
  /** The user who erased the client; null: there was no sign of the client for the months in the settings, or it was
   * done again after an older backup was restored. */
  requested_by: string | null;
  finished_at: Instant | null;
  /** By the name of the table. */
  erased: ErasedRowsDto[];
}
