/** Format characters that are drawn: signs before numbers in Arabic, Syriac and Kaithi. */
const VISIBLE_FORMATS = '\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}';

/**
 * Characters that a reader does not see: for text direction, zero-width, tags, fillers. They can carry a message that only
 * a model reads. The two joiners stay, which Persian, Hindi and emoji need, and so does a single variation selector.
 */
const HIDDEN = `[[\\p{Default_Ignorable_Code_Point}\\p{Cf}]--[\\p{Join_Control}${VISIBLE_FORMATS}]--\\p{Variation_Selector}]+`;
const SELECTORS = '\\p{Variation_Selector}{2,}|[\\u{e0100}-\\u{e01ef}]';
/** So many backticks are the fence of the brief: a stored text has fewer in a row. */
const FENCE = '`{6,}';

/** All that the brief does not show as it is. */
export const UNSHOWN = `${HIDDEN}|${SELECTORS}|${FENCE}`;

const UNCLEAN = new RegExp(UNSHOWN, 'v');
const STEPS = [HIDDEN, SELECTORS].map((pattern) => new RegExp(pattern, 'gv'));
const FENCES = new RegExp(FENCE, 'g');

/** A text without characters that nobody sees: for every answer to a model. */
export function withoutHidden(text: string): string {
  return STEPS.reduce((left, step) => left.replace(step, ''), text);
}

/** A text without hidden characters, and without what could be taken for the fence of the brief. */
export function visibleText(text: string): string {
  if (isVisible(text)) return text;
  // What one step takes out may bring together what the next one is about.
  return withoutHidden(text).replace(FENCES, '`````');
}

export function isVisible(text: string): boolean {
  return !UNCLEAN.test(text);
}
