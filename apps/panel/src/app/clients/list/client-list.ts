import { Component, computed, effect, inject, untracked } from '@angular/core';
import { ActivatedRoute, Router, RouterLink, RouterOutlet } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ClientDto, PageDto } from '@groupless/shared-dto';
import { query } from '../../data/query';
import { PluralPipe } from '../../i18n/plural';
import { FirstQuestions } from '../../crm/first-questions/first-questions';
import { Dialogs } from '../../ui/dialogs/dialogs';
import { PageHeader } from '../../layout/page-header';
import { Shortcuts } from '../../ui/keys/shortcuts';
import { recordList } from '../../layout/record-list';
import { Session } from '../../session/session';
import { Avatar } from '../../ui/avatar';
import { Cell, CompactRow } from '../../ui/data-table/cell';
import { ColumnChoice } from '../../ui/data-table/column-choice';
import { DataTable } from '../../ui/data-table/data-table';
import { EmptyState } from '../../ui/empty-state';
import { FilterChips } from '../../ui/lists/filter-chips';
import { Segmented } from '../../ui/forms/segmented';
import { Highlighted } from '../../ui/formats/highlighted';
import { Icon } from '../../ui/icon';
import { RelativeTime } from '../../ui/formats/relative-time';
import { SearchField } from '../../ui/lists/search-field';
import { StatusChip } from '../../ui/status-chip';
import { hiddenColumns, LIST_COLUMNS } from './client-columns';
import { ClientFilters } from './client-filters';
import { clientSelection } from './client-selection';
import { ExportProgress } from '../files/export-progress';
import { ClientExport } from '../files/client-export';
import { KnownTags } from '../known-tags';
import { SelectionBar } from './selection-bar';
import { Phone } from '../../ui/formats/phone';

/** All clients: found, filtered, opened beside the list, changed many at a time. */
@Component({
  selector: 'app-client-list',
  imports: [
    Phone,
    Avatar,
    Cell,
    ColumnChoice,
    CompactRow,
    DataTable,
    EmptyState,
    ExportProgress,
    FilterChips,
    Highlighted,
    Icon,
    PageHeader,
    PluralPipe,
    RelativeTime,
    RouterLink,
    RouterOutlet,
    SearchField,
    Segmented,
    SelectionBar,
    StatusChip,
    TranslocoPipe,
  ],
  providers: [ClientFilters],
  templateUrl: './client-list.html',
  styleUrl: './client-list.css',
})
export class ClientList {
  private readonly router = inject(Router);
  private readonly route = inject(ActivatedRoute);
  private readonly dialogs = inject(Dialogs);
  private readonly questions = inject(FirstQuestions);
  private readonly tags = inject(KnownTags);
  protected readonly exports = inject(ClientExport);
  protected readonly mayWrite = inject(Session).isOperator;

  protected readonly filters = inject(ClientFilters);
  protected readonly search = this.filters.search.value;
  protected readonly clients = recordList<ClientDto>({
    url: '/api/clients',
    query: () => this.filters.query(),
    columns: LIST_COLUMNS,
    nameOf: ({ name }) => name,
    sort: 'name',
    open: (client) => this.openClient(client),
  });
  /** How many archived ones fit too, where they are left out. Of a long list nobody misses them. */
  private readonly leftOut = query<PageDto<ClientDto>>(() => {
    const isWanted = this.clients.list.isEmpty() || (this.search() !== '' && !this.clients.list.hasMore());
    return this.filters.scope() === 'current' && isWanted
      ? { url: '/api/clients', query: { ...this.filters.query(), status: 'archived', limit: 1 } }
      : undefined;
  });
  /** Null: it is not known yet. */
  protected readonly archived = computed(() => {
    if (this.filters.scope() !== 'current' || this.leftOut.problem() !== null) return 0;
    return this.leftOut.value()?.total ?? null;
  });
  protected readonly exportHint = computed(() => {
    const scope = this.filters.isNarrowed() ? null : this.filters.scope();
    if (scope === 'current' || scope === 'all') return `clients.export_${scope}`;
    return 'clients.export_narrowed';
  });
  protected readonly selection = clientSelection(this.clients.list.items);
  protected readonly hidden = hiddenColumns();

  constructor() {
    effect(() => {
      const clients = this.clients.list.items();
      untracked(() => this.tags.remember(clients));
    });
    // Another list has other rows.
    effect(() => {
      this.filters.query();
      untracked(() => this.selection.ids.set([]));
    });
    this.registerKeys();
  }

  private openClient({ id }: Pick<ClientDto, 'id'>, edit = false): void {
    void this.router.navigate([id], {
      relativeTo: this.route,
      queryParamsHandling: 'preserve',
      state: { edit },
    });
  }

  protected async addClient(): Promise<void> {
    const load = () => import('../new-client').then(({ NewClient }) => NewClient);
    const config = { width: 'min(560px, calc(100vw - 32px))', autoFocus: 'input' };
    const created = await this.questions.before(() => this.dialogs.load<ClientDto>(load, config));
    if (created !== undefined) this.openClient(created);
  }

  protected exportAll(): void {
    void this.exports.saveFiltered(this.filters.query());
  }

  private registerKeys(): void {
    const group = 'keys.list';
    const forWriters = [
      { keys: 'n', label: 'clients.new', group, run: () => void this.addClient() },
      { keys: 'e', label: 'clients.edit', group, run: () => this.editFocused() },
      {
        keys: 'escape',
        label: 'table.clear_selection',
        group,
        run: () => this.selection.ids.set([]),
      },
    ];
    inject(Shortcuts).register(this.mayWrite() ? forWriters : []);
  }

  private editFocused(): void {
    const index = document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset['index'];
    const client = index === undefined ? undefined : this.clients.list.items()[Number(index)];
    if (client !== undefined) this.openClient(client, true);
  }
}
