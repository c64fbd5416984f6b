import { conditionsBuilder, type Conditions } from '../database/pages/conditions';
import { nameWords } from './names';
import { foldedTag } from './tags';

/** The filters of a list or an export. Statuses, sources and tags are separated by commas. */
export interface ClientFilter {
  search?: string | undefined;
  status?: string | undefined;
  tag?: string | undefined;
  source?: string | undefined;
  updated_since?: string | undefined;
  created_after?: string | undefined;
  /** The name of another system, a colon and the id there. */
  external_id?: string | undefined;
  import_id?: string | undefined;
}

/** Replaces a search without hits: for each word the words that may have been meant. */
export type CorrectedFilter = Omit<ClientFilter, 'search'> & { words: readonly (readonly string[])[] };

/** One part of a search: clients with all words in tags and notes that are in no earlier part. */
export type NotedFilter = Omit<ClientFilter, 'search'> & { noted: readonly string[]; unlike: string };

/** A whole search in one condition, for an export, which has an order of its own. */
export type WholeFilter = ClientFilter & { is_whole: true };

/** One part of a search: clients with all words in any order that do not match the text as typed. */
export type OtherOrderFilter = CorrectedFilter & { unlike: string };

/** The columns that a search reads. */
export const SEARCHED = ['search_text', 'phone'];

/** The conditions of a filter over `clients`, with their values as $1, $2 and so on. */
export function filterConditions(
  filter: ClientFilter | CorrectedFilter | OtherOrderFilter | NotedFilter | WholeFilter,
): Conditions {
  const { status, tag, source, updated_since, created_after, external_id, import_id } = filter;
  const search = 'search' in filter ? filter.search : undefined;
  const words = 'words' in filter ? filter.words : [];
  const { conditions, value, add } = conditionsBuilder();
  const isOneOf = (column: string, names: string) =>
    add([column], `${column} collate "C" = any(${value(names.split(','))}::text[])`);
  if (status !== undefined) isOneOf('status', status);
  if (source !== undefined) isOneOf('source', source);
  // Tags can contain commas.
  if (tag !== undefined) {
    add(
      ['tags'],
      `folded_tags(tags) && ${value([...new Set([tag, ...tag.split(',')])].map(foldedTag))}::text[]`,
    );
  }
  if (updated_since !== undefined) add(['updated_at'], `updated_at >= ${value(updated_since)}::timestamptz`);
  if (created_after !== undefined) add(['created_at'], `created_at >= ${value(created_after)}::timestamptz`);
  if (external_id !== undefined) {
    const colon = external_id.indexOf(':');
    const [name, id] = [external_id.slice(0, colon), external_id.slice(colon + 1)];
    const ids = value(JSON.stringify({ [name]: id }));
    add([], `id in (select owner.id from clients_of_external_id(${ids}::jsonb) as owner)`);
  }
  if (import_id !== undefined) add(['import_id'], `import_id = ${value(import_id)}::uuid`);
  const either = (some: readonly string[]) => some.join(' or ');
  for (const [index, variants] of words.entries()) {
    const parts = variants.map((word) => inTexts(value(word), word));
    add(
      index === 0 ? ['search_text'] : [],
      either(parts.map(([where]) => where)),
      either(parts.map(([, matches]) => matches)),
    );
  }
  if (search !== undefined && !('is_whole' in filter)) add(SEARCHED, ...searchCondition(search, value));
  if ('unlike' in filter) {
    const [, matches] = searchCondition(filter.unlike, value);
    // Without a phone the condition would be null.
    add(SEARCHED, `not coalesce(${matches}, false)`);
  }
  if ('noted' in filter) {
    const [noted, named] = notedCondition(filter.noted, value);
    add(['tags', 'notes'], noted);
    add(['search_text'], `not (${named})`);
  }
  if ('is_whole' in filter && search !== undefined) {
    const words = nameWords(search);
    const [noted, named] = notedCondition(words, value);
    const parts = [
      searchCondition(search, value)[0],
      ...(words.length > 0 ? [named] : []),
      ...(areNoted(words) ? [noted] : []),
    ];
    add([], parts.map((part) => `(${part})`).join(' or '));
  }
  return conditions;
}

/** Matches the text as typed, in name, email, company and other phones, or as part of the phone. */
function searchCondition(search: string, value: (given: string) => string): Part {
  const parts = [
    inTexts(value(search), search),
    ...phoneParts(search).flatMap((digits) => [
      inPhone(value(digits), digits),
      ...(digits.length >= TRIGRAM && digits !== search ? [inTexts(value(digits), digits)] : []),
    ]),
  ];
  return [parts.map(([where]) => where).join(' or '), parts.map(([, matches]) => matches).join(' or ')];
}

/** Shorter words match too many notes. */
const SHORTEST_NOTED = 3;

/** Whether words can be searched in tags and notes. */
export function areNoted(words: readonly string[]): boolean {
  return (
    words.length > 0 && words.every((word) => word.length >= SHORTEST_NOTED && /^[\p{L}\p{N}]+$/u.test(word))
  );
}

/**
 * Matches clients with all words in tags and notes (by prefix), and clients with all of them in name, email or company.
 */
function notedCondition(
  words: readonly string[],
  value: (given: string) => string,
): [noted: string, named: string] {
  // Folded by the database in the same way as the index.
  const query = areNoted(words)
    ? words.map((word) => beginningWith(value(word))).join(' && ')
    : 'null::tsquery';
  return [
    `(tags <> '{}' or notes <> '') and noted_words(tags, notes) @@ (${query})`,
    words.map((word) => `(${inTexts(value(word), word)[1]})`).join(' and '),
  ];
}

function beginningWith(word: string): string {
  return `('''' || replace(sort_name(${word}), '''', '') || ''':*')::tsquery`;
}

type Part = [where: string, matches: string];

/** A trigram index needs three characters; one and two have an index of their own. */
const TRIGRAM = 3;

/** Matches in name, email or company, ignoring case and accents, with special characters escaped. */
function inTexts(parameter: string, search: string): Part {
  const matches = `search_text like '%' || regexp_replace(sort_name(${parameter}), '([%_\\\\])', '\\\\\\1', 'g') || '%'`;
  if ([...search].length >= TRIGRAM) return [matches, matches];
  // The index is exact for two characters, but `sort_name` expands some, such as "½".
  const isWhole = `length(sort_name(${parameter})) <= 2`;
  return [
    `short_grams(search_text) @> array_remove(array[left(sort_name(${parameter}), 2)], '') and (${isWhole} or ${matches})`,
    matches,
  ];
}

function inPhone(parameter: string, digits: string): Part {
  const matches = `phone like '%' || ${parameter} || '%'`;
  return digits.length >= TRIGRAM
    ? [matches, matches]
    : [`short_grams(phone) @> array[${parameter}]`, matches];
}

const PHONE_LIKE = /^[\d\s+\-()./]+$/;
const FEWEST_DIGITS = 2;

/**
 * The digits of a search that may be part of a phone number: as typed, and without leading zeros, which E.164 does not
 * have.
 */
function phoneParts(search: string): string[] {
  if (!PHONE_LIKE.test(search)) return [];
  const digits = search.replace(/\D/g, '');
  const parts = new Set([digits, digits.replace(/^0+/, '')]);
  return [...parts].filter((part) => part.length >= FEWEST_DIGITS);
}
