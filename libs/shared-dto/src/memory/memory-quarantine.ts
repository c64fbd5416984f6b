import type { Instant } from '../kinds';

/** What can be held back; of chats the messages of those about projects. Of a task its text is, never that there is one. */
export const QUARANTINE_KINDS = [
  'session',
  'state',
  'task',
  'project',
  'person',
  'decision',
  'chat',
] as const;
export type QuarantineKind = (typeof QUARANTINE_KINDS)[number];

export const QUARANTINE_STATUSES = ['held', 'released', 'discarded'] as const;
export type QuarantineStatus = (typeof QUARANTINE_STATUSES)[number];

/**
 * A row whose text gives orders to a model. While it is held, no assistant is shown it.
 * @schema QuarantinedRow
 * @page QuarantinePage
 */
export interface QuarantinedDto {
  id: number;
  kind: QuarantineKind;
  /** Of the row, within its kind. */
  row_id: number;
  status: QuarantineStatus;
  /**
   * What the text does, in a few words.
   * @example overrides instructions
   */
  rule: string;
  /** One line that a person recognises the row by. */
  title: string;
  /** What stands in the row, or its beginning. */
  text: string;
  /** Of the whole text, for `If-Match`. */
  digest: string;
  found_at: Instant;
}

/** Which of the held rows are listed. */
export interface QuarantineQueryDto {
  kind?: QuarantineKind;
  /** Of the row, with its kind. */
  row_id?: number;
}

/** Asks of some rows whether assistants may see them. */
export interface HeldRowsQueryDto {
  kind: QuarantineKind;
  /** Ids within the kind, by comma. */
  row_id: string;
}

/**
 * Those of the rows that no assistant may see: they are held, or have not been judged yet.
 * @schema HeldRows
 */
export interface HeldRowsDto {
  kind: QuarantineKind;
  /** Of the rows that were asked about. */
  row_ids: number[];
}
