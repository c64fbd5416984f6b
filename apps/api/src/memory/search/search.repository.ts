import { Injectable } from '@nestjs/common';
import type { SearchKind } from '@groupless/shared-dto';
import { MemoryStatements } from '../../database/database.module';
import { isHeldBack } from '../fence/quarantine/held-back';
import { PROJECT_CHATS } from '../chats/readable-chats';
import { namesProject } from '../records/sessions/names-project';
import type { QueryTerms, SearchPlan, SearchTerm } from './search-plan';

/** Where a page of hits ended. */
export interface HitPosition {
  score: number;
  kind: string;
  id: number;
}

/** Which rows are searched. */
export interface SearchedRows {
  kinds: readonly SearchKind[];
  /** How the ids of the searched chats begin; empty: all, and what is held in the quarantine too. */
  chats: string;
  /** The name of a project; null: whatever the project. */
  project: string | null;
  /** The name of the project whose rows come first; null: none. */
  project_at_hand: string | null;
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
  /** How many rows the search found. */
  found: number;
}

/** As in the index search_words_similar. Not [[:alpha:]], which is ASCII alone in the column's collation "C". */
const CAN_BE_MISTYPED = `~ '^[a-z\\u00a0-\\uffff]{4,40}$'`;

const stem = (word: string) => `(ts_lexize('pg_catalog.english_stem', ${word}))[1]`;

/** In how many of the searched rows a word is. */
const documents = (word: string) =>
  `coalesce((select sum(documents)::int from search_words where word = ${word} and kind = any ($2)), 0)`;

/** The words of $1 in their order, counted as a tsvector counts its positions. */
const WORDS = `array(select token from ts_parse('default', search_parts($1)) where tokid <> 12)`;

/** Words in fewer than two documents may be mistyped: the three most similar known words help them. */
const LIST_TERMS = {
  name: 'search_terms',
  text: `
    with typed as materialized (
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
      select closest.* from mistyped cross join lateral (
        select distinct known.word, similarity(known.word, mistyped.word) as similarity from search_words as known
        where known.word % mistyped.word and known.word ${CAN_BE_MISTYPED} and known.word <> mistyped.word
          and similarity(known.word, mistyped.word) >= 0.4 and known.kind = any ($2)
        order by similarity desc, known.word
        limit 3) as closest
    ), term as (
      select lexeme, case when positions is null then 0.5 else 1 end as weight, positions from unnest(search_vector($1))
      union all select word, 0.5 * similarity, null from similar_word
      union all select ${stem('word')}, similarity, null from similar_word where ${stem('word')} is not null
    )
    select lexeme, max(weight)::float8 as weight, ${documents('lexeme')} as documents, ${documents("''")} as total,
           coalesce(max(positions), '{}') as places, ${WORDS} as words
    from term
    group by lexeme
    order by documents, lexeme`,
};

/** What an excerpt is taken from, in characters: a page of whole long texts would take seconds to look through. */
const MOST_SHOWN = 16_384;

/** What is scored of very many finds: the newest. */
export const MOST_SCORED = 1_000;

/** Whether a row belongs to the project of that name. */
const ofProject = (name: string) => `
  case kind
    when 'project' then exists (select from assistant_projects as p where p.id = search_documents.id and p.name = ${name})
    when 'task' then exists (
      select from assistant_tasks as t join assistant_projects as p on p.id = t.project_id
      where t.id = search_documents.id and p.name = ${name})
    when 'session' then exists (
      select from assistant_sessions as s where s.id = search_documents.id and ${namesProject('projects_touched', name)})
    when 'chat' then exists (
      select from chat_history as said join assistant_projects as p on said.chat_id = '${PROJECT_CHATS}' || p.url
      where said.id = search_documents.id and p.name = ${name})
    else false
  end`;

