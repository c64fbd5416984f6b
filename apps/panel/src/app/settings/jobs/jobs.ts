import { Component, inject, signal } from '@angular/core';
import { TranslocoPipe, TranslocoService } from '@jsverse/transloco';
import type { JobDto } from '@groupless/shared-dto';
import { SettingsApi } from '../settings-api';
import { query } from '../../data/query';
import { PluralPipe } from '../../i18n/plural';
import { PageHeader } from '../../layout/page-header';
import { Toasts } from '../../ui/toasts/toasts';
import { ErrorPanel } from '../../ui/error-panel';
import { DateTime, RelativeTime } from '../../ui/formats/relative-time';
import { Icon } from '../../ui/icon';
import { RefetchBar, Skeleton, WhileWaiting } from '../../ui/skeleton';

/** What runs in the background: what waits, runs and failed, and when it runs next. */
@Component({
  selector: 'app-jobs',
  imports: [
    DateTime,
    ErrorPanel,
    Icon,
    PageHeader,
    PluralPipe,
    RefetchBar,
    RelativeTime,
    Skeleton,
    TranslocoPipe,
    WhileWaiting,
  ],
  templateUrl: './jobs.html',
  styleUrls: ['../settings-screen.css', './jobs.css'],
})
export class Jobs {
  private readonly api = inject(SettingsApi);
  private readonly toasts = inject(Toasts);
  private readonly transloco = inject(TranslocoService);
  protected readonly list = query<readonly JobDto[]>(() => '/api/settings/jobs');
  /** The one that was asked for and is not begun yet. */
  protected readonly starting = signal<string | null>(null);

  /** A kind that this panel does not know, of a newer server, has its name alone. */
  protected labelOf({ name }: JobDto): string {
    const key = `jobs.names.${name}`;
    const label = this.transloco.translate(key);
    return label === key ? name : label;
  }

  protected leadOf({ name }: JobDto): string | null {
    const key = `jobs.leads.${name}`;
    const lead = this.transloco.translate(key);
    return lead === key ? null : lead;
  }

  protected async run(job: JobDto): Promise<void> {
    const params = { name: this.labelOf(job) };
    this.starting.set(job.name);
    try {
      await this.api.runJob(job.name);
      this.toasts.show('jobs.started', { params });
      await this.list.reload();
    } catch (error) {
      this.toasts.failed('jobs.not_started', error, { params });
    } finally {
      this.starting.set(null);
    }
  }
}
