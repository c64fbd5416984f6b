import {
  Component,
  computed,
  DOCUMENT,
  effect,
  inject,
  input,
  linkedSignal,
  signal,
  untracked,
  viewChild,
} from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ConversationDto } from '@groupless/shared-dto';
import { fromEvent, map, startWith } from 'rxjs';
import { Drawer } from '../../layout/drawer';
import { Session } from '../../session/session';
import { Toasts } from '../../ui/toasts/toasts';
import { Confirm } from '../../ui/dialogs/confirm';
import type { Question } from '../../ui/dialogs/question';
import { ErrorPanel } from '../../ui/error-panel';
import { isWide } from '../../ui/screen-width';
import { ClientPane } from '../client/client-pane';
import { Composer } from './composer';
import { nameOf } from '../../crm/conversation-name';
import { ConversationsApi } from '../conversations-api';
import { ConversationRows } from '../conversation-rows';
import { HeldChange } from './held-change';
import { firstUnreadId } from './message-lines';
import { MessageList } from './message-list';
import { Messages } from './messages';
import { Replies, type Unsent } from './replies';
import { SavedReplyMenu } from './saved-reply-menu';
import { ThreadBanner } from './thread-banner';
import { ThreadHeader } from './thread-header';

const ERASING: Question = {
  title: 'conversations.erase.title',
  text: 'conversations.erase.text',
  action: 'conversations.erase.action',
  isDangerous: true,
};

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
  protected readonly canWrite = inject(Session).isOperator;
  protected readonly isWide = isWide();
  protected readonly isClientOpen = signal(false);
  /** The composer that appears next takes the focus. */
  protected readonly isTakingOver = signal(false);
  private readonly list = viewChild(MessageList);
  private readonly composer = viewChild(Composer);

  protected readonly conversation = computed(() => this.rows.find(this.id()));
  protected readonly name = computed(() => {
    const row = this.conversation();
    return row === null ? '' : nameOf(row);
  });
  protected readonly draft = computed(() => this.replies.of(this.id()).draft);
  protected readonly unsent = computed(() => this.replies.of(this.id()).unsent);
  /** How much was unread when it was opened. Later messages are marked where nobody saw them come. */
  private readonly unreadAtFirst = signal<number | null>(null);
  protected readonly firstUnreadId = linkedSignal<boolean, number | null>({
    source: () => this.unreadAtFirst() !== null && !this.messages.isFirstLoad(),
    computation: (isKnown, before) =>
      before?.value ??
      (isKnown ? untracked(() => firstUnreadId(this.messages.items(), this.unreadAtFirst() ?? 0)) : null),
  });
  private readonly isVisible = visibility();
  private readonly isSeen = computed(
    () => this.isVisible() && !this.messages.isFirstLoad() && this.list()?.isEndSeen() === true,
  );

  constructor() {
    effect(() => {
      const id = this.id();
      untracked(() => void this.messages.open(id));
    });
    this.messages.follow(() => this.id());
    effect(() => {
      const open = this.rows.open.value();
      if (open?.id === this.id()) {
        untracked(() => this.unreadAtFirst.update((before) => before ?? open.unread_count));
      }
    });
    /** Of the conversation when it was last marked as read. */
    let markedAt: string | null = null;
    effect(() => {
      const { unread_count = 0, updated_at = null } = this.conversation() ?? {};
      if (unread_count === 0 || !this.isSeen() || !this.canWrite() || this.unreadAtFirst() === null) return;
      // Once, also where that fails and the count comes back: the next event has it tried again.
      if (updated_at === markedAt) return;
      markedAt = updated_at;
      untracked(() => void this.rows.markRead(this.id()).catch(() => undefined));
    });
  }

  /** Why there is nothing to show. */
  protected readonly failure = computed(() =>
    this.conversation() === null ? this.rows.open.problem() : null,
  );

  protected open(): void {
    void this.rows.open.reload();
    void this.messages.refresh();
  }

  protected async send(): Promise<void> {
    this.firstUnreadId.set(null);
    this.list()?.toLatest();
    const id = this.id();
    this.show(id, await this.replies.send(id));
  }

  protected async retry(reply: Unsent): Promise<void> {
    const id = this.id();
    this.show(id, await this.replies.retry(id, reply));
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
      const isDone = await this.held.run('change', async (force) => {
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
      const isDone = await this.held.run('change', async (force) => {
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

/** Whether the page is in sight, in an injection context. */
function visibility() {
  const document = inject(DOCUMENT);
  return toSignal(
    fromEvent(document, 'visibilitychange').pipe(
      startWith(null),
      map(() => document.visibilityState === 'visible'),
    ),
    { requireSync: true },
  );
}
