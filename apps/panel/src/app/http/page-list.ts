import { HttpClient } from '@angular/common/http';
import { computed, DestroyRef, effect, inject, signal, untracked, type Signal } from '@angular/core';
import { firstValueFrom } from 'rxjs';
import type { PageDto } from '@groupless/shared-dto';
import { paramsOf, type Query } from './api';
import { Connectivity } from './connectivity';
import { toProblem, type Problem } from './problem';

/** What to list; undefined: nothing for now. */
export interface ListRequest {
  url: string;
  query?: Query;
}

/** A list that grows page by page, as one. */
export interface PageList<Row> {
  readonly items: Signal<readonly Row[]>;
  readonly total: Signal<number>;
  /** Whether `total` is all there is, rather than where counting stopped. */
  readonly total_is_exact: Signal<boolean>;
  readonly has_more: Signal<boolean>;
  /** Nothing has been shown yet: the place for a skeleton. */
  readonly is_first_load: Signal<boolean>;
  /** Old rows are shown while newer ones come. */
  readonly is_refetching: Signal<boolean>;
  readonly is_loading_more: Signal<boolean>;
  readonly problem: Signal<Problem | null>;
  /** The next page; does nothing while one is on its way or when there is none. */
  loadMore(): Promise<void>;
  /** Reads as many rows as are shown again, which stay until the new ones are there. */
  reload(): Promise<void>;
  /** Changes shown rows before the server has answered; returns how to take it back. */
  change(matches: (row: Row) => boolean, changed: (row: Row) => Row): () => void;
  /** Takes shown rows away; returns how to bring them back. */
  remove(matches: (row: Row) => boolean): () => void;
}

interface State<Row> {
  items: readonly Row[];
  next_cursor: string | null;
  total: number;
  total_is_exact: boolean;
  problem: Problem | null;
  busy: 'first' | 'again' | 'more' | null;
}

const PAGE = 100;
const LARGEST_PAGE = 200;
const EMPTY = { items: [], next_cursor: null, total: 0, total_is_exact: true, problem: null } as const;

/**
 * Lists by cursor, in an injection context. Another request (a filter, a sort) starts again from the top; the old
 * rows stay until the new ones are there. Also reads again when the API was away and came back.
 */
export function pageList<Row>(request: () => ListRequest | undefined, page = PAGE): PageList<Row> {
  const http = inject(HttpClient);
  const connectivity = inject(Connectivity);
  const state = signal<State<Row>>({ ...EMPTY, busy: 'first' });
  /** Counts the questions; the answer to an old one is thrown away. */
  let turn = 0;
  inject(DestroyRef).onDestroy(() => (turn = -1));

  const ask = ({ url, query = {} }: ListRequest, limit: number, cursor: string | null) =>
    firstValueFrom(http.get<PageDto<Row>>(url, { params: paramsOf({ ...query, limit, cursor }) }));

  async function load(busy: 'first' | 'again', wanted: number): Promise<void> {
    const mine = ++turn;
    const asked = request();
    if (asked === undefined) {
      state.set({ ...EMPTY, busy: null });
      return;
    }
    state.update((before) => ({ ...before, busy, problem: null }));
    try {
      const items: Row[] = [];
      let last: PageDto<Row> | null = null;
      do {
        const limit = Math.min(LARGEST_PAGE, Math.max(page, wanted - items.length));
        last = await ask(asked, limit, last?.next_cursor ?? null);
        if (mine !== turn) return;
        items.push(...last.items);
      } while (last.next_cursor !== null && items.length < wanted);
      const { next_cursor, total, total_is_exact } = last;
      state.set({ items, next_cursor, total, total_is_exact, problem: null, busy: null });
    } catch (error) {
      if (mine === turn) state.update((before) => ({ ...before, problem: toProblem(error), busy: null }));
    }
  }

  async function loadMore(): Promise<void> {
    const { next_cursor, busy } = state();
    const asked = untracked(request);
    if (next_cursor === null || busy !== null || asked === undefined) return;
    const mine = turn;
    state.update((before) => ({ ...before, busy: 'more', problem: null }));
    try {
      const answer = await ask(asked, page, next_cursor);
      if (mine !== turn) return;
      state.update((before) => ({
        items: [...before.items, ...answer.items],
        next_cursor: answer.next_cursor,
        total: answer.total,
        total_is_exact: answer.total_is_exact,
        problem: null,
        busy: null,
      }));
    } catch (error) {
      if (mine === turn) state.update((before) => ({ ...before, problem: toProblem(error), busy: null }));
    }
  }

  const reload = () =>
    untracked(() => load(state().items.length === 0 ? 'first' : 'again', state().items.length));

  function replace(items: readonly Row[], by: number): () => void {
    const before = state();
    state.set({ ...before, items, total: before.total + by });
    return () => state.update((now) => ({ ...now, items: before.items, total: before.total }));
  }

  effect(() => {
    request();
    void untracked(() => load(state().items.length === 0 ? 'first' : 'again', 0));
  });
  effect(() => {
    if (connectivity.came_back() > 0) void reload();
  });

  return {
    items: computed(() => state().items),
    total: computed(() => state().total),
    total_is_exact: computed(() => state().total_is_exact),
    has_more: computed(() => state().next_cursor !== null),
    is_first_load: computed(() => state().busy === 'first'),
    is_refetching: computed(() => state().busy === 'again'),
    is_loading_more: computed(() => state().busy === 'more'),
    problem: computed(() => state().problem),
    loadMore,
    reload,
    change: (matches, changed) =>
      replace(
        state().items.map((row) => (matches(row) ? changed(row) : row)),
        0,
      ),
    remove: (matches) => {
      const kept = state().items.filter((row) => !matches(row));
      return replace(kept, kept.length - state().items.length);
    },
  };
}
