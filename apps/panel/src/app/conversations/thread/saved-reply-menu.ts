import { Component, computed, inject, input, output, signal, viewChild } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { type ConversationDto, type PageDto, type SavedReplyDto } from '@groupless/shared-dto';
import { AppointmentsApi } from '../../crm/appointments-api';
import { query } from '../../data/query';
import { Formats } from '../../i18n/formats';
import { Toasts } from '../../ui/toasts/toasts';
import { Business } from '../../data/business';
import { Icon } from '../../ui/icon';
import { FindMenu } from '../find-menu';
import { filledReply } from './filled-reply';

/** The saved replies, to insert one. They are read when the menu opens. */
@Component({
  selector: 'app-saved-reply-menu',
  imports: [FindMenu, Icon, TranslocoPipe],
  template: `
    <app-find-menu
      mark="/"
      label="conversations.saved_replies"
      find="conversations.find_reply"
      nothing="conversations.no_reply_fits"
      [more]="manage"
      [choices]="choices()"
      [hasFailed]="loaded.problem() !== null"
      [(isOpen)]="isOpen"
      (chosen)="insert($event.about)"
      (dismissed)="dismissed.emit($event)"
      (closed)="closed.emit()"
    >
      <svg appIcon="scroll-text" size="14"></svg>{{ 'conversations.saved_replies' | transloco }}
    </app-find-menu>
  `,
})
export class SavedReplyMenu {
  readonly conversation = input.required<ConversationDto>();
  /** The text with its placeholders filled. */
  readonly chosen = output<string>();
  readonly closed = output();
  readonly dismissed = output<string>();
  private readonly appointments = inject(AppointmentsApi);
  private readonly business = inject(Business);
  private readonly formats = inject(Formats);
  private readonly toasts = inject(Toasts);
  private readonly menu = viewChild.required(FindMenu);
  protected readonly manage = { path: '/settings/saved-replies', label: 'conversations.manage_replies' };
  protected readonly isOpen = signal(false);
  protected readonly loaded = query<PageDto<SavedReplyDto>>(() =>
    this.isOpen() ? { url: '/api/settings/saved-replies', query: { limit: 200 } } : undefined,
  );
  protected readonly choices = computed(() =>
    (this.loaded.value()?.items ?? []).map(({ id, name, text }) => ({ id, name, about: text })),
  );

  /** By a slash in the text. */
  open(): void {
    this.menu().open();
  }

  protected async insert(text: string): Promise<void> {
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
