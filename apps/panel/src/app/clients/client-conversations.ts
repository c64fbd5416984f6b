import { ChangeDetectionStrategy, Component, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { LucideMessagesSquare } from '@lucide/angular';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ConversationDto } from '@groupless/shared-dto';
import { LiveEvents } from '../http/live-events';
import { pageList } from '../http/page-list';
import { EmptyState } from '../ui/empty-state';
import { ErrorPanel } from '../ui/error-panel';
import { RelativeTime } from '../ui/relative-time';
import { Skeleton, WhileWaiting } from '../ui/skeleton';
import { StatusChip } from '../ui/status-chip';

/** The conversations of a client, the latest first. */
@Component({
  selector: 'app-client-conversations',
  imports: [
    EmptyState,
    ErrorPanel,
    LucideMessagesSquare,
    RelativeTime,
    RouterLink,
    Skeleton,
    StatusChip,
    TranslocoPipe,
    WhileWaiting,
  ],
  template: `
    @if (list.problem(); as problem) {
      <app-error-panel [error]="problem" (retry)="list.reload()" />
    }
    @if (list.is_first_load()) {
      <ng-container *appWhileWaiting="true"><app-skeleton height="44px" /></ng-container>
    } @else if (list.items().length === 0 && list.problem() === null) {
      <app-empty-state [heading]="'clients.no_conversations' | transloco">
        <svg icon lucideMessagesSquare></svg>
      </app-empty-state>
    }
    <ul>
      @for (one of list.items(); track one.id) {
        <li>
          <a [routerLink]="['/conversations', one.id]">
            <span class="line">
              <bdi class="nowrap">{{ one.last_message_preview || one.chat_id }}</bdi>
              <app-status-chip [status]="one.status" />
            </span>
            <span class="line caption">
              <bdi class="nowrap">{{ one.channel }}</bdi>
              <app-relative-time [at]="one.last_message_at" />
            </span>
          </a>
        </li>
      }
    </ul>
    @if (list.has_more()) {
      <button type="button" class="button" (click)="list.loadMore()">
        {{ 'clients.show_more' | transloco }}
      </button>
    }
  `,
  styleUrl: './client-records.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ClientConversations {
  readonly client_id = input.required<string>();
  protected readonly list = pageList<ConversationDto>(
    () => ({ url: '/api/conversations', query: { client_id: this.client_id() } }),
    50,
  );

  constructor() {
    inject(LiveEvents).onEvent(['conversation.updated'], () => void this.list.reload());
  }
}
