import { Injectable } from '@nestjs/common';
import type { SearchKind } from '@groupless/shared-dto';
import { MemoryStatements } from '../../database/database.module';
import type { Reader } from '../readers/reader';
import { listHits } from './hits/list-hits';
import { LIST_TERMS } from './plan/list-terms';
import type { Period } from './times/time-words';
import type { QueryTerms, SearchPlan } from './plan/search-plan';
import { COUNT_READABLE, isCounted, isPartHidden } from './readable-counts';
import { lexemeQuery, type SearchTerm } from './plan/search-term';

/** Where a page of hits ended. */
export interface HitPosition {
  score: number;
  kind: string;
  id: number;
}

/** Which rows are searched. */
export interface SearchedRows {
  kinds: readonly SearchKind[];
  /** Who searches chats of customers too finds also what is held in the quarantine. */
  reader: Reader;
  /** The name of a project; null: whatever the project. */
  project: string | null;
  /** The name of the project whose rows come first; null: none. */
  project_at_hand: string | null;
  /** Whether messages of chats come with those before and after them, and sessions with what they decided. */
  is_around: boolean;
  /** From when on the rows are; null: whenever. */
  since: Date | null;
  /** The time that the query names; null: none. */
  period: Period | null;
}

/** A message that stands beside another in its chat. */
export interface FoundTurn {
  id: number;
  role: string;
  message: string;
}

/** A hit whose row was deleted a moment ago has no `body`. */
export interface FoundHit {
  kind: SearchKind;
  id: number;
  score: number;
  title: string | null;
  body: string | null;
  at: string | null;
  /** The words of the row, without accents and in lower case, that the query hit. */
  words: string[];
  /** Which pairs of the plan stand in the row as in the query. */
  phrases: number[];
  at_hand: boolean;
  is_withdrawn: boolean;
  /** Who wrote a message of a chat, and those that stand beside it; what a session decided last: if they are asked for. */
  role: string | null;
  before: FoundTurn | null;
  after: FoundTurn | null;
  decided: string | null;
  /** How many rows the search found. */
  found: number;
  /** Whether it found more, and left out those that are likely to score less. */
  is_cut: boolean;
}

const PHRASE_QUERY = {
  name: 'search_phrases',
  text: `
    select string_agg('(' || query::text || ')', ' & ') as query
    from unnest($1::text[]) as phrase cross join phraseto_tsquery('pg_catalog.english', search_parts(phrase)) as query
    where numnode(query) > 0`,
};

@Injectable()
export class SearchRepository {
  constructor(private readonly memory: MemoryStatements) {}

  /** The words of a query, rarest first, as the kinds have them: others must not show through their words. */
  async listTerms(text: string, kinds: readonly SearchKind[], reader: Reader): Promise<QueryTerms> {
    const rows = await this.memory.read<SearchTerm & { total: number; words: string[] }>(LIST_TERMS, [
      text,
      kinds,
    ]);
    const terms = isPartHidden(kinds, reader) ? await this.countReadable(rows, kinds, reader) : rows;
    return { terms, total: rows[0]?.total ?? 0, words: rows[0]?.words ?? [] };
  }

  private async countReadable(
    terms: readonly SearchTerm[],
    kinds: readonly SearchKind[],
    { chats, owner }: Reader,
  ): Promise<SearchTerm[]> {
    const queries = terms.filter(isCounted).map(({ lexeme }) => lexemeQuery(lexeme));
    if (queries.length === 0) return [...terms];
    const values = [queries, kinds, chats, owner];
    const rows = await this.memory.read<{ query: string; documents: number }>(COUNT_READABLE, values);
    const counted = new Map(rows.map(({ query, documents }) => [query, documents]));
    return terms.map((term) => ({
      ...term,
      documents: counted.get(lexemeQuery(term.lexeme)) ?? term.documents,
    }));
  }

  /** What finds the rows that have all these phrases word for word; null if these are words that are not indexed. */
  async phraseQuery(phrases: readonly string[]): Promise<string | null> {
    return (await this.memory.readOne<{ query: string | null }>(PHRASE_QUERY, [phrases])).query;
  }

  /** The best hits behind a position, best first. */
  listHits(
    plan: SearchPlan,
    { kinds, reader, project, project_at_hand, is_around, since, period }: SearchedRows,
    after: HitPosition | null,
    limit: number,
  ): Promise<FoundHit[]> {
    const lexemes = plan.scored.map(({ lexeme }) => lexeme);
    return this.memory.read<FoundHit>(listHits(plan.found, plan.more?.among ?? null), [
      plan.scored.map(({ query }) => query),
      plan.scored.map(({ factor }) => factor),
      plan.finder,
      kinds,
      after?.score ?? null,
      after?.kind ?? null,
      after?.id ?? null,
      limit,
      lexemes,
      lexemes.map((lexeme) => [...lexeme].slice(0, 2).join('')),
      reader.chats,
      project,
      plan.pairs.map(({ near }) => near),
      plan.pairs.map(({ phrase }) => phrase),
      plan.pairs.map(({ factor }) => factor),
      project_at_hand,
      is_around,
      period && (period.from ?? '-infinity'),
      period && (period.to ?? 'infinity'),
      reader.owner,
      since,
      // PostgreSQL refuses a parameter that the statement does not use.
      ...(plan.more === null ? [] : [plan.more.finder]),
      ...(plan.quoted === null ? [] : [plan.quoted]),
    ]);
  }
}
