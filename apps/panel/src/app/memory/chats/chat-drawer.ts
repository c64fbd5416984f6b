import { Component, DestroyRef, effect, inject, input } from '@angular/core';
import { Router } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ConversationDto, PageDto } from '@groupless/shared-dto';
import { query } from '../../data/query';
import { Drawer } from '../../layout/drawer';
import { Breadcrumb } from '../../layout/navigation/breadcrumb';
import { CopyButton } from '../../ui/copy/copy-button';
import { EmptyState } from '../../ui/empty-state';
import { RecordState } from '../../ui/record-state';

/** A chat of the memory. One with a customer is read among the conversations: a link to it leads on there. */
@Component({
  selector: 'app-chat-drawer',
  imports: [CopyButton, Drawer, EmptyState, RecordState, TranslocoPipe],
  template: `
    <app-drawer [label]="chat_id()">
      <h2 drawerHeading class="nowrap">
        <bdi [attr.title]="chat_id()">{{ chat_id() }}</bdi>
      </h2>
      <app-copy-button actions label="memory.chat.copy" [text]="chat_id()" />
      <app-record-state [of]="found" gone="memory.gone" />
      @if (found.value()?.items?.length === 0) {
        <app-empty-state
          [heading]="'memory.chat.no_conversation' | transloco"
          [text]="'memory.chat.no_conversation_text' | transloco"
        />
      }
    </app-drawer>
  `,
})
export class ChatDrawer {
  readonly chat_id = input.required<string>();
  protected readonly found = query<PageDto<ConversationDto>>(() => ({
    url: '/api/conversations',
    query: { chat_id: this.chat_id() },
  }));

  constructor() {
    const router = inject(Router);
    const breadcrumb = inject(Breadcrumb);
    effect(() => breadcrumb.nameRecord(this.chat_id()));
    inject(DestroyRef).onDestroy(() => breadcrumb.nameRecord(null));
    effect(() => {
      const id = this.found.value()?.items[0]?.id;
      if (id !== undefined) void router.navigate(['/conversations', id], { replaceUrl: true });
    });
  }
}
