import { HttpClient, type HttpResponse } from '@angular/common/http';
import {
  computed,
  DestroyRef,
  effect,
  ErrorHandler,
  inject,
  PendingTasks,
  signal,
  untracked,
  type Signal,
} from '@angular/core';
import { firstValueFrom, fromEvent, takeUntil, type Observable } from 'rxjs';
import type { EventDto } from '@groupless/shared-dto';
import { paramsOf, type Query as Params, type Versioned } from '../http/api';
import { Invalidations, type Watched } from './invalidations';
import { LastAnswers } from './last-answers';
import { isRequestFailure, toProblem, type Problem } from '../http/problem';
import { Refetcher } from './refetcher';

/** What to read. */
export interface ReadRequest {
  url: string;
  query?: Params;
}

/** Something that is read, shown, and read again when it is out of date. */
export interface Query<Value> {
  /** The latest answer, also while it is read again and after that failed; null before the first. */
  readonly value: Signal<Value | null>;
  /** Why the latest read failed. */
  readonly problem: Signal<Problem | null>;
  readonly isLoading: Signal<boolean>;
  /** Nothing has been shown yet: the place for a skeleton. */
  readonly isFirstLoad: Signal<boolean>;
  /** An old answer is shown while a newer one comes. */
  readonly isRefetching: Signal<boolean>;
  /** Reads again at once; resolves when that is done, also when it failed. */
  reload(): Promise<void>;
  /** Changes what is shown: a stored answer, or what is still to be saved. */
  update(change: (value: Value) => Value): void;
  /**
   * Shows a row as a write has answered it, with its version where the query has one. Not if another row is shown by now:
   * an answer may be late. Says whether it is shown.
   */
  take(stored: Value): boolean;
}

interface State<Request, Value> {
  /** What `value` answers. */
  asked: Request | undefined;
  value: Value | null;
  problem: Problem | null;
  isLoading: boolean;
}

/** Reads for a query. A request that was given up is cancelled, and its answer never shown. */
export interface Reader {
  signal: AbortSignal;
  get<Answer>(url: string, params?: Params): Promise<HttpResponse<Answer>>;
  /** The body of the answer alone. */
  getBody<Answer>(url: string, params?: Params): Promise<Answer>;
  getText(url: string, params?: Params): Promise<HttpResponse<string>>;
}

interface Source<Request, Value> {
  /** Undefined: nothing for now. Another request than before starts again. */
  request: () => Request | undefined;
  /** For the rules of `Invalidations`. */
  pathOf: (request: Request) => string;
  read: (request: Request, reader: Reader, before: Value | null) => Promise<Value>;
  /** Whether the old answer is shown while that to another request comes, as in a list that is searched. */
  keepsOld?: boolean;
  /** Whether an answer is shown at once when the same is asked for again later, as on a second visit of a screen. */
  isKept?: (value: Value) => boolean;
  /** How many requests it takes to read again what is shown. */
  cost?: (value: Value | null) => number;
  /** Events that make the answer old besides those of its address. */
  outdatedBy?: (event: EventDto, value: Value) => boolean;
}

/** For what is built on a query: reads of its own beside it, whose answers are added to what is shown. */
export interface LiveQuery<Value> extends Query<Value> {
  readerFor(signal: AbortSignal): Reader;
  /** As `update()`, but a read that is on its way goes on. */
  add(change: (value: Value) => Value): void;
}

/** One JSON answer of the API, in an injection context. A string is a URL. */
export function query<Value>(request: () => string | ReadRequest | undefined): Query<Value> {
  return liveQuery<ReadRequest, Value>({
    request: () => asRequest(request()),
    pathOf: ({ url }) => url,
    read: ({ url, query: params }, reader) => reader.getBody<Value>(url, params),
  });
}

/** As `query()`, with the version of the answer for a later change. */
export function versionedQuery<Row>(request: () => string | undefined): Query<Versioned<Row>> {
  return liveQuery<ReadRequest, Versioned<Row>>({
    request: () => asRequest(request()),
    pathOf: ({ url }) => url,
    read: async ({ url }, reader) => {
      const { body, headers } = await reader.get<Row>(url);
      return { row: body as Row, etag: headers.get('etag') };
    },
  });
}

