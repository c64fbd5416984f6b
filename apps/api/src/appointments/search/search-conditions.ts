import type { Value } from '../../database/statements/statements';

/** A search as conditions over `appointments`. */
export interface SearchConditions {
  /** For indexes: the longest word. */
  where: string;
  /** For a row that was read: each word. */
  matches: string[];
  values: Value[];
}

const PHONE_LIKE = /^[\d\s+\-()./]+$/;
const FEWEST_DIGITS = 3;
const MOST_WORDS = 6;
/** A trigram index needs three characters; one and two have an index of their own. */
const TRIGRAM = 3;

/**
 * Finds each word of a search in the texts of the appointment or of its client: name, email, company, and the digits of a
 * phone.
 * @param first the place of the first value in the statement
 */
export function searchConditions(search: string, first: number): SearchConditions {
  const values: Value[] = [];
  const place = (value: string) => `$${first - 1 + values.push(value)}`;
  const words = wordsOf(search).map((word) => {
    const text = place(word);
    const digits = digitsOf(word);
    return { word, text, phone: digits === null ? null : place(digits) };
  });
  const longest = words.reduce((one, other) => (other.word.length > one.word.length ? other : one));
  return { where: byIndex(longest), matches: words.map(atHand), values };
}

interface Word {
  word: string;
  /** The positions of the values. */
  text: string;
  phone: string | null;
}

function atHand({ text, phone }: Word): string {
  return `search_text like ${containing(text)} or exists (
    select from clients as c where c.id = client_id and (${ofClient(text, phone).join(' or ')}))`;
}

/** Two conditions, each with an index of its own; combined they could use none. */
function byIndex({ word, text, phone }: Word): string {
  return `id in (
    select id from appointments where ${indexed('search_text', word, text)}
    union all
    select a.id from clients as c join appointments as a on a.client_id = c.id
    where ${indexed('c.search_text', word, text)} ${phone === null ? '' : `or c.phone like '%' || ${phone} || '%'`})`;
}

function indexed(column: string, word: string, text: string): string {
  const matches = `${column} like ${containing(text)}`;
  if ([...word].length >= TRIGRAM) return matches;
  return `short_grams(${column}) @> array_remove(array[left(sort_name(${text}), 2)], '') and ${matches}`;
}

function ofClient(text: string, phone: string | null): string[] {
  const inTexts = `c.search_text like ${containing(text)}`;
  return phone === null ? [inTexts] : [inTexts, `c.phone like '%' || ${phone} || '%'`];
}

/** A pattern for texts that contain the value, without case and accents, with special characters escaped. */
function containing(place: string): string {
  return `'%' || regexp_replace(sort_name(${place}), '([%_\\\\])', '\\\\\\1', 'g') || '%'`;
}

/** Words are separated by spaces, except within a number. */
function wordsOf(search: string): string[] {
  const words = search.trim().split(/\s+/u).filter(Boolean);
  return PHONE_LIKE.test(search) || words.length === 0 ? [search] : words.slice(0, MOST_WORDS);
}

/** The digits that can be part of a stored number, without leading zeros, because stored numbers (E.164) have none. */
function digitsOf(word: string): string | null {
  if (!PHONE_LIKE.test(word)) return null;
  const digits = word.replace(/\D/gu, '').replace(/^0+/u, '');
  return digits.length < FEWEST_DIGITS ? null : digits;
}
