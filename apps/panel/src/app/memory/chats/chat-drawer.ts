import { Component, computed, DestroyRef, effect, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ConversationDto, MessagesDto, PageDto } from '@groupless/shared-dto';
import { apiPath } from '../../http/api-path';
import { nameOf } from '../../crm/conversation-name';
import { query } from '../../data/query';
import { Breadcrumb } from '../../layout/navigation/breadcrumb';
import { Drawer } from '../../layout/drawer';
import { CopyButton } from '../../ui/copy/copy-button';
import { EmptyState } from '../../ui/empty-state';
import { ErrorPanel } from '../../ui/error-panel';
import { LongText } from '../../ui/long-text';
import { Phone } from '../../ui/formats/phone';
import { DateTime } from '../../ui/formats/relative-time';
import { Skeleton, WhileWaiting } from '../../ui/skeleton';
import { ChatRole } from './chat-role';

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
    LongText,
    Phone,
    RouterLink,
    Skeleton,
    TranslocoPipe,
    WhileWaiting,
  ],
  templateUrl: './chat-drawer.html',
  styleUrls: ['../record/record-drawer.css', './chat-drawer.css'],
})
export class ChatDrawer {
  readonly chat_id = input.required<string>();

  protected readonly found = query<PageDto<ConversationDto>>(() => ({
    url: '/api/conversations',
    query: { chat_id: this.chat_id() },
  }));
  /** Undefined while it is looked for, null where there is none. */
  protected readonly conversation = computed(() => {
    const found = this.found.value();
    return found === null ? undefined : (found.items[0] ?? null);
  });
  protected readonly name = computed(() => {
    const conversation = this.conversation();
    return conversation ? nameOf(conversation) : this.chat_id();
  });
  private readonly conversation_id = computed(() => this.conversation()?.id);
  protected readonly thread = query<MessagesDto>(() => {
    const id = this.conversation_id();
    return id === undefined
      ? undefined
      : { url: apiPath`/api/conversations/${id}/messages`, query: { limit: SHOWN } };
  });
  protected readonly messages = computed(() => this.thread.value()?.items ?? []);

  constructor() {
    const breadcrumb = inject(Breadcrumb);
    effect(() => breadcrumb.nameRecord(this.name()));
    inject(DestroyRef).onDestroy(() => breadcrumb.nameRecord(null));
  }

  protected reload(): void {
    void (this.conversation_id() === undefined ? this.found : this.thread).reload();
  }
}
