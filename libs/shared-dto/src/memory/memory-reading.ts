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
  turns: TurnsOf;
}

export interface MemorySettingsDto extends ReplaceMemorySettingsDto {
  /** Whether an admin chose it. */
  is_chosen: boolean;
}
