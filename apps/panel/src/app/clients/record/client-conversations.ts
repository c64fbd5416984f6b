import { Component, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { ConversationDto } from '@groupless/shared-dto';
import { Channel } from '../../crm/channel';
import { pageList } from '../../data/page-list';
import { Icon } from '../../ui/icon';
import { RelativeTime } from '../../ui/formats/relative-time';
import { StatusChip } from '../../ui/status-chip';
import { ListFrame } from '../../ui/lists/list-frame';

/** The conversations of a client, the latest first. */
@Component({
  selector: 'app-client-conversations',
  imports: [Channel, ListFrame, Icon, RelativeTime, RouterLink, StatusChip],
  template: `
    <app-list-frame [of]="list" none="clients.no_conversations">
      <svg icon appIcon="messages-square"></svg>
      <ul>
        @for (one of list.items(); track one.id) {
          <li>
            <a [routerLink]="['/conversations', one.id]">
              <span class="line">
                <bdi class="nowrap">{{ one.last_message_preview || one.chat_id }}</bdi>
                <app-status-chip [status]="one.status" />
              </span>
              <span class="line caption">
                <bdi class="nowrap"><app-channel [id]="one.channel" /></bdi>
                <app-relative-time [at]="one.last_message_at" />
              </span>
            </a>
          </li>
        }
      </ul>
    </app-list-frame>
  `,
  styleUrls: ['../../ui/lists/row-links.css', './client-records.css'],
})
export class ClientConversations {
  readonly client_id = input.required<string>();
  protected readonly list = pageList<ConversationDto>(
    () => ({ url: '/api/conversations', query: { client_id: this.client_id() } }),
    { page: 50 },
  );
}
