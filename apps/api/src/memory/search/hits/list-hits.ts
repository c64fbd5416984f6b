import { utcTime } from '../../../database/statements/utc-time';
import { isHeldBack } from '../../fence/quarantine/held-back';
import { STANDING_DECISIONS } from '../../records/sessions/standing-decisions';
import { candidates, type Among, type Found } from './candidates';
import { stem } from '../plan/list-terms';
import { AFTER_HIT, BEFORE_HIT, besideHit, MOST_SHOWN, neighbourOf } from './neighbours';
import { RELATED } from './of-project';
import { IS_FIRST_LINE, RANK, relativeLength, REPETITIONS, saturated } from './score-of-words';
import { NAMES_OF_SPEAKERS, SPEAKER, SPEAKERS, withSpeaker } from './speakers';

/** What a title is taken from. */
const MOST_TITLE = 400;

/** The part of a body with the rarest of the words that it has; of one that is not long, all. */
const SHOWN = `
  case when char_length(body) <= ${MOST_SHOWN} then body else substr(body, coalesce((
    select greatest(1, strpos(lower(body), lexeme) - ${MOST_SHOWN / 2}) from unnest($9::text[]) with ordinality as hit (lexeme, place)
    where strpos(lower(body), lexeme) > 0 order by place limit 1), 1), ${MOST_SHOWN}) end`;

/** Of so many rows with the best words it is asked how these stand to each other: that costs more than counting them. */
const MOST_COMPARED = 150;

/** What a word of a first line counts, times what it would count elsewhere. */
const FIRST_LINE = 1.2;
/** What two neighbours of the query count where they are near each other, times what they count where they stand as in the query. */
const NEAR = 0.25;
/** How many times as much a row of the project at hand counts. */
const AT_HAND = 3;
/** The same of a decision, which says in a sentence what a session tells at length, and of one that was withdrawn. */
const DECISION = 1.35;
const WITHDRAWN = 0.2;
/** The same of a session all of whose decisions were withdrawn. */
const OF_WITHDRAWN = 0.4;
const OF_STANDING = `
  case kind
    when 'decision' then (select case when withdrawn_at is null then ${DECISION} else ${WITHDRAWN} end
                          from assistant_decisions as d where d.id = candidate.id)
    when 'session' then case when exists (
        select from assistant_decisions as d where d.session_id = candidate.id and withdrawn_at is not null)
      and (select true from assistant_decisions as d where d.session_id = candidate.id and withdrawn_at is null limit 1) is null
      then ${OF_WITHDRAWN} end
  end`;
/** The same of a row that is very old. What it counts more while it is new halves in so many days. Days are whole, so that the pages of a search fit together. */
const OLDEST = 0.9;
const HALF_LIFE_DAYS = 90;
const AGE_DAYS = `greatest(0, floor(extract(epoch from now()) / 86400) - floor(extract(epoch from at) / 86400))`;
const OF_AGE = `
  case when kind in ('session', 'decision', 'task', 'chat')
    then ${OLDEST} + ${1 - OLDEST} * power(0.5::float8, (${AGE_DAYS})::float8 / ${HALF_LIFE_DAYS}) else 1 end`;
/** The same of a row of the time that the query names: others stay, a row's date is not always that of what it tells. */
const IN_PERIOD = 2;

// "offset 0" keeps ts_rank from being called again for each use of its result.
const ofWords = (terms: string) => `
  (select coalesce(sum(factor * ${saturated('times')} * case when ${IS_FIRST_LINE} then ${FIRST_LINE} else 1 end), 0)
   from ${terms}
   cross join lateral (select ${RANK} as rank offset 0) as ranked
   cross join lateral (select ${REPETITIONS} as times offset 0) as counted
   where rank > 0)`;
const OF_WORDS = `
  (${ofWords('term')} - case when measured.chat_id is null then 0 else ${1 - SPEAKER} * ${ofWords(NAMES_OF_SPEAKERS)} end)`;

/**
 * The score where the query names a time and nothing else: rows of the project at hand first, then sessions and the like before messages,
 * then the newest. It is counted in seconds since 1970.
 */
const SCORE_BY_DATE = `
  extract(epoch from at)::float8 + case when kind = 'chat' then 0 else 1e10 end + case when at_hand then 2e10 else 0 end`;

/** No score by words is so high: a cursor with such a one is of a list by date. */
export const LEAST_BY_DATE = 1e6;

/** The places of the pairs that a row has; negative where its words are near each other but do not stand as in the query. */
const PAIRS = `
  array(select case when words @@ phrase then place else -place end from pair where words @@ near)`;

/** What a pair counts, by how many of the compared rows have it as it stands: what most of them have says little. */
const RARITY = `
  (ln(1 + (${MOST_COMPARED} - phrases + 0.5) / (phrases + 0.5)) / ln(1 + (${MOST_COMPARED} + 0.5) / 0.5))`;
const OF_PAIR = `factor * ${RARITY} * ${saturated('1')} * case when found > 0 then 1 else ${NEAR} end`;

/** What is shown of a body: of a session only decisions that stand. Its decisions are whole lines of the body: the summary may have the same words. */
const STANDING = `
  case when kind = 'session' then (
    select btrim(replace(E'\n' || body || E'\n', E'\n' || decisions_made || E'\n', E'\n' || ${STANDING_DECISIONS} || E'\n'), E'\n')
    from assistant_sessions as said where said.id = page.id)
  else body end`;

