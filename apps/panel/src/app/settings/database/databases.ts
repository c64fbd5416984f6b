import { Component } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { DatabasesReportDto } from '@groupless/shared-dto';
import { liveQuery } from '../../data/query';
import { PageHeader } from '../../layout/page-header';
import { ErrorPanel } from '../../ui/error-panel';
import { Icon } from '../../ui/icon';
import { DateTime } from '../../ui/formats/relative-time';
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
  styleUrls: ['../settings-screen.css', './databases.css'],
})
export class Databases {
  protected readonly resource = liveQuery<string, Report>({
    request: () => '/api/settings/database',
    pathOf: (path) => path,
    read: async (path, reader) => ({
      databases: await reader.getBody<DatabasesReportDto>(path),
      at: new Date().toISOString(),
    }),
  });
  protected readonly report = this.resource.value;
}
