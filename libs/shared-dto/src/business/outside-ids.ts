/**
 * An id that another program chose, and no placeholder that it did not fill, such as `{{ $json.sessionId }}` or
 * `n8n:undefined`. A placeholder names nothing: all who send it would share one conversation or one booking.
 */
export const OUTSIDE_ID =
  /^(?!\s*(?:[\w-]+:\s*)?(?:undefined|null|None|NaN|\[object Object\])?\s*$)(?![\s\S]*(?:\{\{|\$\{))/;

export function isUnfilledPlaceholder(id: string): boolean {
  return !OUTSIDE_ID.test(id);
}