/** What the session of a page decided last and still holds. */
const DECIDED = `
  (select left(text, ${MOST_SHOWN}) from assistant_decisions as decided
   where decided.session_id = page.id and withdrawn_at is null and ($11 = '' or not ${isHeldBack("'decision'", 'decided.id')})
   order by decided.at desc, decided.id desc limit 1)`;

const BEST_FIRST = 'score desc, kind collate "C", id';

/**
 * BM25 over the candidates: each word counts by its rarity ($2), ever less by its repetitions, and less in a text that is
 * longer than others of its kind. Pairs of words count as more words.
 */
// It has no name, so that it is planned for its words: rare ones are looked up, for frequent ones the shortest
// documents are read until enough have them. What is added to a score is summed up and not joined: where the statistics are old,
// PostgreSQL expects one row, and would compute it again for each pair of rows.
export const listHits = (found: Found, more: Among | null) => ({
  text: `
    with term as materialized (
      select factor, query::tsquery as query from unnest($1::text[], $2::float8[]) as given (query, factor)
    ), pair as materialized (
      select place, factor, near::tsquery as near, phrase::tsquery as phrase
      from unnest($13::text[], $14::text[], $15::float8[]) with ordinality as given (near, phrase, factor, place)
    ), usual as materialized (
      select kind, greatest(search_lengths.words, 1)::float8 / documents as length
      from search_lengths join search_words using (kind) where word = '' and documents > 0
    ), ${RELATED.trim()}, candidate as materialized (
      ${withSpeaker(candidates(found, more))}
    ), ${SPEAKERS.trim()}, measured as (
      select candidate.*, ${relativeLength('candidate', 'usual.length')} as relative_length,
             case when at_hand then ${AT_HAND} else 1 end
             * case when at >= $18::timestamptz and at < $19::timestamptz then ${IN_PERIOD} else 1 end
             * coalesce(${OF_STANDING}, 1) * ${OF_AGE} as share
      from candidate left join usual using (kind)
    ), counted as materialized (
      select kind, id, at_hand, relative_length, share, ${found === 'time' ? SCORE_BY_DATE : `share * ${OF_WORDS}`} as score from measured
    ), best as materialized (
      select kind, id, relative_length, share, score from counted order by ${BEST_FIRST} limit ${MOST_COMPARED}
    ), turn as materialized (
      select id, chat_id, session_id, owner_id, timestamp, score from best join chat_history using (id) where kind = 'chat'${found === 'time' ? ' and false' : ''}
    ), paired as materialized (
      select kind, id, relative_length, share, (
        select ${PAIRS} from search_documents where (kind, id) = (best.kind, best.id)) as pairs
      from best
    ), more as (
      select kind, id, sum(share * ${OF_PAIR}) as score
      from (select *, (count(*) filter (where found > 0) over (partition by abs(found)))::float8 as phrases
            from paired cross join unnest(pairs) as found) as compared
      join pair on place = abs(found)
      group by kind, id
      union all
      select 'chat', neighbour.id, ${AFTER_HIT} * score from turn cross join lateral (${neighbourOf('turn', 'after')}) as neighbour
      union all
      select 'chat', neighbour.id, ${BEFORE_HIT} * score from turn cross join lateral (${neighbourOf('turn', 'before')}) as neighbour
    ), scored as (
      select kind, id, bool_or(at_hand) as at_hand, round(sum(score)::numeric, 6)::float8 as score
      from (select kind, id, at_hand, score from counted union all select kind, id, null, score from more) as part
      group by kind, id
      -- A neighbour that was not found stays out.
      having bool_or(at_hand) is not null
    ), page as (
      select * from scored
      where $5::float8 is null or score < $5 or (score = $5 and (kind collate "C", id) > ($6::text, $7::bigint))
      order by ${BEST_FIRST}
      limit $8
    )
    select kind, id::float8 as id, score, coalesce(title, left(body, ${MOST_TITLE})) as title, ${SHOWN} as body, (select count(*)::int from counted) as found,
           (select bool_or(is_cut) from candidate) as is_cut,
           ${utcTime('source.at')} as at,
           array(select lexeme from unnest(tsvector_to_array(words)) as lexeme
                 where left(lexeme, 2) = any ($10) and (lexeme = any ($9) or ${stem('lexeme')} = any ($9))) as words,
           array(select place::int - 1 from pair where words @@ phrase order by place) as phrases, at_hand,
           kind = 'decision' and exists (
             select from assistant_decisions as d where d.id = page.id and withdrawn_at is not null) as is_withdrawn,
           around.role, around.before, around.after, around.decided
    from page join search_documents using (kind, id)
    left join lateral (select title, at, ${STANDING} as body from search_source(kind, id)) as source on true
    left join lateral (
      select role, ${besideHit('before')} as before, ${besideHit('after')} as after, null as decided
      from chat_history as hit where $17::boolean and kind = 'chat' and hit.id = page.id
      union all
      select null, null, null, ${DECIDED} where $17::boolean and kind = 'session') as around on true
    order by ${BEST_FIRST}`,
});
