import { computed, inject, Injectable, signal } from '@angular/core';
import { apiPath } from '../../http/api-path';
import { Invalidations } from '../../data/invalidations';
import { isProblem, toProblem, type Problem } from '../../http/problem';
import { Refetcher } from '../../data/refetcher';
import type { ConversationEventDto, ConversationEventKind, MessagesDto } from '@groupless/shared-dto';
import { ConversationsApi, type MessageDto } from '../conversations-api';

const FIRST = 50;
const NEW = 20;
const OLDER = 100;
/** New messages are read up to this many windows back; beyond, the thread begins again from its end. */
const MOST_WINDOWS = 5;
/** Messages that are on the page at most, and by how many the view moves over the rest. */
const SHOWN = 120;
const STEP = 40;
/** A new message shows within half a second, and it is a small read. */
const GAP_MS = 250;

/** What changes of a message that is there. */
const CHANGING = ['delivered_at', 'sending', 'taken_back_at'] as const;
const ERASED_KINDS: readonly ConversationEventKind[] = ['message_erased', 'message_deleted_by_author'];

interface Thread {
  /** All that was read, without gaps, in time order. */
  items: readonly MessageDto[];
  /** For what is before them; null: nothing is. */
  next_before: number | null;
  /** For what is behind them; null: nothing is. */
  next_after: number | null;
  /** The part of `items` that is on the page. */
  from: number;
  to: number;
}

const EMPTY: Thread = { items: [], next_before: null, next_after: null, from: 0, to: 0 };

/** The messages of one conversation. Those on the page are a window, which moves as one scrolls. */
@Injectable()
export class Messages {
  private readonly api = inject(ConversationsApi);
  private readonly invalidations = inject(Invalidations);
  private readonly thread = signal<Thread>(EMPTY);
  private readonly isStarted = signal(false);
  private id = '';
  private asked = 0;
  /** Counts how often the thread was begun: what was read for the one before has no place in it. */
  private begun = 0;
  private refreshing: { again: boolean; done: Promise<void> } | null = null;

  private readonly knownEvents = signal<readonly ConversationEventDto[]>([]);
  /** From the oldest message that was read to the end, by time. */
  readonly allEvents = this.knownEvents.asReadonly();
  readonly items = computed(() => this.thread().items);
  /** What was changed in the time of the messages that are on the page. */
  readonly events = computed(() => this.knownEvents().filter(({ at }) => this.isShown()(at)));
  /** Whether a time is among those of the messages that are on the page. */
  readonly isShown = computed(() => {
    const { items, from, to, next_before, next_after } = this.thread();
    const first = from === 0 && next_before === null ? '' : (items[from]?.timestamp ?? '');
    const next = items[to]?.timestamp ?? (next_after === null ? null : (items.at(-1)?.timestamp ?? null));
    return (at: string) => at >= first && (next === null || at < next);
  });
  /** The highest id: messages can be dated back. */
  readonly newestId = computed(() => this.items().reduce((highest, { id }) => Math.max(highest, id), 0));
  readonly window = computed(() => {
    const { items, from, to } = this.thread();
    return { shown: items.slice(from, to), before: items[from - 1] ?? null };
  });
  readonly isFirstLoad = computed(() => !this.isStarted() && this.problem() === null);
  readonly isAtStart = computed(() => this.thread().from === 0 && this.thread().next_before === null);
  readonly isAtEnd = computed(() => {
    const { to, items, next_after } = this.thread();
    return to === items.length && next_after === null;
  });
  /** Whether all messages are here. */
  readonly isWhole = computed(() => {
    const { next_before, next_after } = this.thread();
    return next_before === null && next_after === null;
  });
  readonly isLoadingOlder = signal(false);
  private isLoadingNewer = false;
  /** Counts how often it was opened: each time one looks at another place. */
  readonly opened = signal(0);
  readonly problem = signal<Problem | null>(null);

  /** Reads the newest messages of a conversation, or those around one of them, if it is there. */
  async open(id: string, around: number | null = null): Promise<void> {
    this.id = id;
    this.problem.set(null);
    const asked = ++this.asked;
    try {
      const answer = await this.readAt(id, around);
      if (asked !== this.asked) return;
      this.knownEvents.set(answer.events);
      this.begin(answer);
      this.isStarted.set(true);
      this.opened.update((times) => times + 1);
    } catch (error) {
      if (asked === this.asked) this.problem.set(toProblem(error));
    }
  }

