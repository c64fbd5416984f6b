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

/** Whose turns of assistants are: of the user whose key stored them, or of everybody who reads the memory. */
export const TURNS_OF = ['own', 'team'] as const;
export type TurnsOf = (typeof TURNS_OF)[number];

export interface ReplaceMemorySettingsDto {
  /**
   * Who reads the turns of assistants and the extracts of their sessions: `own`, the user whose key stored
   * them, and admins who have confirmed their session; `team`, everybody who reads the memory, but no key of
   * scope `panel:read`.
   * @example own
   */
  turns: TurnsOf;
}

export interface MemorySettingsDto extends ReplaceMemorySettingsDto {
  /** Whether an admin chose it. An installation in which several keys had stored turns begins with `team`. */
  is_chosen: boolean;
}
