import { httpResource } from '@angular/common/http';
import { ChangeDetectionStrategy, Component, effect, inject, linkedSignal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { DatabasesReportDto } from '@groupless/shared-dto';
import { Connectivity } from '../../http/connectivity';
import { PageHeader } from '../../layout/page-header';
import { ErrorPanel } from '../../ui/error-panel';
import { Icon } from '../../ui/icon';
import { DateTime } from '../../ui/relative-time';
import { RefetchBar, Skeleton, WhileWaiting } from '../../ui/skeleton';
import { DatabaseCard } from './database-card';

interface Report {
  databases: DatabasesReportDto;
  /** When it came. */
  at: string;
}

/** How the two databases are. */
@Component({
  selector: 'app-databases',
  imports: [
    DatabaseCard,
    DateTime,
    ErrorPanel,
    Icon,
    PageHeader,
    RefetchBar,
    Skeleton,
    TranslocoPipe,
    WhileWaiting,
  ],
  templateUrl: './databases.html',
  styleUrl: './databases.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Databases {
  protected readonly resource = httpResource<DatabasesReportDto>(() => '/api/settings/database');
  /** The last that came: while a newer one is on its way, and also when that one fails. */
  protected readonly report = linkedSignal<DatabasesReportDto | undefined, Report | null>({
    source: () => (this.resource.hasValue() ? this.resource.value() : undefined),
    computation: (databases, before) =>
      databases === undefined ? (before?.value ?? null) : { databases, at: new Date().toISOString() },
  });

  constructor() {
    const connectivity = inject(Connectivity);
    effect(() => {
      if (connectivity.came_back() > 0) this.resource.reload();
    });
  }
}
