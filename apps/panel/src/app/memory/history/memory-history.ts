import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core';
import { ActivatedRoute, Router } from '@angular/router';
import { TranslocoPipe, TranslocoService } from '@jsverse/transloco';
import { VERSION_KINDS, WRITE_WAYS, type MemoryVersionDto } from '@groupless/shared-dto';
import { pageList } from '../../http/page-list';
import { Dialogs } from '../../layout/dialogs';
import { PageHeader } from '../../layout/page-header';
import { urlState } from '../../layout/url-state';
import { Appearance } from '../../session/appearance';
import { Session } from '../../session/session';
import { Cell, CompactRow } from '../../ui/data-table/cell';
import type { Column } from '../../ui/data-table/column';
import { DataTable } from '../../ui/data-table/data-table';
import { EmptyState } from '../../ui/empty-state';
import { FilterChips, type Filter } from '../../ui/filter-chips';
import { Icon } from '../../ui/icon';
import { RelativeTime } from '../../ui/relative-time';
import { MemoryTabs } from '../memory-tabs';
import { nameOfVersion, whatHappened } from './row-change';

const COLUMNS: readonly Column[] = [
  { id: 'at', label: 'memory.version.at', width: '144px' },
  { id: 'row', label: 'memory.version.row', width: '3fr' },
  { id: 'kind', label: 'memory.find.kind', width: '112px' },
  { id: 'what', label: 'memory.version.what', width: '128px' },
  { id: 'by', label: 'memory.version.by', width: '2fr' },
  { id: 'through', label: 'memory.version.through', width: '120px' },
];
const NO_FILTERS = { kind: null, through: null, id: null };

/** Each change of the memory: when, by whom, and of what. */
@Component({
  selector: 'app-memory-history',
  imports: [
    Cell,
    CompactRow,
    DataTable,
    EmptyState,
    FilterChips,
    Icon,
    MemoryTabs,
    PageHeader,
    RelativeTime,
    TranslocoPipe,
  ],
  templateUrl: './memory-history.html',
  styleUrls: ['../memory-page.css', './memory-history.css'],
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MemoryHistory {
  private readonly router = inject(Router);
  private readonly route = inject(ActivatedRoute);
  private readonly dialogs = inject(Dialogs);
  private readonly session = inject(Session);
  private readonly transloco = inject(TranslocoService);
  private readonly appearance = inject(Appearance);

  private readonly kind = urlState('kind');
  private readonly through = urlState('through');
  private readonly id = urlState('id');
  protected readonly columns = COLUMNS;
  protected readonly values = computed(() => ({ kind: this.kind.value(), through: this.through.value() }));
  /** Ids are unique within a kind. */
  protected readonly rowId = computed(() => (this.kind.value() === '' ? '' : this.id.value()));
  protected readonly isFiltered = computed(() => Object.values(this.values()).some((value) => value !== ''));
  protected readonly versions = pageList<MemoryVersionDto>(() => ({
    url: '/api/memory/history',
    query: { ...this.values(), id: this.rowId() },
  }));
  protected readonly filters = computed<Filter[]>(() => {
    this.appearance.locale();
    // Viewers may not read the state.
    const kinds = VERSION_KINDS.filter((kind) => kind !== 'state' || this.session.isOperator());
    return [
      {
        id: 'kind',
        label: this.transloco.translate('memory.find.kind'),
        options: kinds.map((value) => ({
          value,
          label: this.transloco.translate(`memory.find.kinds.${value}`),
        })),
        is_single: true,
      },
      {
        id: 'through',
        label: this.transloco.translate('memory.version.through'),
        options: WRITE_WAYS.map((value) => ({
          value,
          label: this.transloco.translate(`memory.version.ways.${value}`),
        })),
        is_single: true,
      },
    ];
  });

  protected readonly idOf = ({ version }: MemoryVersionDto) => String(version);
  protected readonly nameOf = nameOfVersion;
  protected readonly whatHappened = whatHappened;

  protected filterBy({ id, value }: { id: string; value: string }): void {
    this.go({ [id]: value || null, ...(id === 'kind' && { id: null }) });
  }

  protected showAllRows(): void {
    this.go({ id: null });
  }

  protected clear(): void {
    this.go(NO_FILTERS);
  }

  protected async open(version: MemoryVersionDto): Promise<void> {
    await this.dialogs.load(() => import('./version-dialog').then(({ VersionDialog }) => VersionDialog), {
      data: version,
      width: 'min(680px, calc(100vw - 32px))',
    });
  }

  private go(queryParams: Record<string, string | null>): void {
    void this.router.navigate([], {
      relativeTo: this.route,
      queryParams,
      queryParamsHandling: 'merge',
      replaceUrl: true,
    });
  }
}
