import type { SearchKind } from './memory-search';

/** Asks for the whole text of a row. */
export interface ReadMemoryDto {
  kind: SearchKind;
  id: number;
  /** From 1; a long text has several. */
  page?: number;
}

/** What an assistant may delete, where it wrote it itself. */
export const FORGETTABLE_KINDS = ['session', 'state', 'task', 'person'] as const;
export type ForgettableKind = (typeof FORGETTABLE_KINDS)[number];

export interface ForgetDto {
  kind: ForgettableKind;
  id: number;
}
