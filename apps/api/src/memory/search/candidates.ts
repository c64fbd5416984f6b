import { isHeldBack } from '../fence/quarantine/held-back';
import { isRowFor, type Reader } from '../readers/reader';
import { AT_HAND, IS_STATE_OF_NONE, ofProject, SEARCHED } from './of-project';

/** The parameters of the reader. */
export const READER: Reader = { chats: '$11', owner: '$20' };

/** About so many rows are scored: those that can score most. More of them made no answer better. */
export const WANTED = 500;
/** Where a reader may not see all rows, and fewer than so many of those wanted are for the reader, more are looked for. */
export const ENOUGH = 125;
/** How many are looked for where those of other projects, or of other users, are left out afterwards. */
export const WANTED_OF_PROJECT = 3_200;
/** What is scored where more are found than was expected: the newest. */
export const MOST_SCORED = 2_000;
/** The same of those with the rarest word alone, where that word is in too many rows to find by. */
const NEWEST_SCORED = 500;

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

/** The rows to be scored, newest first. */
const candidates = (isFound: string) => `
      select kind, id, at, words, length, $16::text is not null and ${ofProject(AT_HAND)} as at_hand from search_documents
      where ${isFound} and ${IS_ASKED} and ($21::timestamptz is null or at >= $21)
        and ($22::text[] is null or ${HAS_QUOTED})
        and ${isRowFor('search_documents.kind', 'search_documents.id', READER)}
        and ($11::text = '' or not ${isHeldBack('search_documents.kind', 'search_documents.id')})
        and ($12::text is null or ${ofProject(SEARCHED)} or ${IS_STATE_OF_NONE})
      order by at desc`;

/** Found by the finder ($3). */
export const FOUND = `(${candidates('words @@ $3::tsquery')} limit ${MOST_SCORED})`;
/** And the newest that have the rarest word ($23). It stands apart, since planning a statement takes as long as scoring some rows. */
export const FOUND_AND_NEWEST = `
      ${FOUND}
      union all
      (${candidates('words @@ $23::tsquery and not words @@ $3::tsquery')} limit ${NEWEST_SCORED})`;
