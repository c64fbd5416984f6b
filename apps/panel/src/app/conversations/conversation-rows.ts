import { computed, effect, inject, Injectable, linkedSignal, signal, untracked } from '@angular/core';
import type {
  AssigneeDto,
  ConversationDto,
  PatchConversationDto,
  UndeliveredDto,
} from '@groupless/shared-dto';
import { apiPath } from '../http/api-path';
import type { Query } from '../http/api';
import { pageList } from '../data/page-list';
import { liveQuery, query } from '../data/query';
import { urlChange, urlState } from '../layout/url-state';
import { Session } from '../session/session';
import { ConversationCounts } from './conversation-counter';
import { ConversationsApi } from './conversations-api';
import type { Meant } from './thread/held-change';

/** What is chosen most, in this order; then what is rare. */
export const TABS = ['needs_human', 'unread', 'mine', 'all'] as const;
export const VIEWS = ['unassigned', 'closed'] as const;
const ALL_TABS = [...TABS, ...VIEWS, 'undelivered'] as const;
export type Tab = (typeof ALL_TABS)[number];

const NOT_OF_REPORT = { created_after: null, created_before: null, outcome: null };
const OPEN = 'open,needs_human,human';
const UNDELIVERED = '/api/conversations/undelivered';

const ASKED: Record<Tab, Query> = {
  mine: { assigned_to: 'me', status: OPEN },
  unassigned: { assigned_to: 'none', status: OPEN },
  all: {},
  unread: { unread: true },
  undelivered: { undelivered: true },
  needs_human: { status: 'needs_human' },
  closed: { status: 'closed' },
};

const FITS: Record<Exclude<Tab, 'undelivered'>, (row: ConversationDto, user_id: string | null) => boolean> = {
  mine: ({ assigned_to, status }, user_id) => assigned_to?.id === user_id && status !== 'closed',
  unassigned: ({ assigned_to, status }) => assigned_to === null && status !== 'closed',
  all: () => true,
  unread: ({ unread_count }) => unread_count > 0,
  needs_human: ({ status }) => status === 'needs_human',
  closed: ({ status }) => status === 'closed',
};

/** The conversations that the screen shows: those of the list, and the open one, which may not be among them. */
@Injectable()
export class ConversationRows {
  private readonly api = inject(ConversationsApi);
  private readonly tabState = urlState('tab');
  private readonly searchState = urlState('search');
  private readonly narrow = urlChange();
  private readonly user_id = inject(Session).user_id;
  /** Conversations as they were changed here. */
  private readonly single = signal<ReadonlyMap<string, ConversationDto>>(new Map());

  readonly search = this.searchState.value;
  /** The id of a colleague, and a channel; '' for any. */
  readonly person = urlState('person');
  readonly channel = urlState('channel');
  /** What a report counts, where its link asks for it. */
  private readonly began = { after: urlState('created_after'), before: urlState('created_before') };
  private readonly outcome = urlState('outcome');
  readonly reported = computed(() => ({
    created_after: this.began.after.value(),
    created_before: this.began.before.value(),
    outcome: this.outcome.value(),
  }));
  /** `waiting`: the longest wait first. */
  readonly sort = urlState('sort');
  readonly isOfReport = computed(() => Object.values(this.reported()).some((value) => value !== ''));
  /** Whether a colleague or a channel is chosen, or what a report counts. */
  readonly isNarrowed = computed(
    () => this.person.value() !== '' || this.channel.value() !== '' || this.isOfReport(),
  );
  /** Whoever wishes nothing gets those that need somebody, if there are any as the screen is opened. */
  private readonly counts = inject(ConversationCounts);
  private readonly usual = linkedSignal<boolean, Tab | null>({
    source: this.counts.isAsked,
    computation: (isAsked, before) => {
      if (!isAsked || before?.value) return before?.value ?? null;
      return (untracked(this.counts.value)?.needs_human ?? 0) > 0 ? 'needs_human' : 'all';
    },
  });
  private readonly wishedTab = computed(() => ALL_TABS.find((tab) => tab === this.tabState.value()));
  /** Whether the address says what is to be listed: what is searched or narrowed is so among all. */
  readonly isWished = computed(
    () =>
      this.wishedTab() !== undefined ||
      [this.search(), this.sort.value()].some((value) => value !== '') ||
      this.isNarrowed(),
  );
  private readonly isDecided = computed(() => this.isWished() || this.usual() !== null);
  readonly tab = computed(() => this.wishedTab() ?? (this.isWished() ? 'all' : (this.usual() ?? 'all')));
  /** Whether the tab itself says whose its conversations are. */
  readonly hasOwner = computed(() => 'assigned_to' in ASKED[this.tab()]);
  /** The conversation beside the list. */
  readonly openId = signal<string | null>(null);
  readonly list = pageList<ConversationDto>(() =>
    this.isDecided()
      ? {
          url: '/api/conversations',
          query: {
            search: this.search(),
            channel: this.channel.value(),
            assigned_to: this.person.value(),
            ...this.reported(),
            sort: this.sort.value() === 'waiting' ? 'waiting' : '',
            ...ASKED[this.tab()],
          },
        }
      : undefined,
  );

