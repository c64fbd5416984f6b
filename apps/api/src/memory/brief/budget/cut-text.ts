/** What stands where a text was cut. */
export const CUT_MARK = '…';

/** The beginning of a text, up to a number of UTF-16 units but to no half of what a reader sees as one character. */
export function cutText(text: string, units: number): string {
  return text.slice(0, startOfCharacter(text, units)).trimEnd() + CUT_MARK;
}

const CHARACTERS = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** So far back a character may begin; what is longer than that is no character but a prank. */
const LOOK_AROUND = 64;

/** Where the character begins that a position is in, given in UTF-16 units and on no half of a code point. */
function startOfCharacter(text: string, position: number): number {
  if (isPlain(text.charCodeAt(position - 1)) && isPlain(text.charCodeAt(position))) return position;
  const from = Math.max(0, position - LOOK_AROUND);
  const around = text.slice(from, position + LOOK_AROUND);
  const character = CHARACTERS.segment(around).containing(position - from);
  return character === undefined || character.index === 0 ? position : from + character.index;
}

/** Whether a UTF-16 unit is a letter of which no neighbour becomes a part. */
function isPlain(unit: number): boolean {
  return unit >= 0x20 && unit < 0x300 && unit !== 0xad;
}
