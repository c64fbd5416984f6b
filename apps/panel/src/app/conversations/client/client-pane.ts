import { Component, inject, Injector, input, viewChild } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { isUnfilledPlaceholder, type ConversationDto } from '@groupless/shared-dto';
import { Channel } from '../../crm/channel';
import { ConflictFinder } from '../../crm/booking/conflict-finder';
import { openBooking } from '../../crm/booking/open-booking';
import { ShownZone } from '../../crm/shown-zone';
import { Toasts } from '../../ui/toasts/toasts';
import { Session } from '../../session/session';
import { CopyButton } from '../../ui/copy/copy-button';
import { Icon } from '../../ui/icon';
import { KeyValue, KeyValues } from '../../ui/key-values';
import { RelativeTime } from '../../ui/formats/relative-time';
import { ConversationRows } from '../conversation-rows';
import { BookedHere } from './booked-here';
import { ClientCard } from './client-card';
import { ConversationNotes } from './conversation-notes';
import { LinkClient } from './link-client';
import { NextAppointments } from './next-appointments';
import { Phone } from '../../ui/formats/phone';

/** Beside the thread: who the client is, what is booked, and the way to book. */
@Component({
  selector: 'app-client-pane',
  imports: [
    Channel,
    Phone,
    ClientCard,
    ConversationNotes,
    CopyButton,
    Icon,
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
      @if (conversation().number_client; as other) {
        <p class="notice" role="note">
          {{ 'conversations.number_of' | transloco: { name: other.name } }}
          @if (canWrite()) {
            <button type="button" class="link-button" (click)="tieTo(other)">
              {{ 'conversations.link_named' | transloco: { name: other.name } }}
            </button>
          }
        </p>
      }
      <app-next-appointments [client_id]="client_id" />
      @if (canWrite()) {
        <button type="button" class="button book" [disabled]="!zone.isKnown()" (click)="book(client_id)">
          <svg appIcon="calendar-plus" size="14"></svg>{{ 'conversations.book' | transloco }}
        </button>
      }
    } @else if (canWrite()) {
      <app-link-client [conversation]="conversation()" />
    } @else {
      <p class="muted">{{ 'conversations.no_client' | transloco }}</p>
    }
    <app-conversation-notes [conversation_id]="conversation().id" />
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
            <bdi>{{ phone | phone }}</bdi>
          </app-key-value>
        }
        <app-key-value [label]="'conversations.channel' | transloco">
          <app-channel [id]="conversation().channel" />
        </app-key-value>
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
  providers: [ShownZone, ConflictFinder],
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

    .book {
      align-self: flex-start;
    }

    .chat {
      display: flex;
      align-items: center;
      justify-content: space-between;
      margin: -6px 0;
    }
  `,
})
export class ClientPane {
  readonly conversation = input.required<ConversationDto>();
  protected readonly canWrite = inject(Session).isOperator;
  protected readonly zone = inject(ShownZone);
  private readonly injector = inject(Injector);
  private readonly rows = inject(ConversationRows);
  private readonly toasts = inject(Toasts);
  private readonly bookings = inject(BookedHere);
  private readonly card = viewChild(ClientCard);
  private readonly notes = viewChild.required(ConversationNotes);

  writeNote(): void {
    this.notes().focus();
  }

  protected async tieTo(client: { id: string; name: string }): Promise<void> {
    const conversation = this.conversation();
    try {
      await this.rows.patch(conversation.id, { client_id: client.id });
      this.toasts.show('conversations.linked');
      await this.bookings.offer(conversation, client);
    } catch (error) {
      this.toasts.failed('conversations.not_linked', error);
    }
  }

  protected async book(id: string): Promise<void> {
    const name = this.card()?.name() ?? '';
    const { chat_id } = this.conversation();
    // A placeholder, which older versions took as an id, is of many customers: no booking is of that chat.
    const chat = isUnfilledPlaceholder(chat_id) ? {} : { chat_id };
    await openBooking({ client: { id, name }, ...chat }, this.injector);
  }
}
