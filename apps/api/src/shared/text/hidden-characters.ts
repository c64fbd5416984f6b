/** Format characters that are visible: number signs in Arabic, Syriac and Kaithi. */
const VISIBLE_FORMATS = '\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}';

/**
 * Invisible characters: text direction, zero-width, tags, fillers. They can hide a message that only a model reads. The
 * two joiners are allowed, because Persian, Hindi and emoji need them, and so is a single variation selector.
 */
const HIDDEN = `[[\\p{Default_Ignorable_Code_Point}\\p{Cf}]--[\\p{Join_Control}${VISIBLE_FORMATS}]--\\p{Variation_Selector}]+`;
const SELECTORS = '\\p{Variation_Selector}{2,}|[\\u{e0100}-\\u{e01ef}]';
/** The brief fences stored texts with six backticks, so a text may not hold as many in a row. */
const FENCE = '`{6,}';

/** Everything that the brief removes or replaces. */
export const UNSHOWN = `${HIDDEN}|${SELECTORS}|${FENCE}`;

const UNCLEAN = new RegExp(UNSHOWN, 'v');
const STEPS = [HIDDEN, SELECTORS].map((pattern) => new RegExp(pattern, 'gv'));
const FENCES = new RegExp(FENCE, 'g');

/** Removes invisible characters, for every answer to a model. */
export function withoutHidden(text: string): string {
  return STEPS.reduce((left, step) => left.replace(step, ''), text);
}

/** Removes invisible characters, and shortens what could be taken for the fence of the brief. */
export function visibleText(text: string): string {
  if (isVisible(text)) return text;
  // The order matters: a removed character may join backticks to a fence.
  return withoutHidden(text).replace(FENCES, '`````');
}

export function isVisible(text: string): boolean {
  return !UNCLEAN.test(text);
}