  private async readAt(id: string, around: number | null): Promise<MessagesDto> {
    if (around !== null) {
      try {
        return await this.api.listMessages(id, FIRST, { around });
      } catch (error) {
        if (!isProblem(error, 'not_found')) throw error;
      }
    }
    return this.api.listMessages(id, FIRST);
  }

  /** Reads new messages whenever there may be some, in an injection context. */
  follow(id: () => string): void {
    const refetcher = new Refetcher(() => this.refresh().then(() => 1), GAP_MS);
    this.invalidations.watch({
      refetcher,
      path: () => apiPath`/api/conversations/${id()}/messages`,
      outdatedBy: () => false,
    });
  }

  /** Reads what has come since; of several calls at a time the last is answered by what was asked after it. */
  refresh(): Promise<void> {
    if (!this.isStarted()) return this.open(this.id);
    if (this.refreshing !== null) {
      this.refreshing.again = true;
      return this.refreshing.done;
    }
    const state = { again: false, done: Promise.resolve() };
    this.refreshing = state;
    state.done = this.readUntilSettled(state).finally(() => (this.refreshing = null));
    return state.done;
  }

  /** Moves the window back; resolves to the change, to be made while the place is kept, or null for none. */
  async older(): Promise<(() => void) | null> {
    if (this.thread().from > 0) return () => this.thread.update(movedBack);
    const { next_before } = this.thread();
    if (next_before === null || this.isLoadingOlder()) return null;
    this.isLoadingOlder.set(true);
    this.problem.set(null);
    const { begun } = this;
    try {
      const answer = await this.api.listMessages(this.id, OLDER, { before: next_before });
      if (begun !== this.begun) return null;
      this.addEvents(answer.events);
      return () =>
        this.thread.update((before) => movedBack(prepended(before, answer.items, answer.next_before)));
    } catch (error) {
      this.problem.set(toProblem(error));
      return null;
    } finally {
      this.isLoadingOlder.set(false);
    }
  }

  /** The same the other way. */
  async newer(): Promise<(() => void) | null> {
    const { to, items, next_after } = this.thread();
    if (to < items.length) return () => this.thread.update(movedOn);
    if (next_after === null || this.isLoadingNewer) return null;
    this.isLoadingNewer = true;
    const { begun } = this;
    try {
      const answer = await this.api.listMessages(this.id, OLDER, { after: next_after });
      if (begun !== this.begun) return null;
      this.addEvents(answer.events);
      return () => this.thread.update((before) => movedOn(appended(before, answer.items, answer.next_after)));
    } catch (error) {
      this.problem.set(toProblem(error));
      return null;
    } finally {
      this.isLoadingNewer = false;
    }
  }

  async latest(): Promise<void> {
    if (this.thread().next_after !== null) await this.open(this.id);
    this.thread.update((before) => atEnd(before));
  }

  /** Adds what is not there yet, and notes what was delivered meanwhile. Who looks at the end goes on doing so. */
  add(messages: readonly MessageDto[]): void {
    this.thread.update((before) => {
      const read = new Map(messages.map((message) => [message.id, message]));
      const known = new Set(before.items.map(({ id }) => id));
      const last = before.items.at(-1);
      // Behind what is not read yet there would be a gap.
      const isInReach = (message: MessageDto) =>
        before.next_after === null || (last !== undefined && byTime(message, last) < 0);
      const added = messages.filter((message) => !known.has(message.id) && isInReach(message));
      const isOutdated = (message: MessageDto) => {
        const now = read.get(message.id) ?? message;
        return CHANGING.some((field) => now[field] !== message[field]);
      };
      if (added.length === 0 && !before.items.some(isOutdated)) return before;
      const kept = before.items.map((message) =>
        isOutdated(message) ? (read.get(message.id) ?? message) : message,
      );
      const items = [...kept, ...added].sort(byTime);
      const isAtEnd = before.to === before.items.length;
      return isAtEnd
        ? { ...before, items, to: items.length, from: Math.max(before.from, items.length - SHOWN) }
        : { ...before, items };
    });
  }

