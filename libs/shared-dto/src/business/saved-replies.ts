/** What the panel fills in a saved reply when somebody inserts it. */
export const REPLY_PLACEHOLDERS = ['name', 'business', 'next_appointment'] as const;
export type ReplyPlaceholder = (typeof REPLY_PLACEHOLDERS)[number];

export interface SavedReplyDto {
  id: string;
  name: string;
  /** With placeholders such as `{name}`. */
  text: string;
  created_at: string;
  updated_at: string;
}

export interface CreateSavedReplyDto {
  name: string;
  text: string;
}

/** What is left out stays as it is. */
export type PatchSavedReplyDto = Partial<CreateSavedReplyDto>;
