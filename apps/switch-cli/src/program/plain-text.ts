/** Text of others, made harmless for a terminal: a name may not move the cursor, hide itself or ring the bell. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** Text of others in a sentence: no longer than is good to read. */
export function excerpt(text: string): string {
  const shown = plain(text);
  return shown.length > 300 ? `${shown.slice(0, 300)}…` : shown;
}