  /** Nothing has been listed yet. */
  readonly isFirstLoad = computed(() => !this.isDecided() || this.list.isFirstLoad());

  /** The open conversation once the list has held it: it does not vanish from a tab because it is read there. */
  private readonly keptId = linkedSignal<{ tab: Tab; id: string | null; isListed: boolean }, string | null>({
    source: () => {
      const id = this.openId();
      return { tab: this.tab(), id, isListed: this.list.items().some((row) => row.id === id) };
    },
    computation: ({ tab, id, isListed }, before) =>
      isListed || (before?.source.tab === tab && before.value === id) ? id : null,
  });

  readonly rows = computed(() => {
    const listed = this.list.items();
    const fits = this.search() === '' ? (row: ConversationDto) => this.fits(row) : () => true;
    const shown = listed
      .map((row) => this.find(row.id) ?? row)
      // What is being read does not vanish because it is read.
      .filter((row) => fits(row) || row.id === this.openId());
    return [...shown, ...this.added(listed)].sort(this.inOrder());
  });

  /** Read by itself: a list may not hold it, or not any more. */
  readonly open = query<ConversationDto>(() => {
    const id = this.openId();
    return id === null ? undefined : apiPath`/api/conversations/${id}`;
  });

  /** Replies that have waited for ten minutes, by their conversations. */
  private readonly waiting = liveQuery<string, UndeliveredDto[]>({
    request: () => UNDELIVERED,
    pathOf: (path) => path,
    read: (path, reader) => reader.getBody(path),
  });
  readonly undeliveredOf = computed(
    () => new Map((this.waiting.value() ?? []).map((one) => [one.conversation_id, one.replies])),
  );

  constructor() {
    // Such a tab says whose they are.
    effect(() => {
      if (!this.hasOwner() || this.person.value() === '') return;
      // What the address is about to be is no reason to change it again.
      untracked(() => this.narrow({ person: null }));
    });
  }

  /** Narrows what is listed, or orders it; in the same tab. */
  choose(changes: Partial<Record<'person' | 'channel' | 'sort', string>>): void {
    const written = Object.fromEntries(
      Object.entries(changes).map(([name, value]): [string, string | null] => [name, value || null]),
    );
    this.narrow({ tab: this.tab(), ...written });
  }

  show(tab: Tab): void {
    this.tabState.set(tab);
  }

  widen(): void {
    this.narrow({ tab: this.tab(), person: null, channel: null, ...NOT_OF_REPORT });
  }

  leaveReport(): void {
    this.narrow({ tab: this.tab(), ...NOT_OF_REPORT });
  }

  searchFor(text: string): void {
    this.searchState.set(text);
  }

  /** As it is known now; null until it has been read. */
  find(id: string): ConversationDto | null {
    const known = [
      this.list.items().find((row) => row.id === id),
      this.openId() === id ? this.open.value() : null,
      this.single().get(id),
    ];
    return known.reduce<ConversationDto | null>((best, row) => (row ? newest(best, row) : best), null);
  }

  /** @throws Problem `taken_by`, unless it is forced */
  async takeOver(id: string, force = false): Promise<void> {
    this.put(await this.api.takeOver(id, force));
  }

