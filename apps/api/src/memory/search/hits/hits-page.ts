import { setImmediate } from 'node:timers/promises';
import type { PageDto, SearchHitDto } from '@groupless/shared-dto';
import { encodeCursor } from '../../../platform/http/cursor';
import { excerptOf, hitsIn, titleOf } from './excerpt';
import { phrasesOf, type QueryTerms, type SearchPlan } from '../plan/search-plan';
import type { FoundHit, FoundTurn } from '../search.repository';
import { shareOf } from './search-share';

/** A page of what was found, with one more than it shows. */
export async function pageOf(
  found: readonly FoundHit[],
  limit: number,
  plan: SearchPlan & QueryTerms,
  fingerprint: string,
): Promise<PageDto<SearchHitDto>> {
  const hits = found.slice(0, limit);
  const last = hits.at(-1);
  const hasNext = found.length > limit && last !== undefined;
  const total = found[0]?.found ?? 0;
  const items: SearchHitDto[] = [];
  for (const hit of hits) {
    items.push(...toHit(hit, plan));
    // A page of excerpts takes a while; others get their turn in between.
    await setImmediate();
  }
  return {
    items,
    next_cursor: hasNext ? encodeCursor(fingerprint, [String(last.score), last.kind, String(last.id)]) : null,
    total,
    total_is_exact: !plan.is_partial && !hits.some(({ is_cut }) => is_cut),
  };
}

function toHit(hit: FoundHit, plan: SearchPlan & QueryTerms): SearchHitDto[] {
  const { kind, id, score, body, at, words } = hit;
  if (body === null || at === null) return [];
  const title = titleOf(hit.title ?? body);
  const excerpt = excerptOf(body, words);
  const shown = (text: string) => excerptOf(text, words).html;
  const turn = (one: FoundTurn | null) =>
    one === null ? [] : [{ id: one.id, role: one.role, excerpt: shown(one.message) }];
  const turns =
    hit.role === null
      ? null
      : [...turn(hit.before), { id, role: hit.role, excerpt: excerpt.html }, ...turn(hit.after)];
  const inTitle = hitsIn(title, words);
  const why = {
    words: [...new Set([...inTitle, ...excerpt.words])],
    phrases: phrasesOf(plan, hit.phrases),
    title: inTitle.length > 0,
    project: hit.at_hand,
    share: shareOf(plan, words),
  };
  const decided = hit.decided === null ? [] : [shown(hit.decided)];
  const lines = turns?.map((one) => one.excerpt) ?? [
    excerpt.html,
    ...decided.filter((line) => !excerpt.html.includes(line)),
  ];
  const found = {
    ...{ kind, id, title, excerpt: lines.join('\n'), at, score, why },
    ...(turns === null ? {} : { turns }),
  };
  return [hit.is_withdrawn ? { ...found, is_withdrawn: true } : found];
}
