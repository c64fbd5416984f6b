/**
 * An id that another program chose, and no placeholder that it did not fill, such as `{{ $json.sessionId }}` or
 * `n8n:undefined`. A placeholder names nothing: all who send it would share one conversation or one booking. Letters that
 * have no width are blanks.
 */
export const OUTSIDE_ID =
  /^(?![\s\u200b-\u200f\u2060]*(?:[\w-]+:[\s\u200b-\u200f\u2060]*)?(?:undefined|null|None|NaN|\[object Object\])?[\s\u200b-\u200f\u2060]*$)(?![\s\S]*(?:\{\{|\$\{))/;

export function isUnfilledPlaceholder(id: string): boolean {
  return !OUTSIDE_ID.test(id);
}
