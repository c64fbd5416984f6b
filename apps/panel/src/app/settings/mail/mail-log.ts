import { ChangeDetectionStrategy, Component, inject, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { MailDto } from '@groupless/shared-dto';
import { SettingsApi } from '../settings-api';
import { pageList } from '../../data/page-list';
import { Toasts } from '../../ui/toasts/toasts';
import { ErrorPanel } from '../../ui/error-panel';
import { RelativeTime } from '../../ui/formats/relative-time';

/** The mails that were sent, wait, or failed. */
@Component({
  selector: 'app-mail-log',
  imports: [ErrorPanel, RelativeTime, TranslocoPipe],
  templateUrl: './mail-log.html',
  styleUrl: './mail-log.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MailLog {
  private readonly api = inject(SettingsApi);
  private readonly toasts = inject(Toasts);
  protected readonly list = pageList<MailDto>(() => ({ url: '/api/mail' }), { page: 20 });
  /** Those that are being sent again. */
  protected readonly sending = signal<string | null>(null);

  protected async sendAgain({ id, to }: MailDto): Promise<void> {
    this.sending.set(id);
    try {
      await this.api.sendMailAgain(id);
      this.toasts.show('mail.queued', { params: { to } });
      await this.list.reload();
    } catch (error) {
      this.toasts.failed('mail.not_queued', error, { params: { to } });
    } finally {
      this.sending.set(null);
    }
  }
}
