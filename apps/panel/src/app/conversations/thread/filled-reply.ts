import { REPLY_PLACEHOLDERS, type ReplyPlaceholder } from '@groupless/shared-dto';

/** A saved reply with its placeholders filled. One without a value stays as it is, so that whoever sends it sees it. */
export function filledReply(text: string, values: Record<ReplyPlaceholder, string | null>): string {
  return text.replace(
    new RegExp(`\\{(${REPLY_PLACEHOLDERS.join('|')})\\}`, 'g'),
    (placeholder, name: ReplyPlaceholder) => {
      const value = values[name];
      return value === null || value === '' ? placeholder : value;
    },
  );
}

const UNFILLED = /\{\{?\s*[\p{L}_][\p{L}\p{N}_]*\s*\}?\}/u;

/** A placeholder that nothing stands in the place of; null where there is none. */
export function unfilledIn(text: string): string | null {
  return UNFILLED.exec(text)?.[0] ?? null;
}
