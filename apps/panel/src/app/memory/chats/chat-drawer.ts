import { httpResource } from '@angular/common/http';
import {
  ChangeDetectionStrategy,
  Component,
  computed,
  DestroyRef,
  effect,
  inject,
  input,
} from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ConversationDto, MessagesDto, PageDto } from '@groupless/shared-dto';
import { Breadcrumb } from '../../layout/breadcrumb';
import { Drawer } from '../../layout/drawer';
import { CopyButton } from '../../ui/copy-button';
import { EmptyState } from '../../ui/empty-state';
import { ErrorPanel } from '../../ui/error-panel';
import { DateTime } from '../../ui/relative-time';
import { Skeleton, WhileWaiting } from '../../ui/skeleton';
import { keepFresh, readWhenBack } from '../keep-fresh';
import { ChatRole } from './chat-role';

/** Other chats may have the id of this one in theirs. */
const TRIED = 50;
const SHOWN = 30;

/** The newest messages of a chat, to read; its conversation is where they are answered. */
@Component({
  selector: 'app-chat-drawer',
  imports: [
    ChatRole,
    CopyButton,
    DateTime,
    Drawer,
    EmptyState,
    ErrorPanel,
    RouterLink,
    Skeleton,
    TranslocoPipe,
    WhileWaiting,
  ],
  templateUrl: './chat-drawer.html',
  styleUrls: ['../record-drawer.css', './chat-drawer.css'],
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ChatDrawer {
  readonly chat_id = input.required<string>();

  protected readonly found = httpResource<PageDto<ConversationDto>>(() => ({
    url: '/api/conversations',
    params: { search: this.chat_id(), limit: TRIED },
  }));
  /** Undefined while it is looked for, null where there is none. */
  protected readonly conversation = computed(() => {
    if (!this.found.hasValue()) return undefined;
    return this.found.value().items.find(({ chat_id }) => chat_id === this.chat_id()) ?? null;
  });
  private readonly conversation_id = computed(() => this.conversation()?.id);
  protected readonly thread = httpResource<MessagesDto>(() => {
    const id = this.conversation_id();
    return id === undefined
      ? undefined
      : { url: `/api/conversations/${id}/messages`, params: { limit: SHOWN } };
  });
  protected readonly messages = computed(() => (this.thread.hasValue() ? this.thread.value().items : []));

  constructor() {
    const breadcrumb = inject(Breadcrumb);
    effect(() => breadcrumb.nameRecord(this.chat_id()));
    inject(DestroyRef).onDestroy(() => breadcrumb.nameRecord(null));
    keepFresh(['conversation.updated'], () => this.reload());
    readWhenBack(() => this.reload());
  }

  protected reload(): void {
    if (this.conversation_id() === undefined) this.found.reload();
    else this.thread.reload();
  }
}
