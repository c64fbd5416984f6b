import { isVisible, UNSHOWN } from '../../../shared/text/hidden-characters';

/** All characters that some readers take for a line break, and the other control characters. */
export const LINE_BREAK = /[[\p{Cc}\u2028\u2029]--\t]/v;

const BREAKS = /[[\p{Cc}\u2028\u2029]--\t]+/gv;

/**
 * What makes more of a line than text, where it begins an item's line: a heading, a quotation, a fence or
 * HTML; or, as all of a line, the underline of a heading or a rule. Bullets may stay: under an item they
 * are no more than a list within it.
 */
const BLOCK_START = /^(?:#|>|```|~~~|<[a-z/!?])/i;
const UNDERLINE = /^[-=*_\s]+$/;
const BULLET = /^[-+*](?:\s|$)/;

/** The prefix of a further line of an item: its indentation, and a backslash if needed. */
export function continuationMark(indent: string, line: string): string {
  return `\n    ${indent}${isBlock(line) ? '\\' : ''}`;
}

/** A short text on one line, as the beginning of an item. */
export function label(text: string): string {
  const line = oneLine(text);
  return isBlock(line) || BULLET.test(line) ? `\\${line}` : line;
}

export function oneLine(text: string): string {
  return text.replace(BREAKS, ' ').trim();
}

/** A double quote or white space at its ends, or control characters, would leave open where a text ends. */
const UNCLEAR = /^["\s]|\s$|[\p{Cc}\u2028\u2029]/u;

const ESCAPED = new RegExp(`[\\x7f-\\x9f\\u2028\\u2029]|${UNSHOWN}`, 'gv');

/** The text so that every character can be restored: unchanged, or as a JSON string. */
export function exactText(text: string): string {
  if (!UNCLEAR.test(text) && isVisible(text)) return text;
  return JSON.stringify(text).replace(ESCAPED, (found) => found.split('').map(escapedUnit).join(''));
}

function escapedUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function isBlock(line: string): boolean {
  return BLOCK_START.test(line) || UNDERLINE.test(line);
}
