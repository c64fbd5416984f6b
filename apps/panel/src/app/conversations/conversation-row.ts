import { Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ConversationDto } from '@groupless/shared-dto';
import { Formats } from '../i18n/formats';
import { PluralPipe } from '../i18n/plural';
import { Avatar } from '../ui/avatar';
import { ExactTime } from '../ui/formats/exact-time';
import { Highlighted } from '../ui/formats/highlighted';
import { Phone } from '../ui/formats/phone';
import { Icon } from '../ui/icon';
import { Now } from '../ui/formats/relative-time';
import { StatusChip } from '../ui/status-chip';
import { Channel } from '../crm/channel';
import { nameOf } from '../crm/conversation-name';
import { placeOf } from './hit-place';
import { Days } from './thread/days';
import { sideOf } from './thread/message-lines';
import { Waits } from './waits';

/** A conversation in the list: who, by which way, the last message, what is unread. */
@Component({
  selector: 'app-conversation-row',
  imports: [
    Avatar,
    Channel,
    ExactTime,
    Highlighted,
    Icon,
    Phone,
    PluralPipe,
    RouterLink,
    StatusChip,
    TranslocoPipe,
    Waits,
  ],
  template: `
    <a
      [routerLink]="['/conversations', conversation().id]"
      [queryParams]="atEnd"
      queryParamsHandling="merge"
      [class.open]="isOpen()"
      [class.unread]="conversation().unread_count > 0"
      [attr.aria-current]="isOpen() ? 'true' : null"
    >
      <app-avatar [name]="name()" [size]="36" />
      <span class="text">
        <span class="line">
          <app-highlighted class="name nowrap" [text]="name() | phone" [query]="query()" />
          <time class="caption" [attr.datetime]="at()" [appExact]="at()">{{ time() }}</time>
        </span>
        <span class="line">
          <span class="preview nowrap">
            @if (conversation().last_message_reported_by; as key) {
              <span class="author">{{ 'conversations.reported_by' | transloco: { key } }}:&ngsp;</span>
            } @else if (author(); as who) {
              <span class="author">{{ 'conversations.author.' + who | transloco }}:&ngsp;</span>
            }
            <app-highlighted [text]="preview()" [query]="query()" />
          </span>
          @if (conversation().unread_count > 0) {
            <span class="count">
              <span aria-hidden="true">{{ formats.compact(conversation().unread_count) }}</span>
              <span class="visually-hidden">{{
                'conversations.unread' | plural: conversation().unread_count
              }}</span>
            </span>
          }
        </span>
        <span class="line">
          <app-channel class="caption nowrap" [id]="conversation().channel" />
          <span class="who">
            @if (undelivered(); as count) {
              <span class="undelivered" [title]="'conversations.undelivered_row' | transloco: { count }">
                <svg appIcon="triangle-alert" size="14"></svg>
                <span class="visually-hidden">{{
                  'conversations.undelivered_row' | transloco: { count }
                }}</span>
              </span>
            }
            @if (conversation().waiting_since; as since) {
              <app-waits [since]="since" />
            }
            @if (conversation().status !== 'open') {
              <app-status-chip [status]="conversation().status" />
            }
            @if (conversation().assigned_to; as assignee) {
              <app-avatar [name]="assignee.name" [size]="18" [title]="assignee.name" />
              <span class="visually-hidden"
                >{{ 'conversations.assigned_to' | transloco }} {{ assignee.name }}</span
              >
            }
          </span>
        </span>
      </span>
    </a>
  `,
  styleUrl: './conversation-row.css',
})
export class ConversationRow {
  readonly conversation = input.required<ConversationDto>();
  readonly query = input('');
  readonly isOpen = input(false);
  /** Replies that have not reached the customer. */
  readonly undelivered = input(0);
  protected readonly atEnd = placeOf(null);
  protected readonly formats = inject(Formats);
  private readonly days = inject(Days);
  private readonly now = inject(Now);
  protected readonly name = computed(() => nameOf(this.conversation()));
  protected readonly at = computed(
    () => this.conversation().last_message_at ?? this.conversation().created_at,
  );
  protected readonly time = computed(() => this.days.inRow(this.at(), this.now.ms()));
  protected readonly preview = computed(() =>
    (this.conversation().last_message_preview ?? '').replaceAll(/\s+/g, ' '),
  );
  protected readonly author = computed(() => {
    const { last_message_role } = this.conversation();
    const side = last_message_role === null ? 'other' : sideOf(last_message_role);
    return side === 'other' ? null : side;
  });
}
