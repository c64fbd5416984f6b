import {
  afterNextRender,
  Component,
  computed,
  effect,
  inject,
  Injector,
  input,
  linkedSignal,
  signal,
  untracked,
  viewChild,
} from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ConversationDto, ConversationNoteDto } from '@groupless/shared-dto';
import { urlState } from '../../layout/url-state';
import { Drawer } from '../../layout/drawer';
import { Session } from '../../session/session';
import { Toasts } from '../../ui/toasts/toasts';
import { Confirm } from '../../ui/dialogs/confirm';
import { Shortcuts } from '../../ui/keys/shortcuts';
import type { Question } from '../../ui/dialogs/question';
import { ErrorPanel } from '../../ui/error-panel';
import { isWide } from '../../ui/screen-width';
import { ClientPane } from '../client/client-pane';
import { Composer } from './composer';
import { nameOf } from '../../crm/conversation-name';
import { pageList } from '../../data/page-list';
import { ConversationsApi, notesOf } from '../conversations-api';
import { ConversationRows } from '../conversation-rows';
import { HeldChange } from './held-change';
import { firstUnreadId, readUpTo } from './message-lines';
import { MessageList } from './message-list';
import { Messages } from './messages';
import { Replies, type Unsent } from './replies';
import { SavedReplyMenu } from './saved-reply-menu';
import { ThreadBanner } from './thread-banner';
import { ThreadHeader } from './thread-header';
import { ThreadSearch } from './thread-search';

const ERASING: Question = {
  title: 'conversations.erase.title',
  text: 'conversations.erase.text',
  action: 'conversations.erase.action',
  isDangerous: true,
};

const TYPING_MS = 60_000;

type Unread = Pick<ConversationDto, 'unread_count' | 'first_unread_id'>;

/** One conversation: what was written, who answers, the composer, and the client beside it. */
@Component({
  selector: 'app-thread',
  imports: [
    ClientPane,
    Composer,
    Drawer,
    ErrorPanel,
    MessageList,
    SavedReplyMenu,
    RouterLink,
    ThreadBanner,
    ThreadHeader,
    ThreadSearch,
    TranslocoPipe,
  ],
  templateUrl: './thread.html',
  styleUrl: './thread.css',
  providers: [Messages],
})
export class Thread {
  readonly id = input.required<string>();
  private readonly rows = inject(ConversationRows);
  private readonly messages = inject(Messages);
  protected readonly replies = inject(Replies);
  private readonly api = inject(ConversationsApi);
  private readonly held = inject(HeldChange);
  private readonly confirm = inject(Confirm);
  private readonly toasts = inject(Toasts);
  private readonly user_id = inject(Session).user_id;
  private readonly injector = inject(Injector);
  protected readonly canWrite = inject(Session).isOperator;
  protected readonly isWide = isWide();
  protected readonly isClientOpen = signal(false);
  protected readonly isSearching = signal(false);
  /** The composer that appears next takes the focus. */
  protected readonly isTakingOver = signal(false);
  private typingToldAt = 0;
  private readonly list = viewChild(MessageList);
  private readonly composer = viewChild(Composer);
  private readonly pane = viewChild(ClientPane);

  protected readonly conversation = computed(() => this.rows.find(this.id()));
  protected readonly name = computed(() => {
    const row = this.conversation();
    return row === null ? '' : nameOf(row);
  });
  /** Those of the last time: who looks further back finds them beside the client. */
  protected readonly notes = pageList<ConversationNoteDto>(() => ({ url: notesOf(this.id()) }), { page: 50 });
  protected readonly draft = computed(() => this.replies.draftOf(this.id()));
  protected readonly unsent = computed(() => this.replies.unsentOf(this.id()));
  /** What was unread when it was opened. Later messages are marked where nobody saw them come. */
  private readonly unreadAtFirst = signal<Unread | null>(null);
  protected readonly firstUnreadId = linkedSignal<boolean, number | null>({
    source: () => this.unreadAtFirst() !== null && !this.messages.isFirstLoad(),
    computation: (isKnown, before) => before?.value ?? (isKnown ? untracked(() => this.firstUnread()) : null),
  });
  /** The message that a hit has led to. */
  private readonly targetState = urlState('message');
  protected readonly target = computed(() => Number(this.targetState.value()) || null);
  /** What it has found there. */
  protected readonly found = urlState('found').value;

