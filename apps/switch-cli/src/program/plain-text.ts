/** Removes control characters from foreign text, so that a name cannot move the cursor, hide itself or ring the bell. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** The same for a name within a sentence, shortened if it is long. */
export function excerpt(text: string): string {
  const shown = plain(text);
  return shown.length > 300 ? `${shown.slice(0, 300)}…` : shown;
}
