import { Component, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ClientDto } from '@groupless/shared-dto';
import { apiPath } from '../../http/api-path';
import { ClientVisits } from '../../crm/client-visits';
import { query } from '../../data/query';
import { Toasts } from '../../ui/toasts/toasts';
import { Session } from '../../session/session';
import { Avatar } from '../../ui/avatar';
import { ErrorPanel } from '../../ui/error-panel';
import { Icon } from '../../ui/icon';
import { LongText } from '../../ui/long-text';
import { Mailto } from '../../ui/formats/mailto';
import { Skeleton, WhileWaiting } from '../../ui/skeleton';
import { StatusChip } from '../../ui/status-chip';
import { ConversationRows } from '../conversation-rows';
import { Phone } from '../../ui/formats/phone';

/** The client who writes. */
@Component({
  selector: 'app-client-card',
  imports: [
    Phone,
    Avatar,
    ClientVisits,
    ErrorPanel,
    Icon,
    LongText,
    Mailto,
    RouterLink,
    Skeleton,
    StatusChip,
    TranslocoPipe,
    WhileWaiting,
  ],
  template: `
    @if (client.problem(); as error) {
      <app-error-panel [error]="error" (retry)="client.reload()" />
    }
    @if (client.value(); as shown) {
      <div class="head">
        <app-avatar [name]="shown.name" [size]="40" />
        <div class="who">
          <a class="name" [routerLink]="['/clients', shown.id]"
            ><bdi>{{ shown.name }}</bdi></a
          >
          @if (shown.company) {
            <span class="caption"
              ><bdi>{{ shown.company }}</bdi></span
            >
          }
        </div>
        <app-status-chip [status]="shown.status" />
      </div>
      <app-client-visits [client_id]="shown.id" />
      <ul class="ways">
        @if (shown.phone; as phone) {
          <li>
            <a [href]="'tel:' + phone">{{ phone | phone }}</a>
          </li>
        }
        @if (shown.email; as email) {
          <li>
            <a [href]="email | mailto">{{ email }}</a>
          </li>
        }
      </ul>
      @if (shown.tags.length > 0) {
        <ul class="tags" [attr.aria-label]="'conversations.tags' | transloco">
          @for (tag of shown.tags; track tag) {
            <li>
              <bdi>{{ tag }}</bdi>
            </li>
          }
        </ul>
      }
      @if (shown.notes) {
        <p class="notes" dir="auto"><app-long-text [text]="shown.notes" /></p>
      }
      @if (canWrite()) {
        <button type="button" class="button button-quiet unlink" (click)="unlink()">
          <svg appIcon="unlink-2" size="14"></svg>{{ 'conversations.unlink' | transloco }}
        </button>
      }
    } @else if (client.isFirstLoad()) {
      <ng-container *appWhileWaiting="true"><app-skeleton height="40px" /></ng-container>
    }
  `,
  styleUrl: './client-card.css',
})
export class ClientCard {
  readonly client_id = input.required<string>();
  readonly conversation_id = input.required<string>();
  private readonly rows = inject(ConversationRows);
  private readonly toasts = inject(Toasts);
  protected readonly canWrite = inject(Session).isOperator;
  protected readonly client = query<ClientDto>(() => apiPath`/api/clients/${this.client_id()}`);

  /** Of the client; empty until it is known. */
  name(): string {
    return this.client.value()?.name ?? '';
  }

  protected async unlink(): Promise<void> {
    const [id, client_id] = [this.conversation_id(), this.client_id()];
    const set = async (linked: string | null) => {
      try {
        await this.rows.patch(id, { client_id: linked });
        return true;
      } catch (error) {
        this.toasts.failed('conversations.not_changed', error);
        return false;
      }
    };
    if (await set(null)) this.toasts.undoable('conversations.unlinked', () => void set(client_id));
  }
}