  constructor() {
    const note = { keys: 'n', label: 'conversations.notes.label', group: 'nav.conversations' };
    inject(Shortcuts).register([{ ...note, run: () => this.writeNote() }]);
    effect(() => {
      const [id, target] = [this.id(), this.target()];
      untracked(() => void this.messages.open(id, target));
    });
    this.messages.follow(() => this.id());
    effect(() => {
      const open = this.rows.open.value();
      if (open?.id === this.id()) {
        untracked(() => this.unreadAtFirst.update((before) => before ?? open));
      }
    });
    let isLookedFor = false;
    effect(() => {
      const first = this.unreadAtFirst()?.first_unread_id ?? null;
      if (first === null || this.target() !== null || this.messages.isFirstLoad() || isLookedFor) return;
      isLookedFor = true;
      // What came late may stand far above the end.
      if (untracked(this.messages.items).every(({ id }) => id !== first))
        untracked(() => void this.messages.open(this.id(), first));
    });
    /** Up to which message it was marked as read: each once, also where that fails. */
    let markedTo = 0;
    effect(() => {
      const unread = this.conversation();
      const seen = this.list()?.seen() ?? new Set<number>();
      if (!unread?.unread_count || !this.canWrite() || this.unreadAtFirst() === null) return;
      const items = this.messages.items();
      const up_to = readUpTo(items, seen, unread, this.messages.isWhole());
      if (up_to === null || up_to <= markedTo) return;
      markedTo = up_to;
      const isAll = items.every(({ id, role }) => role !== 'user' || id <= up_to);
      untracked(() => void this.rows.markRead(this.id(), up_to, isAll).catch(() => undefined));
    });
  }

  /** By when they came; a server of the version before says only how many. */
  private firstUnread(): number | null {
    const { unread_count = 0, first_unread_id = null } = this.unreadAtFirst() ?? {};
    const items = this.messages.items();
    const isThere = items.some(({ id }) => id === first_unread_id);
    return isThere ? first_unread_id : firstUnreadId(items, unread_count);
  }

  /** Why there is nothing to show. */
  protected readonly failure = computed(() =>
    this.conversation() === null ? this.rows.open.problem() : null,
  );

  protected open(): void {
    void this.rows.open.reload();
    void this.messages.refresh();
  }

  /** The rules do not hand back what somebody writes at; told at most once a minute. */
  protected type(text: string): void {
    this.replies.draft(this.id(), text);
    if (text === '' || this.conversation()?.status !== 'human') return;
    if (Date.now() - this.typingToldAt < TYPING_MS) return;
    this.typingToldAt = Date.now();
    void this.api.noteTyping(this.id()).catch(() => undefined);
  }

  protected async send(): Promise<void> {
    this.firstUnreadId.set(null);
    void this.list()?.toLatest();
    const id = this.id();
    this.show(id, await this.replies.send(id, () => this.takeOver(id)));
  }

  protected async retry(reply: Unsent): Promise<void> {
    const id = this.id();
    this.show(id, await this.replies.retry(id, reply, () => this.takeOver(id)));
  }

  /** Who takes over wants to write. */
  protected beginToAnswer(): void {
    this.isTakingOver.set(true);
    this.composer()?.focus();
  }

  private takeOver(id: string): Promise<boolean> {
    return this.held.run('take', ({ force }) => this.rows.takeOver(id, force));
  }

  /** A colleague's conversation is answered after it was taken. */
  protected isMine({ assigned_to }: ConversationDto): boolean {
    return assigned_to === null || assigned_to.id === this.user_id();
  }

  /** Takes back a reply that the client has not got. */
  protected async withdraw(message_id: number): Promise<void> {
    try {
      const id = this.id();
      let mayHaveBeenSent = false;
      const isDone = await this.held.run('change', async ({ force }) => {
        mayHaveBeenSent = (await this.api.removeMessage(id, message_id, force)) !== null;
      });
      if (isDone && id === this.id()) this.messages.noteTakenBack(message_id);
      if (mayHaveBeenSent) this.toasts.remark('conversations.taken_back.may_have_been_sent');
    } catch (error) {
      this.toasts.failed('conversations.not_withdrawn', error);
      void this.messages.refresh();
    }
  }

  /** Erases a message of the client or the agent. */
  protected async erase(message_id: number): Promise<void> {
    const id = this.id();
    if (!(await this.confirm.ask(ERASING))) return;
    try {
      const isDone = await this.held.run('change', async ({ force }) => {
        await this.api.removeMessage(id, message_id, force);
      });
      if (!isDone) return;
      if (id === this.id()) this.messages.remove([message_id]);
      const look = { label: 'conversations.erase.look', run: () => this.isClientOpen.set(true) };
      this.toasts.remark('conversations.erase.done', { action: this.isWide() ? null : look });
    } catch (error) {
      this.toasts.failed('conversations.erase.failed', error);
      void this.messages.refresh();
    }
  }

  protected takeBack(reply: Unsent): void {
    this.replies.takeBack(this.id(), reply);
    this.composer()?.focus();
  }

  /** Where there is no room for the client beside the thread, over it. */
  private writeNote(): void {
    if (!this.canWrite()) return;
    if (!this.isWide()) this.isClientOpen.set(true);
    afterNextRender(() => this.pane()?.writeNote(), { injector: this.injector });
  }

  protected insert(text: string): void {
    this.composer()?.insert(text);
  }

  protected focusComposer(): void {
    this.composer()?.focus();
  }

  /** The answer may come when another conversation is open. */
  private show(id: string, message: Parameters<Messages['add']>[0][number] | null): void {
    if (id !== this.id()) return;
    if (message === null) void this.rows.open.reload();
    else this.messages.add([message]);
  }
}
