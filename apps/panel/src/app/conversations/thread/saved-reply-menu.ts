import { CdkMenu, CdkMenuItem, CdkMenuTrigger } from '@angular/cdk/menu';
import { Component, computed, inject, input, output, signal, viewChild } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { type ConversationDto, type PageDto, type SavedReplyDto } from '@groupless/shared-dto';
import { AppointmentsApi } from '../../crm/appointments-api';
import { query } from '../../data/query';
import { Formats } from '../../i18n/formats';
import { Toasts } from '../../ui/toasts/toasts';
import { Business } from '../../data/business';
import { Icon } from '../../ui/icon';
import { enterWhenRead } from '../enter-menu';
import { filledReply } from './filled-reply';

/** The saved replies, to insert one. They are read when the menu opens. */
@Component({
  selector: 'app-saved-reply-menu',
  imports: [CdkMenu, CdkMenuItem, CdkMenuTrigger, Icon, RouterLink, TranslocoPipe],
  template: `
    <button
      type="button"
      class="button quieter"
      [cdkMenuTriggerFor]="menu"
      (cdkMenuOpened)="isOpen.set(true)"
      (cdkMenuClosed)="isOpen.set(false); closed.emit()"
    >
      <svg appIcon="scroll-text" size="14"></svg>{{ 'conversations.saved_replies' | transloco }}
    </button>
    <ng-template #menu>
      <div class="menu" cdkMenu [attr.aria-label]="'conversations.saved_replies' | transloco">
        @if (loaded.problem()) {
          <button type="button" class="menu-item" cdkMenuItem (cdkMenuItemTriggered)="openAgain()">
            {{ 'conversations.list_failed' | transloco }}
          </button>
        }
        @for (reply of replies(); track reply.id) {
          <button type="button" class="menu-item" cdkMenuItem (cdkMenuItemTriggered)="insert(reply)">
            <bdi class="nowrap">{{ reply.name }}</bdi>
          </button>
        }
        <a class="menu-item" cdkMenuItem routerLink="/settings/saved-replies">
          {{ 'conversations.manage_replies' | transloco }}
        </a>
      </div>
    </ng-template>
  `,
  styles: `
    .menu {
      max-width: 320px;
      max-height: 50vh;
      overflow-y: auto;
    }
  `,
})
export class SavedReplyMenu {
  readonly conversation = input.required<ConversationDto>();
  /** The text with its placeholders filled. */
  readonly chosen = output<string>();
  readonly closed = output();
  private readonly appointments = inject(AppointmentsApi);
  private readonly business = inject(Business);
  private readonly formats = inject(Formats);
  private readonly toasts = inject(Toasts);
  private readonly trigger = viewChild.required(CdkMenuTrigger);
  protected readonly isOpen = signal(false);
  protected readonly loaded = query<PageDto<SavedReplyDto>>(() =>
    this.isOpen() ? { url: '/api/settings/saved-replies', query: { limit: 200 } } : undefined,
  );
  protected readonly replies = computed(() => this.loaded.value()?.items ?? []);
  protected readonly openAgain = enterWhenRead(this.trigger, this.isOpen, this.loaded);

  open(): void {
    this.trigger().open();
  }

  protected async insert({ text }: SavedReplyDto): Promise<void> {
    const { contact_name } = this.conversation();
    try {
      const next_appointment = text.includes('{next_appointment}') ? await this.nextAppointment() : null;
      const business = this.business.settings()?.name ?? null;
      this.chosen.emit(filledReply(text, { name: contact_name, business, next_appointment }));
    } catch (error) {
      this.toasts.failed('conversations.reply_not_inserted', error);
    }
  }

  private async nextAppointment(): Promise<string | null> {
    const { client_id } = this.conversation();
    if (client_id === null) return null;
    const next = await this.appointments.findNext(client_id);
    return next === undefined ? null : this.formats.dateTimeAndZone(next.starts_at);
  }
}
