import type { SearchKind } from '@groupless/shared-dto';
import { isRowFor, OF_EVERYBODY, type Reader } from '../readers/reader';
import type { SearchTerm } from './plan/search-term';

/** Words in no more documents than these are counted in the rows of the reader: of a frequent word that takes too long. */
const MOST_COUNTED = 50;

const READER: Reader = { chats: '$3', owner: '$4' };

/**
 * In how many rows that are for the reader words are. What only others have said must not show in how rare a word counts, and not in
 * whether it is known at all. The collation of the kind is as in candidates.ts.
 */
export const COUNT_READABLE = {
  name: 'count_readable_documents',
  text: `
    select query, (
      select count(*)::int from search_documents
      where words @@ query::tsquery and kind collate "C" = any ($2) and ${isRowFor('search_documents.kind', 'search_documents.id', READER)}
    ) as documents
    from unnest($1::text[]) as query`,
};

/** Whether rows of these kinds may not be for the reader. */
export function isPartHidden(kinds: readonly SearchKind[], { chats, owner }: Reader): boolean {
  const hasOwned = kinds.some((kind) => kind !== 'person');
  return hasOwned && (chats !== '' || owner !== OF_EVERYBODY);
}

export function isCounted({ documents }: SearchTerm): boolean {
  return documents > 0 && documents <= MOST_COUNTED;
}