  private async readUntilSettled(state: { again: boolean }): Promise<void> {
    do {
      state.again = false;
      await this.readNew();
    } while (state.again);
  }

  private async readNew(): Promise<void> {
    const known = new Set(this.items().map(({ id }) => id));
    const found: MessageDto[] = [];
    const { id } = this;
    let next_before: number | null | undefined;
    try {
      for (let read = 0; read < MOST_WINDOWS; read++) {
        const answer = await this.api.listMessages(id, NEW, next_before ? { before: next_before } : {});
        if (id !== this.id) return;
        this.addEvents(answer.events);
        found.unshift(...answer.items);
        ({ next_before } = answer);
        const isElsewhere = this.thread().next_after !== null;
        if (isElsewhere || next_before === null || answer.items.some(({ id }) => known.has(id))) {
          this.add(found);
          return;
        }
      }
      this.begin({ items: found, next_before: next_before ?? null, next_after: null });
    } catch {
      // The next event, or the end of the outage, reads again; that the API is away is said elsewhere.
    }
  }

  noteTakenBack(id: number): void {
    const taken_back_at = new Date().toISOString();
    this.thread.update((before) => ({
      ...before,
      items: before.items.map((message) => (message.id === id ? { ...message, taken_back_at } : message)),
    }));
  }

  /** Messages that were erased. */
  remove(ids: readonly number[]): void {
    this.removeThose(({ id }) => ids.includes(id));
  }

  private removeThose(isGone: (message: MessageDto) => boolean): void {
    this.thread.update((before) => {
      const items = before.items.filter((message) => !isGone(message));
      if (items.length === before.items.length) return before;
      const shift = (place: number) => place - before.items.slice(0, place).filter(isGone).length;
      return { ...before, items, from: shift(before.from), to: shift(before.to) };
    });
  }

  /** What somebody else erased goes from the page, too. */
  private followErased(events: readonly ConversationEventDto[]): void {
    for (const { kind, at, details } of events) {
      if (kind === 'chat_erased') this.removeThose(({ timestamp }) => timestamp <= at);
      else if (ERASED_KINDS.includes(kind))
        this.remove(String(details['message_ids']).split(',').map(Number));
    }
  }

  private addEvents(events: readonly ConversationEventDto[]): void {
    const known = new Set(this.knownEvents().map(({ id }) => id));
    const added = events.filter(({ id }) => !known.has(id));
    if (added.length === 0) return;
    this.followErased(added);
    const byTime = (one: ConversationEventDto, other: ConversationEventDto) =>
      one.at === other.at ? one.id - other.id : one.at < other.at ? -1 : 1;
    this.knownEvents.update((before) => [...before, ...added].sort(byTime));
  }

  private begin({
    items,
    next_before,
    next_after,
  }: Pick<MessagesDto, 'items' | 'next_before' | 'next_after'>): void {
    this.begun++;
    // The server of the version before reads the end alone.
    this.thread.set(atEnd({ ...EMPTY, items, next_before, next_after: next_after ?? null }));
  }
}

function atEnd({ items, ...rest }: Thread): Thread {
  return { ...rest, items, to: items.length, from: Math.max(0, items.length - SHOWN) };
}

function movedBack(before: Thread): Thread {
  const from = Math.max(0, before.from - STEP);
  return { ...before, from, to: Math.min(before.to, from + SHOWN) };
}

function movedOn(before: Thread): Thread {
  const to = Math.min(before.items.length, before.to + STEP);
  return { ...before, to, from: Math.max(before.from, to - SHOWN) };
}

function appended(before: Thread, items: readonly MessageDto[], next_after: number | null): Thread {
  const known = new Set(before.items.map(({ id }) => id));
  return { ...before, items: [...before.items, ...items.filter(({ id }) => !known.has(id))], next_after };
}

function prepended(before: Thread, items: readonly MessageDto[], next_before: number | null): Thread {
  const known = new Set(before.items.map(({ id }) => id));
  const added = items.filter(({ id }) => !known.has(id));
  return {
    ...before,
    items: [...added, ...before.items],
    next_before,
    from: before.from + added.length,
    to: before.to + added.length,
  };
}

function byTime(one: MessageDto, other: MessageDto): number {
  if (one.timestamp !== other.timestamp) return one.timestamp < other.timestamp ? -1 : 1;
  return one.id - other.id;
}
