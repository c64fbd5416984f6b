import {
  afterNextRender,
  Component,
  computed,
  type ElementRef,
  inject,
  input,
  output,
  viewChild,
} from '@angular/core';
import { Router, RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ConversationDto, ConversationStatus, PatchConversationDto } from '@groupless/shared-dto';
import { Shortcuts } from '../../ui/keys/shortcuts';
import { Toasts } from '../../ui/toasts/toasts';
import { Session } from '../../session/session';
import { Avatar } from '../../ui/avatar';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import type { IconName } from '../../ui/icons';
import { isNarrow } from '../../ui/screen-width';
import { StatusChip } from '../../ui/status-chip';
import { AssigneeMenu } from './assignee-menu';
import { Channel } from '../../crm/channel';
import { nameOf } from '../../crm/conversation-name';
import { ConversationRows } from '../conversation-rows';
import { Waits } from '../waits';
import { HeldChange } from './held-change';
import { Phone } from '../../ui/formats/phone';

interface Step {
  to: NonNullable<PatchConversationDto['status']>;
  icon: IconName;
  label: string;
}

const CLOSE: Step = { to: 'closed', icon: 'archive', label: 'conversations.close' };

/** What can be made of a conversation, by how it stands. */
const STEPS: Record<ConversationStatus, readonly Step[]> = {
  needs_human: [{ to: 'open', icon: 'bell-off', label: 'conversations.no_human_needed' }, CLOSE],
  open: [{ to: 'needs_human', icon: 'bell-ring', label: 'conversations.needs_human' }, CLOSE],
  human: [CLOSE],
  closed: [{ to: 'open', icon: 'archive-restore', label: 'conversations.reopen' }],
};

/** Who writes, how the conversation stands, and what can be made of it. */
@Component({
  selector: 'app-thread-header',
  imports: [
    Phone,
    AssigneeMenu,
    Avatar,
    Channel,
    Icon,
    IconButton,
    RouterLink,
    StatusChip,
    TranslocoPipe,
    Waits,
  ],
  templateUrl: './thread-header.html',
  styleUrl: './thread-header.css',
})
export class ThreadHeader {
  readonly conversation = input.required<ConversationDto>();
  readonly isClientShown = input(false);
  readonly clientAsked = output();
  readonly searchAsked = output();
  private readonly rows = inject(ConversationRows);
  private readonly held = inject(HeldChange);
  private readonly toasts = inject(Toasts);
  private readonly router = inject(Router);
  private readonly heading = viewChild<ElementRef<HTMLElement>>('heading');
  protected readonly canWrite = inject(Session).isOperator;
  protected readonly isNarrow = isNarrow();
  protected readonly name = computed(() => nameOf(this.conversation()));
  protected readonly steps = computed(() => STEPS[this.conversation().status]);

  constructor() {
    inject(Shortcuts).register([
      {
        keys: 'u',
        label: 'conversations.mark_unread',
        group: 'nav.conversations',
        run: () => void this.markUnread(),
      },
      {
        keys: 'e',
        label: 'conversations.close',
        group: 'nav.conversations',
        run: () => {
          if (this.canWrite() && this.steps().includes(CLOSE)) void this.set('closed');
        },
      },
    ]);
    // On a phone the list, which had the focus, is gone.
    afterNextRender(() => {
      if (this.isNarrow()) this.heading()?.nativeElement.focus();
    });
  }

  /** For later. The thread is left first: what is open is read. */
  protected async markUnread(): Promise<void> {
    if (!this.canWrite()) return;
    const { id } = this.conversation();
    await this.router.navigate(['/conversations'], { queryParamsHandling: 'preserve' });
    try {
      await this.rows.markUnread(id);
    } catch (error) {
      this.toasts.failed('conversations.not_marked', error);
    }
  }

  protected async set(status: Step['to']): Promise<void> {
    const { id, status: before } = this.conversation();
    try {
      const isDone = await this.held.run('change', (meant) => this.rows.patch(id, { status }, meant));
      if (!isDone || status !== 'closed') return;
      // Who was taken over for is not taken over again by an Undo.
      const undone = before === 'human' ? 'needs_human' : before;
      this.toasts.undoable('conversations.was_closed', () => void this.set(undone), { name: this.name() });
    } catch (error) {
      this.toasts.failed('conversations.not_changed', error);
    }
  }
}
