import type { Steps } from '../../../shared/time-slices';
import { CONCEPTS, DERIVED } from './concepts';
import { decodedParts } from './decoded';
import { ORDER_RULES } from './order-rules';
import { plainText, unmasked } from './plain-words';
import { withSigns } from './signs';
import { WordTree, wordsOf } from './word-tree';

/** How deep an encoded text may be in another one. */
const DEPTH = 2;

/** Within how many words what stands together has to stand: that is a long sentence. */
const TOGETHER = 24;
/** How many words may stand between two places of a phrase. */
const GAPS: Readonly<Record<string, number>> = { '+': 2, '~': 4, '~~': 9 };

/** The words of all places of phrases and all concepts; each is known by a number. */
const TREE = new WordTree();
const numbers = new Map<string, number>();

const RULES = ORDER_RULES.map(({ name, phrases, together = [], patterns = [] }) => ({
  name,
  phrases: phrases.map(phraseOf),
  together: together.map(numbersOf),
  patterns,
}));

const MEANT = Object.entries(DERIVED).map(([name, { phrases = [], together = [], within }]) => ({
  number: numberOf(`{${name}}`),
  phrases: phrases.map(phraseOf),
  together: together.map(numbersOf),
  within,
}));

/** The first and the last word of something in a text. */
type Span = [first: number, last: number];

/** Where the terms of each place stand, in their order. */
type Found = Map<number, Span[]>;

interface Phrase {
  places: number[];
  /** The most words before each place but the first. */
  gaps: number[];
}

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
  for (const { name, patterns } of RULES) {
    if (patterns.some((pattern) => pattern.test(plain))) return name;
    yield;
  }
  const signed = yield* withSigns(plain);
  const found = yield* foundIn(wordsOf(signed));
  for (const { number, phrases, together, within } of MEANT) {
    const spans = [
      ...phrases.flatMap((phrase) => spansOfPhrase(found, phrase)),
      ...together.flatMap((concepts) => spansTogether(found, concepts, within)),
    ];
    if (spans.length > 0)
      found.set(
        number,
        spans.sort(([one], [other]) => one - other),
      );
    yield;
  }
  for (const { name, phrases, together } of RULES) {
    for (const phrase of phrases) {
      if (!hasAll(found, phrase.places)) continue;
      if (spansOfPhrase(found, phrase).length > 0) return name;
      yield;
    }
    for (const concepts of together) {
      if (!hasAll(found, concepts)) continue;
      if (spansTogether(found, concepts, TOGETHER).length > 0) return name;
      yield;
    }
  }
  return null;
}

/** So many words are read in one step. */
const WORDS_AT_ONCE = 500;

function* foundIn(words: readonly string[]): Steps<Found> {
  const found: Found = new Map();
  const note = (number: number, first: number, last: number) => {
    const places = found.get(number);
    if (places === undefined) found.set(number, [[first, last]]);
    else places.push([first, last]);
  };
  for (let first = 0; first < words.length; first++) {
    TREE.read(words, first, note);
    if (first % WORDS_AT_ONCE === 0) yield;
  }
  return found;
}

/** Most of what is looked for is not there: that takes no step of its own. */
function hasAll(found: Found, wanted: readonly number[]): boolean {
  return wanted.every((one) => found.has(one));
}

/** Where the places of a phrase follow each other. */
function spansOfPhrase(found: Found, { places, gaps }: Phrase): Span[] {
  if (!hasAll(found, places)) return [];
  /** By the last word of what has been found so far, the first. */
  let reached = new Map<number, number>();
  for (const [index, place] of places.entries()) {
    const gap = gaps[index - 1] ?? -1;
    const next = new Map<number, number>();
    for (const [first, last] of found.get(place) ?? []) {
      if (index === 0) next.set(last, first);
      for (let before = 1; before <= gap + 1; before++) {
        const begun = reached.get(first - before);
        if (begun !== undefined) next.set(last, begun);
      }
    }
    if (next.size === 0) return [];
    reached = next;
  }
  return [...reached].map(([last, first]) => [first, last]);
}

/** Where so many words hold one of each; no word counts for two of them. */
function spansTogether(found: Found, concepts: readonly number[], within: number): Span[] {
  if (!hasAll(found, concepts)) return [];
  const marks = concepts
    .flatMap((concept, index) => (found.get(concept) ?? []).map(([first, last]) => ({ first, last, index })))
    .sort((one, other) => one.first - other.first);
  const latest = concepts.map((): Span => [-Infinity, -Infinity]);
  const spans: Span[] = [];
  for (const { first, last, index } of marks) {
    const isUsed = latest.some(([from, to], other) => other !== index && from <= last && to >= first);
    if (!isUsed) latest[index] = [first, last];
    const begin = Math.min(...latest.map(([from]) => from));
    if (begin >= last - within) spans.push([begin, last]);
  }
  return spans;
}

function phraseOf(phrase: string): Phrase {
  const places: number[] = [];
  const gaps: number[] = [];
  let gap = 0;
  for (const part of phrase.split(' ')) {
    if (part in GAPS) {
      gap = GAPS[part] ?? 0;
      continue;
    }
    if (places.length > 0) gaps.push(gap);
    places.push(numberOf(part));
    gap = 0;
  }
  return { places, gaps };
}

/** The number of a place of a phrase, whose words are noted in the tree. */
function numberOf(place: string): number {
  const known = numbers.get(place);
  if (known !== undefined) return known;
  const number = numbers.size;
  numbers.set(place, number);
  const concept = /^\{(\w+)\}$/.exec(place)?.[1];
  const lists = concept === undefined ? [place] : (CONCEPTS[concept] ?? []);
  for (const term of lists.flatMap((list) => list.split('|')))
    TREE.add(isSign(term) ? term : plainText(term), number);
  return number;
}

function numbersOf(concepts: readonly string[]): number[] {
  return concepts.map((concept) => numberOf(isSign(concept) ? concept : `{${concept}}`));
}

function isSign(term: string): boolean {
  return /^[A-Z]+$/.test(term);
}
