import { computed, DestroyRef, inject, signal, untracked, type Signal } from '@angular/core';
import type { EventDto, PageDto } from '@groupless/shared-dto';
import { toProblem, type Problem } from '../http/problem';
import { liveQuery, type LiveQuery, type Reader, type ReadRequest } from './query';

/** A list that grows page by page, as one. */
export interface PageList<Row> {
  readonly items: Signal<readonly Row[]>;
  readonly total: Signal<number>;
  /** Whether `total` is all there is, rather than where counting stopped. */
  readonly total_is_exact: Signal<boolean>;
  readonly hasMore: Signal<boolean>;
  /** Nothing has been shown yet: the place for a skeleton. */
  readonly isFirstLoad: Signal<boolean>;
  /** It was read, and there is nothing; so it stays while it is read again, also when that fails. */
  readonly isEmpty: Signal<boolean>;
  /** Old rows are shown while newer ones come. */
  readonly isRefetching: Signal<boolean>;
  readonly isLoadingMore: Signal<boolean>;
  /** Why the latest read failed. The rows stay. */
  readonly problem: Signal<Problem | null>;
  /** The next page; does nothing while one is on its way or when there is none. */
  loadMore(): Promise<void>;
  /** Reads as many rows as are shown again, which stay until the new ones are there. */
  reload(): Promise<void>;
  /**
   * Changes shown rows before the server has answered.
   * @returns takes the change of those rows back that nobody has changed since
   */
  change(matches: (row: Row) => boolean, changed: (row: Row) => Row): () => void;
  /** Takes shown rows away; returns how to bring them back. */
  remove(matches: (row: Row) => boolean): () => void;
}

interface Options<Row> {
  /** Rows a page. */
  page?: number;
  /** Events that make these rows old besides those of the list's own address. */
  outdatedBy?: (event: EventDto, rows: readonly Row[]) => boolean;
}

interface Rows<Row> {
  items: readonly Row[];
  next_cursor: string | null;
  total: number;
  total_is_exact: boolean;
  /** Counts the reads of the whole list, so that a rollback knows whether rows were reloaded since. */
  version: number;
}

const PAGE = 100;
const LARGEST_PAGE = 200;

/**
 * Lists by cursor, in an injection context. Another request (a filter, a sort) starts again from the top; the old
 * rows stay until the new ones are there.
 */
export function pageList<Row>(
  request: () => ReadRequest | undefined,
  { page = PAGE, outdatedBy = () => false }: Options<Row> = {},
): PageList<Row> {
  /** The request that the shown rows answer. */
  let shownFor: ReadRequest | null = null;
  const readPage = (reader: Reader, { url, query }: ReadRequest, limit: number, cursor: string | null) =>
    reader.getBody<PageDto<Row>>(url, { ...query, limit, cursor });

  const list: LiveQuery<Rows<Row>> = liveQuery<ReadRequest, Rows<Row>>({
    request,
    pathOf: ({ url }) => url,
    keepsOld: true,
    // What one request reads again.
    isKept: ({ items: rows }) => rows.length <= page,
    cost: (shown) => Math.ceil((shown?.items.length ?? 0) / LARGEST_PAGE),
    outdatedBy: (event, { items: rows }) => outdatedBy(event, rows),
    read: async (asked, reader) => {
      if (shownFor !== asked) more?.abort();
      else if (untracked(isLoadingMore)) await moreRead;
      const before = untracked(list.value);
      const wanted = shownFor === asked ? (before?.items.length ?? 0) : 0;
      const rows: Row[] = [];
      let last: PageDto<Row>;
      let cursor: string | null = null;
      do {
        const limit = Math.min(LARGEST_PAGE, Math.max(page, wanted - rows.length));
        last = await readPage(reader, asked, limit, cursor);
        rows.push(...last.items);
        cursor = last.next_cursor;
      } while (cursor !== null && rows.length < wanted);
      shownFor = asked;
      moreProblem.set(null);
      return { ...last, items: rows, version: (before?.version ?? 0) + 1 };
    },
  });
  const items = computed<readonly Row[]>(() => list.value()?.items ?? []);

  let more: AbortController | null = null;
  let moreRead: Promise<void> = Promise.resolve();
  const isLoadingMore = signal(false);
  const moreProblem = signal<Problem | null>(null);
  inject(DestroyRef).onDestroy(() => more?.abort());

  async function loadMore(): Promise<void> {
    const shown = untracked(list.value);
    const cursor = shown?.next_cursor ?? null;
    if (cursor === null || shownFor === null) return;
    if (untracked(list.isLoading) || untracked(isLoadingMore)) return;
    more = new AbortController();
    moreRead = readMore(shownFor, cursor, more.signal);
    await moreRead;
  }

  async function readMore(asked: ReadRequest, cursor: string, signal: AbortSignal): Promise<void> {
    isLoadingMore.set(true);
    moreProblem.set(null);
    try {
      const { items: added, ...rest } = await readPage(list.readerFor(signal), asked, page, cursor);
      if (!signal.aborted) list.add((before) => ({ ...before, ...rest, items: [...before.items, ...added] }));
    } catch (error) {
      if (!signal.aborted) moreProblem.set(toProblem(error));
    } finally {
      isLoadingMore.set(false);
    }
  }

  function change(matches: (row: Row) => boolean, changed: (row: Row) => Row): () => void {
    const before = new Map<Row, Row>();
    replaceRows((row) => {
      if (!matches(row)) return row;
      const after = changed(row);
      before.set(after, row);
      return after;
    });
    return () => replaceRows((row) => before.get(row) ?? row);
  }

  function replaceRows(replaced: (row: Row) => Row): void {
    list.update((rows) => ({ ...rows, items: rows.items.map(replaced) }));
  }

  function remove(matches: (row: Row) => boolean): () => void {
    const shown = untracked(list.value);
    const removed = [...(shown?.items.entries() ?? [])].filter(([, row]) => matches(row));
    if (shown === null || removed.length === 0) return () => undefined;
    list.update((rows) => ({
      ...rows,
      items: rows.items.filter((row) => !matches(row)),
      total: rows.total - removed.length,
    }));
    return () =>
      list.update((rows) => {
        // The list was reloaded since: its rows are current.
        if (rows.version !== shown.version) return rows;
        const back = [...rows.items];
        for (const [index, row] of removed) back.splice(index, 0, row);
        return { ...rows, items: back, total: rows.total + removed.length };
      });
  }

  return {
    items,
    total: computed(() => list.value()?.total ?? 0),
    total_is_exact: computed(() => list.value()?.total_is_exact ?? true),
    hasMore: computed(() => (list.value()?.next_cursor ?? null) !== null),
    isFirstLoad: list.isFirstLoad,
    isEmpty: computed(() => list.value()?.items.length === 0),
    isRefetching: list.isRefetching,
    isLoadingMore: isLoadingMore.asReadonly(),
    problem: computed(() => list.problem() ?? moreProblem()),
    loadMore,
    reload: () => list.reload(),
    change,
    remove,
  };
}
