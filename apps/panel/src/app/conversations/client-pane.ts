import { ChangeDetectionStrategy, Component, inject, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ConversationDto } from '@groupless/shared-dto';
import { Session } from '../session/session';
import { CopyButton } from '../ui/copy-button';
import { KeyValue, KeyValues } from '../ui/key-values';
import { RelativeTime } from '../ui/relative-time';
import { BookForm } from './book-form';
import { ClientCard } from './client-card';
import { LinkClient } from './link-client';
import { NextAppointments } from './next-appointments';

/** Beside the thread: who the client is, what is booked, and the way to book. */
@Component({
  selector: 'app-client-pane',
  imports: [
    BookForm,
    ClientCard,
    CopyButton,
    KeyValue,
    KeyValues,
    LinkClient,
    NextAppointments,
    RelativeTime,
    TranslocoPipe,
  ],
  template: `
    @if (conversation().client_id; as client_id) {
      <app-client-card [client_id]="client_id" [conversation_id]="conversation().id" />
      <app-next-appointments [client_id]="client_id" />
      @if (can_write()) {
        <app-book-form [client_id]="client_id" [chat_id]="conversation().chat_id" />
      }
    } @else if (can_write()) {
      <app-link-client [conversation]="conversation()" />
    } @else {
      <p class="muted">{{ 'conversations.no_client' | transloco }}</p>
    }
    <section>
      <h3>{{ 'conversations.contact' | transloco }}</h3>
      <app-key-values>
        @if (conversation().contact_name; as name) {
          <app-key-value [label]="'conversations.contact_name' | transloco">
            <bdi>{{ name }}</bdi>
          </app-key-value>
        }
        @if (conversation().contact_phone; as phone) {
          <app-key-value [label]="'conversations.contact_phone' | transloco">
            <bdi>{{ phone }}</bdi>
          </app-key-value>
        }
        <app-key-value [label]="'conversations.channel' | transloco">{{
          conversation().channel
        }}</app-key-value>
        <app-key-value [label]="'conversations.chat_id' | transloco">
          <span class="chat">
            <code>{{ conversation().chat_id }}</code>
            <app-copy-button label="conversations.copy_chat_id" [text]="conversation().chat_id" />
          </span>
        </app-key-value>
        <app-key-value [label]="'conversations.agent_last_seen' | transloco">
          <app-relative-time [at]="conversation().agent_last_seen_at" />
        </app-key-value>
      </app-key-values>
    </section>
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      gap: 20px;
    }

    section {
      padding-top: 16px;
      border-top: 1px solid var(--border);
    }

    h3 {
      margin-bottom: 8px;
    }

    .chat {
      display: flex;
      align-items: center;
      justify-content: space-between;
      margin: -6px 0;
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ClientPane {
  readonly conversation = input.required<ConversationDto>();
  protected readonly can_write = inject(Session).is_operator;
}
