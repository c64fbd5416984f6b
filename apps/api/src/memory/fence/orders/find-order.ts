import type { Steps } from '../../../shared/time-slices';
import { decodedParts } from './decoded';
import { ORDER_RULES } from './order-rules';
import { plainText, plainWords, unmasked } from './plain-words';

const RULES = ORDER_RULES.map(({ name, phrases, patterns = [] }) => ({
  name,
  phrases: new RegExp(phrases.map(expressionOf).join('|')),
  patterns,
}));

/** How deep an encoded text may be in another one. */
const DEPTH = 2;

/**
 * The rule by which a text gives orders to a model; null: it gives none.
 * @param texts of one row: an order may be split over them
 */
export function findOrder(texts: readonly string[]): Steps<string | null> {
  return ruleOf(texts.join('\n'), DEPTH);
}

function* ruleOf(text: string, depth: number): Steps<string | null> {
  const plain = plainText(text);
  yield;
  const found = (yield* ruleOfPlain(plain)) ?? (yield* ruleOfOther(unmasked(plain), plain));
  if (found !== null || depth === 0) return found;
  for (const part of decodedParts(text)) {
    const inner = yield* ruleOf(part, depth - 1);
    if (inner !== null) return inner;
  }
  return null;
}

function* ruleOfOther(text: string, known: string): Steps<string | null> {
  yield;
  return text === known ? null : yield* ruleOfPlain(text);
}

function* ruleOfPlain(plain: string): Steps<string | null> {
  const words = plainWords(plain);
  for (const { name, phrases, patterns } of RULES) {
    yield;
    if (phrases.test(words) || patterns.some((pattern) => pattern.test(plain))) return name;
  }
  return null;
}

/** A phrase as an expression over words, with a space before and after each. */
function expressionOf(phrase: string): string {
  const places = plainText(phrase).split(' ');
  return places
    .map((place) => {
      if (place === '~') return '(?: [^ ]+){0,4}?';
      if (place === '+') return '(?: [^ ]+){0,2}?';
      const words = place.split('|').map((word) => word.replaceAll('_', ' ').replaceAll('*', '[^ ]*'));
      return ` (?:${words.join('|')})`;
    })
    .join('')
    .concat('(?= )');
}