  /** @throws Problem `taken_by`, `reply_undelivered`, unless that is meant */
  async handBack(id: string, meant: Meant): Promise<void> {
    this.put(await this.api.handBack(id, meant));
  }

  /** @param isAll whether nothing is unread then */
  markRead(id: string, up_to: number, isAll: boolean): Promise<void> {
    const all = { unread_count: 0, first_unread_id: null };
    return this.change(id, isAll ? all : {}, () => this.api.markRead(id, up_to));
  }

  markUnread(id: string): Promise<void> {
    return this.change(id, { unread_count: 1 }, () => this.api.markUnread(id));
  }

  /** @throws Problem `taken_by`, `reply_undelivered`, unless that is meant */
  assign(id: string, assigned_to: AssigneeDto | null, meant: Meant): Promise<void> {
    return this.change(id, { assigned_to }, () => this.api.assign(id, assigned_to?.id ?? null, meant));
  }

  /** @throws Problem `taken_by`, `reply_undelivered` for a status, unless that is meant */
  patch(
    id: string,
    patch: Pick<PatchConversationDto, 'status' | 'client_id'>,
    meant: Meant = { force: false },
  ): Promise<void> {
    return this.change(id, patch, () =>
      this.api.patch(id, { ...patch, ...(patch.status !== undefined && meant) }),
    );
  }

  /** Shows the change at once; takes it back if it fails. */
  private async change(
    id: string,
    patch: Partial<ConversationDto>,
    save: () => Promise<ConversationDto>,
  ): Promise<void> {
    const before = this.find(id);
    if (before !== null) this.put({ ...before, ...patch });
    try {
      this.put(await save());
    } catch (error) {
      if (before !== null) this.put(before);
      throw error;
    }
  }

  private fits(row: ConversationDto): boolean {
    const [channel, person] = [this.channel.value(), this.person.value()];
    if (channel !== '' && row.channel !== channel) return false;
    if (person !== '' && row.assigned_to?.id !== person) return false;
    const tab = this.tab();
    return tab === 'undelivered' ? this.undeliveredOf().has(row.id) : FITS[tab](row, this.user_id());
  }

  private inOrder(): (one: ConversationDto, other: ConversationDto) => number {
    return this.sort.value() === 'waiting' ? byWaiting : byTime;
  }

  private put(row: ConversationDto): void {
    this.single.update((before) => new Map(before).set(row.id, row));
  }

  /** What belongs to the list by now, though it was not there when the list was read. */
  private added(listed: readonly ConversationDto[]): ConversationDto[] {
    if (this.search() !== '' || this.isFirstLoad()) return [];
    const known = new Set(listed.map(({ id }) => id));
    const last = listed.at(-1);
    const inOrder = this.inOrder();
    const isInReach = (row: ConversationDto) =>
      !this.list.hasMore() || last === undefined || inOrder(row, last) <= 0;
    const open = this.open.value();
    const ids = new Set([...this.single().keys(), ...(open === null ? [] : [open.id])]);
    return [...ids]
      .filter((id) => !known.has(id))
      .map((id) => this.find(id))
      .filter((row) => row !== null)
      .filter((row) => (this.fits(row) || row.id === this.keptId()) && isInReach(row));
  }
}

/** An answer that came late does not win over a later state. */
function newest(one: ConversationDto | null, other: ConversationDto): ConversationDto {
  return one !== null && one.updated_at > other.updated_at ? one : other;
}

function timeOf({ last_message_at, created_at }: ConversationDto): string {
  return last_message_at ?? created_at;
}

function byTime(one: ConversationDto, other: ConversationDto): number {
  if (timeOf(one) === timeOf(other)) return one.id < other.id ? 1 : -1;
  return timeOf(one) < timeOf(other) ? 1 : -1;
}

/** The longest wait first, then those for whom nobody waits. */
function byWaiting(one: ConversationDto, other: ConversationDto): number {
  const [since, otherSince] = [one, other].map(({ waiting_since }) => waiting_since ?? '~') as [
    string,
    string,
  ];
  if (since === otherSince) return byTime(one, other);
  return since < otherSince ? -1 : 1;
}