/** The base of `query()`, `versionedQuery()` and `pageList()`. */
export function liveQuery<Request, Value>(source: Source<Request, Value>): LiveQuery<Value> {
  const { read, pathOf, keepsOld = false, isKept, cost = () => 1, outdatedBy = () => false } = source;
  const http = inject(HttpClient);
  const pendingTasks = inject(PendingTasks);
  const last = isKept === undefined ? null : inject(LastAnswers);
  const request = computed(source.request, { equal: isSame });
  const state = signal<State<Request, Value>>({
    asked: undefined,
    value: null,
    problem: null,
    isLoading: false,
  });
  /** A request that has just changed is not asked before the next effect. */
  const isPresent = computed(() => state().asked === request());
  const value = computed(() => (keepsOld || isPresent() ? state().value : null));
  const isLoading = computed(() => state().isLoading || !isPresent());
  const errors = inject(ErrorHandler);
  let current: AbortController | null = null;
  let running: Promise<void> | null = null;
  /** What the value answers, also while another request is on its way. */
  let answered: Request | undefined;
  let timesForgotten = last?.timesForgotten ?? 0;
  let isDestroyed = false;
  /** Before that, what is asked may need inputs that are not there yet. */
  let isBegun = false;

  async function load(asked: Request): Promise<void> {
    current?.abort();
    const mine = (current = new AbortController());
    const wasRemoved = watched.removed;
    const done = pendingTasks.add();
    const begunAt = last?.timesForgotten ?? 0;
    state.update((before) => ({ ...before, asked, isLoading: true }));
    try {
      const value = await read(asked, readerOf(http, mine.signal), untracked(state).value);
      if (mine.signal.aborted) return;
      // It answers again: the row is there.
      if (wasRemoved !== undefined) delete watched.removed;
      [answered, timesForgotten] = [asked, begunAt];
      state.set({ asked, value, problem: null, isLoading: false });
    } catch (error) {
      if (mine.signal.aborted) return;
      // A fault of the panel itself is reported, and can be tried again as any other.
      if (!isRequestFailure(error)) errors.handleError(error);
      state.update(({ value }) => ({ asked, value, problem: toProblem(error), isLoading: false }));
    } finally {
      if (current === mine) current = null;
      done();
    }
  }

  async function reload(): Promise<void> {
    const asked = untracked(request);
    if (asked !== undefined && !isDestroyed) await start(asked);
  }

  function start(asked: Request): Promise<void> {
    running = load(asked);
    return running;
  }

  function add(change: (value: Value) => Value): void {
    state.update((before) => (before.value === null ? before : { ...before, value: change(before.value) }));
  }

  const refetcher = new Refetcher(async () => {
    await running;
    const requests = cost(untracked(state).value);
    await reload();
    return requests;
  });
  const watched: Watched = {
    refetcher,
    path: () => {
      if (!isBegun) return undefined;
      const asked = request();
      return asked === undefined ? undefined : pathOf(asked);
    },
    outdatedBy: (event) => {
      const { value } = state();
      return value !== null && outdatedBy(event, value);
    },
  };
  inject(Invalidations).watch(watched);
  /** Nothing of a read that failed: the row may be gone. */
  function keepLast(): void {
    const { value, problem } = untracked(state);
    if (value !== null && problem === null && isKept?.(value) === true)
      last?.keep(answered, value, timesForgotten);
  }

  inject(DestroyRef).onDestroy(() => {
    isDestroyed = true;
    current?.abort();
    keepLast();
  });

  effect(() => {
    isBegun = true;
    const asked = request();
    untracked(() => {
      keepLast();
      const known = asked === undefined ? undefined : (last?.of(asked) as Value | undefined);
      if (known !== undefined || asked === undefined || !keepsOld) {
        current?.abort();
        [answered, timesForgotten] = [asked, last?.timesForgotten ?? 0];
        state.set({ asked, value: known ?? null, problem: null, isLoading: false });
      }
      if (asked !== undefined) void start(asked);
    });
  });

  function update(change: (value: Value) => Value): void {
    if (untracked(state).value === null) return;
    // The answer that is on its way may be older than the change.
    if (current !== null) refetcher.ask();
    current?.abort();
    state.update((before) => ({ ...before, isLoading: false }));
    add(change);
  }

  return {
    value,
    problem: computed(() => (isPresent() ? state().problem : null)),
    isLoading,
    isFirstLoad: computed(() => value() === null && state().problem === null && request() !== undefined),
    isRefetching: computed(() => isLoading() && value() !== null),
    reload,
    readerFor: (signal) => readerOf(http, signal),
    add,
    update,
    take: (stored) => {
      const shown = untracked(value);
      if (isDestroyed || shown === null || idOf(shown) !== idOf(stored)) return false;
      update(() => stored);
      return true;
    },
  };
}

function readerOf(http: HttpClient, signal: AbortSignal): Reader {
  const untilAborted = async <Answer>(answer: Observable<Answer>) => {
    signal.throwIfAborted();
    return firstValueFrom(answer.pipe(takeUntil(fromEvent(signal, 'abort'))));
  };
  return {
    signal,
    get: <Answer>(url: string, params: Params = {}) =>
      untilAborted(http.get<Answer>(url, { params: paramsOf(params), observe: 'response' })),
    getBody: <Answer>(url: string, params: Params = {}) =>
      untilAborted(http.get<Answer>(url, { params: paramsOf(params) })),
    getText: (url, params = {}) =>
      untilAborted(http.get(url, { params: paramsOf(params), observe: 'response', responseType: 'text' })),
  };
}

function asRequest(request: string | ReadRequest | undefined): ReadRequest | undefined {
  return typeof request === 'string' ? { url: request } : request;
}

/** Of a row, alone or with its version. */
function idOf(value: unknown): unknown {
  const { row = value } = value as { row?: unknown };
  return (row as { id?: unknown }).id;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
