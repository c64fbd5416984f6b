/** BM25: how soon repetitions of a word stop to count, and how much a text's length counts. */
const K1 = 0.9;
const B = 0.75;

/**
 * How often a word stands in a row. ts_rank of one word that stands there n times is (1 + 1/4 + … + 1/n²) / (π²/6), of which
 * 1 / (n + ½) / (π²/6) is missing to 1. Words of first lines (weight A) have half of it: the two never overlap.
 */
export const RANK = `ts_rank('{1, 1, 1, 0.5}', words, query)::float8`;
export const IS_FIRST_LINE = 'rank < 0.55';
const repetitions = (rank: string) => `(6 / pi() ^ 2 / (1 - ${rank}) - 0.5)`;
export const REPETITIONS = repetitions(`case when ${IS_FIRST_LINE} then 2 * rank else rank end`);

/** BM25 of what stands there so many times, without its rarity. */
export const saturated = (times: string) => `(${times} * ${K1 + 1} / (${times} + ${K1} * relative_length))`;

/** SQL: how long a row is, as a share of what is usual for its kind. */
export const relativeLength = (row: string, usual: string) =>
  `${1 - B} + ${B} * coalesce(coalesce(${row}.length, length(${row}.words)) / ${usual}, 1)`;

/** SQL: about what a row scores, as if the words of the query were one word: a tenth of the cost of a score. */
export const LIKELY_SCORE = `(
        select ${saturated('times')} from (
          select ${repetitions('rank')} as times,
                 ${relativeLength('search_documents', '(select usual.length from usual where usual.kind = search_documents.kind)')} as relative_length
          from (select ts_rank('{1, 1, 1, 1}', search_documents.words, (select string_agg(query::text, ' | ')::tsquery from term))::float8 as rank offset 0) as ranked offset 0) as counted)`;
