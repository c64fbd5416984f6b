/** Marks the end of a cut text. */
export const CUT_MARK = '…';

/**
 * The beginning of a text, up to a number of UTF-16 units, without splitting a grapheme (what a reader sees as one
 * character).
 */
export function cutText(text: string, units: number): string {
  return text.slice(0, startOfCharacter(text, units)).trimEnd() + CUT_MARK;
}

const CHARACTERS = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The longest grapheme; anything longer is not a real character. */
const LOOK_AROUND = 64;

/** The start of the grapheme at a position in UTF-16 units that does not split a code point. */
function startOfCharacter(text: string, position: number): number {
  if (isPlain(text.charCodeAt(position - 1)) && isPlain(text.charCodeAt(position))) return position;
  const from = Math.max(0, position - LOOK_AROUND);
  const around = text.slice(from, position + LOOK_AROUND);
  const character = CHARACTERS.segment(around).containing(position - from);
  return character === undefined || character.index === 0 ? position : from + character.index;
}

/** Whether a UTF-16 unit is a letter that never combines with its neighbours. */
function isPlain(unit: number): boolean {
  return unit >= 0x20 && unit < 0x300 && unit !== 0xad;
}
