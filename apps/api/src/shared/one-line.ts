/** Direction marks and other invisible characters. The joiners of emoji and scripts are not among them. */
const INVISIBLE = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/**
 * Normalises a text of one line, such as a name: removes control and direction characters, collapses white space, and
 * trims.
 */
export function oneLine(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .replace(/\p{Cc}/gu, '')
    .replace(INVISIBLE, '')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** Whether a text is more than marks: it has a letter, a digit or a picture. */
export function isName(text: string): boolean {
  return /[\p{L}\p{N}\p{So}]/u.test(text);
}
