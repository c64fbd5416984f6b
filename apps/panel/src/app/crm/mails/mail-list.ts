import { Component, computed, inject, input, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { MAIL_STATUSES, type MailDto } from '@groupless/shared-dto';
import { pageList } from '../../data/page-list';
import { Texts } from '../../i18n/texts';
import { listFilters } from '../../layout/list-filters';
import { Session } from '../../session/session';
import { FilterChips } from '../../ui/lists/filter-chips';
import { RelativeTime } from '../../ui/formats/relative-time';
import { Icon } from '../../ui/icon';
import { ListFrame } from '../../ui/lists/list-frame';
import { Toasts } from '../../ui/toasts/toasts';
import { MailWordsPipe } from './mail-words';
import { MailsApi } from './mails-api';

/** The mails that were sent, wait, or failed: all, or those of a client or about an appointment. */
@Component({
  selector: 'app-mail-list',
  imports: [Icon, ListFrame, FilterChips, MailWordsPipe, RelativeTime, TranslocoPipe],
  templateUrl: './mail-list.html',
  styleUrl: './mail-list.css',
})
export class MailList {
  readonly client_id = input<string>();
  readonly appointment_id = input<string>();
  private readonly api = inject(MailsApi);
  private readonly toasts = inject(Toasts);
  private readonly texts = inject(Texts);
  protected readonly maySend = inject(Session).isOperator;
  /** All of them: the log, which can be narrowed. */
  protected readonly isLog = computed(() => (this.client_id() ?? this.appointment_id()) === undefined);
  protected readonly filters = listFilters([
    {
      id: 'status',
      label: 'crm.mails.what_became',
      options: () => this.texts.choices(MAIL_STATUSES, 'crm.mails.status'),
    },
  ]);
  protected readonly list = pageList<MailDto>(
    () => ({
      url: '/api/mail',
      query: {
        client_id: this.client_id(),
        appointment_id: this.appointment_id(),
        ...(this.isLog() && this.filters.query()),
      },
    }),
    { page: 20, outdatedBy: ({ type }) => type === 'client.updated' },
  );
  /** The one that is being sent again. */
  protected readonly sending = signal<string | null>(null);

  protected async sendAgain({ id, to }: MailDto): Promise<void> {
    this.sending.set(id);
    try {
      await this.api.sendAgain(id);
      this.toasts.show('crm.mails.queued', { params: { to } });
      await this.list.reload();
    } catch (error) {
      this.toasts.failed('crm.mails.not_queued', error, { params: { to } });
    } finally {
      this.sending.set(null);
    }
  }
}
