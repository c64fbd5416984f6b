/** Direction marks and other invisible signs that turn what stands beside them; joiners of emoji and scripts stay. */
const TURNING = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/**
 * A text of one line, such as a name: without control and direction characters, blanks and line breaks joined to one
 * blank, none at its ends.
 */
export function oneLine(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .replace(/\p{Cc}/gu, '')
    .replace(TURNING, '')
    .replace(/ {2,}/g, ' ')
    .trim();
}
