import { computed, inject, Injectable, signal, untracked } from '@angular/core';
import type { ConversationDto, PatchConversationDto } from '@groupless/shared-dto';
import type { Query } from '../http/api';
import { LiveEvents } from '../http/live-events';
import { pageList } from '../http/page-list';
import { urlState } from '../layout/url-state';
import { ConversationsApi } from './conversations-api';

export const TABS = ['', 'unread', 'needs_human', 'closed'] as const;
type Tab = (typeof TABS)[number];

const ASKED: Record<Tab, Query> = {
  '': {},
  unread: { unread: true },
  needs_human: { status: 'needs_human' },
  closed: { status: 'closed' },
};

const FITS: Record<Tab, (row: ConversationDto) => boolean> = {
  '': () => true,
  unread: ({ unread_count }) => unread_count > 0,
  needs_human: ({ status }) => status === 'needs_human',
  closed: ({ status }) => status === 'closed',
};

/** With more changes at once than this, the list is read as a whole. */
const MOST_AT_ONCE = 10;

/**
 * The conversations that the screen shows. One that changed is read by itself and takes its place in the list, which
 * is read again only where a search decides what belongs to it.
 */
@Injectable()
export class ConversationRows {
  private readonly api = inject(ConversationsApi);
  private readonly tab_state = urlState('tab');
  private readonly search_state = urlState('search');
  /** Conversations as they were read or changed one by one. */
  private readonly single = signal<ReadonlyMap<string, ConversationDto>>(new Map());
  private readonly reading = new Map<string, Promise<ConversationDto>>();
  private readonly read_again = new Set<string>();

  readonly tab = computed(() => TABS.find((tab) => tab === this.tab_state.value()) ?? '');
  readonly search = this.search_state.value;
  /** The conversation beside the list. */
  readonly open_id = signal<string | null>(null);
  readonly list = pageList<ConversationDto>(() => ({
    url: '/api/conversations',
    query: { search: this.search(), ...ASKED[this.tab()] },
  }));

  readonly rows = computed(() => {
    const listed = this.list.items();
    const fits = this.search() === '' ? FITS[this.tab()] : () => true;
    const shown = listed
      .map((row) => newest(row, this.single().get(row.id)))
      // What is being read does not vanish because it is read.
      .filter((row) => fits(row) || row.id === this.open_id());
    return [...shown, ...this.added(listed)].sort(byTime);
  });

  constructor() {
    inject(LiveEvents).onEvent(['conversation.updated'], ({ id }) => this.follow(id));
  }

  searchFor(text: string): void {
    this.search_state.set(text);
  }

  /** As it is known now; null until it has been read. */
  find(id: string): ConversationDto | null {
    const listed = this.list.items().find((row) => row.id === id);
    const single = this.single().get(id);
    return listed === undefined ? (single ?? null) : newest(listed, single);
  }

  /** Reads one again. Several calls at a time share the answer to what was asked after the last of them. */
  read(id: string): Promise<ConversationDto> {
    const running = this.reading.get(id);
    if (running !== undefined) {
      this.read_again.add(id);
      return running;
    }
    const reading = this.readUntilSettled(id).finally(() => this.reading.delete(id));
    this.reading.set(id, reading);
    return reading;
  }

  async takeOver(id: string): Promise<void> {
    this.put(await this.api.takeOver(id));
  }

  async handBack(id: string): Promise<void> {
    this.put(await this.api.handBack(id));
  }

  markRead(id: string): Promise<void> {
    return this.change(id, { unread_count: 0 }, () => this.api.markRead(id));
  }

  patch(id: string, patch: PatchConversationDto): Promise<void> {
    return this.change(id, patch, () => this.api.patch(id, patch));
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

  private follow(id: string | null): void {
    if (id === null) {
      void this.list.reload();
      const open_id = this.open_id();
      if (open_id !== null) void this.read(open_id).catch(ignore);
    } else if (untracked(this.search) !== '' || this.reading.size >= MOST_AT_ONCE) {
      void this.list.reload();
      if (id === this.open_id()) void this.read(id).catch(ignore);
    } else {
      void this.read(id).catch(ignore);
    }
  }

  private async readUntilSettled(id: string): Promise<ConversationDto> {
    let row: ConversationDto;
    do {
      this.read_again.delete(id);
      row = await this.api.get(id);
    } while (this.read_again.has(id));
    this.put(row);
    return row;
  }

  private put(row: ConversationDto): void {
    this.single.update((before) => new Map(before).set(row.id, row));
  }

  /** What belongs to the list by now, though it was not there when the list was read. */
  private added(listed: readonly ConversationDto[]): ConversationDto[] {
    if (this.search() !== '' || this.list.is_first_load()) return [];
    const known = new Set(listed.map(({ id }) => id));
    const last = listed.at(-1);
    const is_in_reach = (row: ConversationDto) =>
      !this.list.has_more() || last === undefined || timeOf(row) >= timeOf(last);
    return [...this.single().values()].filter(
      (row) => !known.has(row.id) && FITS[this.tab()](row) && is_in_reach(row),
    );
  }
}

/** An answer that came late does not win over a later state. */
function newest(listed: ConversationDto, single: ConversationDto | undefined): ConversationDto {
  return single !== undefined && single.updated_at >= listed.updated_at ? single : listed;
}

function timeOf({ last_message_at, created_at }: ConversationDto): string {
  return last_message_at ?? created_at;
}

function byTime(one: ConversationDto, other: ConversationDto): number {
  if (timeOf(one) === timeOf(other)) return one.id < other.id ? 1 : -1;
  return timeOf(one) < timeOf(other) ? 1 : -1;
}

/** Shown by the thread, which reads it too, or by the next read. */
const ignore = () => undefined;
