import { isHeldBack } from '../../fence/quarantine/held-back';
import { isRowFor, type Reader } from '../../readers/reader';
import {
  AT_HAND,
  IS_STATE_OF_NONE,
  messagesOfSearched,
  ofProject,
  rowsOfSearched,
  SEARCHED,
} from './of-project';
import { LIKELY_SCORE } from './score-of-words';

/** The parameters of the reader. */
export const READER: Reader = { chats: '$11', owner: '$20' };

/** About so many rows are scored: those that can score most. More of them made no answer better. */
export const WANTED = 500;
/** Where rows are left out for the reader, the project or the time, and fewer than so many are left, more are looked for. */
export const ENOUGH = 125;
/** How many are looked for where those of other projects, or of other users, are left out afterwards. */
export const WANTED_OF_PROJECT = 3_200;
/** What is scored where more are found than was expected: those that are likely to score most. */
const MOST_SCORED = 2_000;
/** So many are compared by that, the shortest with a word that very many rows have: a word says most in a short text. */
const MOST_COMPARED = 10_000;
/** How many are scored beside those of the finder, and of how many. */
const MORE_SCORED = 500;
const MORE_COMPARED = 2_000;
/** Quoted words are looked for in so many of the rows that have them by the index, and in so many words of these: texts are read for it. */
const MOST_QUOTED = 300;
const MOST_WORDS_QUOTED = 60_000;
/** Of the rows of a time or project so many are read, the newest, where the words alone do not lead to enough of them. */
const MOST_READ = 10_000;

/** Word for word: stop words, which the index has no place of, and endings too. */
const HAS_QUOTED = `
  not exists (
    select from unnest($22::text[]) as phrase
    where strpos(
      (select ' ' || search_parts(left(concat_ws(E'\\n', name, body), 131072)) || ' '
       from search_source(search_documents.kind, search_documents.id)),
      ' ' || btrim(search_parts(phrase)) || ' ') = 0)`;

/**
 * The collation keeps the rows from being looked up by their kind: with old statistics PostgreSQL expects few of a kind, and would read
 * all of them.
 */
const IS_ASKED = `kind collate "C" = any ($4::text[])`;

const shortest = (most: number) => `order by length, at desc limit ${most}`;

/** What of a table of rows the index has, and who searches may see and asked for. */
const passing = (isFound: string, from = 'search_documents') => `
        select kind, id, at, words, length from ${from}
        where ${isFound} and ${IS_ASKED} and ($21::timestamptz is null or at >= $21)
          and ${isRowFor('search_documents.kind', 'search_documents.id', READER)}
          and ($11::text = '' or not ${isHeldBack('search_documents.kind', 'search_documents.id')})
          and ($12::text is null or ${ofProject(SEARCHED)} or ${IS_STATE_OF_NONE})`;

/** The most likely ones of these rows, where there are too many; only then it is asked how likely they are. */
const best = (rows: string, most: number) => `
      select kind, id, at, words, length, is_cut, case when is_cut then ${LIKELY_SCORE} end as likely,
             $16::text is not null and ${ofProject(AT_HAND)} as at_hand
      from (select *, count(*) over () > ${most} as is_cut from (${rows}) as search_documents) as search_documents
      order by likely desc, at desc, kind, id
      limit ${most}`;

/** Those of them that have the quoted words, as far as it can be looked up in time. */
const quoted = (rows: string) => `
      select kind, id, at, words, length, is_cut or all_words > ${MOST_WORDS_QUOTED} as is_cut, likely, at_hand
      from (select *, sum(length(words)) over (order by likely desc, at desc, kind, id) as read_words,
                   sum(length(words)) over () as all_words
            from (${rows}) as likely_ones) as search_documents
      where read_words <= ${MOST_WORDS_QUOTED} and ${HAS_QUOTED}`;

/** Of a time: the newest rows from then on. */
const OF_TIME = `(
          select * from search_documents where at >= $21 and ${IS_ASKED} order by at desc limit ${MOST_READ}
        ) as search_documents`;
const OF_PROJECT = `(
          select search_documents.* from (${rowsOfSearched(MOST_READ)}) as own join search_documents using (kind, id)
        ) as search_documents`;

const IS_WIDER = 'words @@ $22::tsquery and not words @@ $3::tsquery';

/** What is found by the finder ($3); where that is in very many rows, which an estimate may not say, the shortest of these. */
const BY_FINDER = `${passing('words @@ $3::tsquery')} ${shortest(MOST_COMPARED)}`;
const IS_OF_PERIOD = 'at >= $18::timestamptz and at < $19::timestamptz';
/** With a project those of its own chats: the newest of all may be in other ones. */
const NEWEST_MESSAGES = `(
          (select * from search_documents where $12::text is null and kind = 'chat' and ${IS_OF_PERIOD} order by at desc limit ${MORE_COMPARED})
          union all
          (select search_documents.* from (${messagesOfSearched(MORE_COMPARED, 'said.timestamp >= $18 and said.timestamp < $19')}) as own
           join search_documents on search_documents.kind = 'chat' and search_documents.id = own.id)
        ) as search_documents`;
/** Whether there are more messages than are read, some of which the reader might see. */
const ARE_MESSAGES_CUT = `
  (select count(*) = ${MORE_COMPARED} from (
     select from search_documents where $12::text is null and 'chat' = any ($4::text[]) and kind = 'chat' and ${IS_OF_PERIOD}
     limit ${MORE_COMPARED}) as message)`;
/** The newest rows of the time that the query names. Messages are listed apart, so that however many there are they push out no others. */
const BY_TIME = `
        (${passing(`$3 = '' and kind <> 'chat' and ${IS_OF_PERIOD}`)} order by at desc limit ${MOST_SCORED + 1})
        union all (${passing(`$3 = ''`, NEWEST_MESSAGES)} order by at desc limit ${MORE_SCORED + 1})`;
const count = (what: string) => `count(*) filter (where ${what}) over ()`;
const OF_NAMED_TIME = `
      select kind, id, at, words, length, is_cut, null::float8 as likely,
             $16::text is not null and ${ofProject(AT_HAND)} as at_hand
      from (select *, ${count(`kind <> 'chat'`)} > ${MOST_SCORED} or ${count(`kind = 'chat'`)} > ${MORE_SCORED}
                      or ${ARE_MESSAGES_CUT} as is_cut
            from (${BY_TIME}) as search_documents) as search_documents`;
const FOUND = {
  words: best(BY_FINDER, MOST_SCORED),
  quoted: quoted(best(BY_FINDER, MOST_QUOTED)),
  time: OF_NAMED_TIME,
};
/**
 * What more is found by the wider finder, among all rows or those of a project or time. It is $22, as the quoted words are: where these
 * are asked for, no more is.
 */
const MORE = {
  all: best(`${passing(IS_WIDER)} ${shortest(MORE_COMPARED)}`, MORE_SCORED),
  project: best(passing(IS_WIDER, OF_PROJECT), MORE_SCORED),
  time: best(passing(IS_WIDER, OF_TIME), MORE_SCORED),
};
/** What the rows of a finder must have, and among which rows a wider one looks for more. */
export type Found = keyof typeof FOUND;
export type Among = keyof typeof MORE;

/** The rows to be scored. What is not asked for is left out of the statement: planning it takes as long as scoring some rows. */
export const candidates = (found: Found, more: Among | null) =>
  more === null ? FOUND[found] : `(${FOUND[found]}) union all (${MORE[more]})`;
