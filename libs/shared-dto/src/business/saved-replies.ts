import type { Instant, Uuid } from '../kinds';

/** What the panel fills in a saved reply when somebody inserts it. */
export const REPLY_PLACEHOLDERS = ['name', 'business', 'next_appointment'] as const;
export type ReplyPlaceholder = (typeof REPLY_PLACEHOLDERS)[number];

export interface SavedReplyDto {
  id: Uuid;
  /** @example Opening hours */
  name: string;
  /**
   * With placeholders such as `{name}`.
   * @example Hello {name}, we are open from nine to six.
   */
  text: string;
  created_at: Instant;
  updated_at: Instant;
}

export interface CreateSavedReplyDto {
  name: string;
  text: string;
}

/** What is left out stays as it is. */
export type PatchSavedReplyDto = Partial<CreateSavedReplyDto>;
