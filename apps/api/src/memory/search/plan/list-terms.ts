/** Of a word that can be mistyped. */
const MOST_LETTERS = 40;
/** As in the index search_words_similar. Not [[:alpha:]], which is ASCII alone in the column's collation "C". */
const CAN_BE_MISTYPED = `~ '^[a-z\\u00a0-\\uffff]{4,${MOST_LETTERS}}$'`;

/** SQL: the English stem of a word; null for a stop word. */
export const stem = (word: string) => `(ts_lexize('pg_catalog.english_stem', ${word}))[1]`;

/** In how many of the searched rows a word is. */
const documents = (word: string) =>
  `coalesce((select sum(documents)::int from search_words where word = ${word} and kind = any ($2)), 0)`;

/** The words of $1 in their order, counted as a tsvector counts its positions. */
const WORDS = `array(select token from ts_parse('default', search_parts($1)) where tokid <> 12)`;

/** What the spelling of a word counts beside its stem. */
const EXACT = 0.25;
/** What a stop word counts: it can be a name. Those of English have no stem. */
const STOP_WORD = 0.1;

/** The languages whose stop words PostgreSQL knows, beside English. */
const LANGUAGES = [
  'danish',
  'dutch',
  'finnish',
  'french',
  'german',
  'hungarian',
  'italian',
  'norwegian',
  'portuguese',
  'russian',
  'spanish',
  'swedish',
  'turkish',
];

/** The words of $1 as they were written: the lists of stop words have accents, which the words of the index have not. */
const WRITTEN = `
    written as materialized (
      select word, lower(unaccent('unaccent'::regdictionary, word)) as plain
      from (select distinct lower(token) as word from ts_parse('default', $1) where tokid <> 12) as token
    )`;

/** SQL: how many of the query's words are stop words. */
const stopWordsOf = (dictionary: string, condition = 'true') =>
  `(select count(*) from written where ts_lexize(${dictionary}, word) = '{}' and ${condition})`;

/**
 * The language of the query, if it has more stop words of that than of English, and more than one, since "die" is English too, or
 * one that no English word can be.
 */
const OF_LANGUAGE = `
    language as materialized (
      select dictionary
      from (select dictionary, ${stopWordsOf('dictionary')} as stop_words, ${stopWordsOf('dictionary', String.raw`word ~ '[^\x01-\x7f]'`)} as foreign_words
            from unnest('{${LANGUAGES.map((name) => `pg_catalog.${name}_stem`).join()}}'::regdictionary[]) as dictionary) as counted
      where stop_words > ${stopWordsOf("'pg_catalog.english_stem'")} and stop_words + foreign_words > 1
      order by stop_words desc, dictionary
      limit 1
    )`;
const IS_STOP_WORD = `exists (
        select from language cross join written
        where ts_lexize(dictionary, word) = '{}' and lexeme in (plain, ${stem('plain')}))`;

/** How similar a word is with one letter wrong, missing, too many, or exchanged with the next: it counts as if it had been typed. */
const ONE_ERROR = 1;
/** What is less similar than the most similar word times this is left out. */
const NEARLY_AS_SIMILAR = 0.85;
const LETTERS = `unnest(string_to_array(
  case when mistyped.word ~ '^[a-z]+$' then 'abcdefghijklmnopqrstuvwxyz' else 'абвгдежзиклмнопрстуфхцчшщъыьэюя' end, null))`;
// A fixed end, for an estimate of its rows: with the length of the word PostgreSQL expects a thousand places.
const ONE_LETTER_AWAY = `
  select edited from generate_series(0, ${MOST_LETTERS}) as place cross join lateral (
    select left(mistyped.word, place) || substr(mistyped.word, place + 2)
    union all
    select left(mistyped.word, place) || substr(mistyped.word, place + 2, 1) || substr(mistyped.word, place + 1, 1)
           || substr(mistyped.word, place + 3)
    union all
    select left(mistyped.word, place) || letter || substr(mistyped.word, place + following)
    from ${LETTERS} as letter cross join (values (1), (2)) as position (following)
  ) as one (edited)
  where place <= char_length(mistyped.word)`;

/**
 * $1 the query, $2 the kinds. Words in fewer than two documents may be mistyped: the three most similar known words help
 * them.
 */
// It has no name: while a memory grows, a plan from when there were few words would read all of them, for each word of the query.
export const LIST_TERMS = {
  text: `
    with ${WRITTEN.trim()}, ${OF_LANGUAGE.trim()}, typed as materialized (
      select distinct word from unnest(${WORDS}) as word where word ${CAN_BE_MISTYPED}
    ), mistyped as (
      select word from typed
      where ${stem('word')} is not null
        and not exists (select from search_words as known
                        where known.word in (typed.word, ${stem('typed.word')}) and known.kind = any ($2)
                        group by known.word having sum(known.documents) > 1)
      order by char_length(word) desc, word
      limit 8
    ), similar_word as (
      select closest.word, similarity
      from mistyped cross join lateral (
        select word, max(similarity) as similarity, max(max(similarity)) over () as best
        from (
          select known.word, ${ONE_ERROR}::real as similarity, known.documents from search_words as known
          where known.word = any (array(${ONE_LETTER_AWAY})) and known.word <> mistyped.word
            and char_length(known.word) >= 4 and known.kind = any ($2)
          union all
          select known.word, similarity(known.word, mistyped.word), known.documents from search_words as known
          where known.word % mistyped.word and known.word ${CAN_BE_MISTYPED} and known.word <> mistyped.word
            and similarity(known.word, mistyped.word) >= 0.4 and known.kind = any ($2)
        ) as known
        group by word
        order by similarity desc, sum(documents) desc, word
        limit 3) as closest
      where similarity >= ${NEARLY_AS_SIMILAR} * best
    ), term as (
      select lexeme, case when ${IS_STOP_WORD} then ${STOP_WORD} when positions is not null then 1 when ts_lexize('pg_catalog.english_stem', lexeme) = '{}' then ${STOP_WORD}
                     else ${EXACT} end as weight, positions, positions is not null as is_stem
      from unnest(search_vector($1))
      union all select word, ${EXACT} * similarity, null, false from similar_word
      union all select ${stem('word')}, similarity, null, true from similar_word where ${stem('word')} is not null
    )
    select lexeme, max(weight)::float8 as weight, bool_or(is_stem) as is_stem, ${documents('lexeme')} as documents, ${documents("''")} as total,
           coalesce(max(positions), '{}') as places, ${WORDS} as words
    from term
    group by lexeme
    order by documents, lexeme`,
};