/** What words count by the weight that the index gave them, in the order D, C, B, A: those of first lines have A. */
const WEIGHTS = `array[0.1, 0.1, 0.1, 0.13]::float4[]`;
/** What two neighbours of the query add where they stand as in the query, and where they are near each other. */
const PHRASE = 0.12;
const NEAR = 0.03;
/** How many times as much a row of the project at hand counts. */
const AT_HAND = 3;

/**
 * BM25 in its essence: each word counts by its rarity ($2) and, ever less, by its repetitions (ts_rank of one
 * word), and a long text must say more to be as good as a short one (of about 90 different words).
 */
// It has no name, so that it is planned for its words: rare ones are looked up, for frequent ones the newest
// documents are read until enough have them.
const LIST_HITS = {
  text: `
    with term as materialized (
      select factor, query::tsquery as query from unnest($1::text[], $2::float8[]) as given (query, factor)
    ), pair as materialized (
      select place, factor, near::tsquery as near, phrase::tsquery as phrase
      from unnest($13::text[], $14::text[], $15::float8[]) with ordinality as given (near, phrase, factor, place)
    ), candidate as materialized (
      select kind, id, words from search_documents
      where words @@ $3::tsquery and kind = any ($4::text[])
        and ($11::text = '' or kind <> 'chat'
             or exists (select from chat_history as said where said.id = search_documents.id and starts_with(chat_id, $11)))
        and ($11::text = '' or not ${isHeldBack('search_documents.kind', 'search_documents.id')})
        and ($12::text is null or ${ofProject('$12')})
      order by at desc
      limit ${MOST_SCORED}
    ), scored as (
      select *,
             round(1000000 * case when at_hand then ${AT_HAND} else 1 end
                   * ((select sum(factor * ts_rank(${WEIGHTS}, words, query)) from term)
                      + (select coalesce(sum(factor * (case when words @@ phrase then ${PHRASE} else ${NEAR} end)), 0)
                         from pair where words @@ near))
                   / (0.6 + 0.4 * length(words)::float8 / 90)) / 1000000 as score
      from (select *, $16::text is not null and ${ofProject('$16')} as at_hand from candidate as search_documents) as candidate
    ), page as (
      select * from scored
      where $5::float8 is null or score < $5 or (score = $5 and (kind collate "C", id) > ($6::text, $7::bigint))
      order by score desc, kind collate "C", id
      limit $8
    )
    select kind, id::float8 as id, score, title, left(body, ${MOST_SHOWN}) as body, (select count(*)::int from candidate) as found,
           to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
           array(select lexeme from unnest(tsvector_to_array(words)) as lexeme
                 where left(lexeme, 2) = any ($10) and (lexeme = any ($9) or ${stem('lexeme')} = any ($9))) as words,
           array(select place::int - 1 from pair where words @@ phrase order by place) as phrases, at_hand
    from page left join lateral search_source(kind, id) as source on true
    order by score desc, kind collate "C", id`,
};

@Injectable()
export class SearchRepository {
  constructor(private readonly memory: MemoryStatements) {}

  /** The words of a query, rarest first, as the kinds have them: others must not show through their words. */
  async listTerms(text: string, kinds: readonly SearchKind[]): Promise<QueryTerms> {
    const rows = await this.memory.read<SearchTerm & { total: number; words: string[] }>(LIST_TERMS, [
      text,
      kinds,
    ]);
    return { terms: rows, total: rows[0]?.total ?? 0, words: rows[0]?.words ?? [] };
  }

  /** The best hits behind a position, best first. */
  listHits(
    plan: SearchPlan,
    { kinds, chats, project, project_at_hand }: SearchedRows,
    after: HitPosition | null,
    limit: number,
  ): Promise<FoundHit[]> {
    const lexemes = plan.scored.map(({ lexeme }) => lexeme);
    return this.memory.read<FoundHit>(LIST_HITS, [
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
      chats,
      project,
      plan.pairs.map(({ near }) => near),
      plan.pairs.map(({ phrase }) => phrase),
      plan.pairs.map(({ factor }) => factor),
      project_at_hand,
    ]);
  }
}
