import { Component, computed, inject, linkedSignal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { VERSION_KINDS, WRITE_WAYS, type MemoryVersionDto } from '@groupless/shared-dto';
import { pageList } from '../../data/page-list';
import { Texts } from '../../i18n/texts';
import { Dialogs } from '../../ui/dialogs/dialogs';
import { urlChange, urlState } from '../../layout/url-state';
import { Session } from '../../session/session';
import { Cell, CompactRow } from '../../ui/data-table/cell';
import type { Column } from '../../ui/data-table/column';
import { DataTable } from '../../ui/data-table/data-table';
import { EmptyState } from '../../ui/empty-state';
import { FilterChips, type Filter } from '../../ui/lists/filter-chips';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { RelativeTime } from '../../ui/formats/relative-time';
import { kindFilter } from '../kind-filter';
import { MemoryHeader } from '../memory-header';
import { nameOfVersion, whatHappened } from './row-change';
import type { UndoAll } from './undo-all-dialog';

const COLUMNS: readonly Column[] = [
  { id: 'at', label: 'memory.version.at', width: '144px' },
  { id: 'row', label: 'memory.version.row', width: '3fr' },
  { id: 'kind', label: 'memory.find.kind', width: '112px' },
  { id: 'what', label: 'memory.version.what', width: '128px' },
  { id: 'by', label: 'memory.version.by', width: '2fr' },
  { id: 'through', label: 'memory.version.through', width: '120px' },
];
const NO_FILTERS = { kind: null, through: null, by: null, id: null };

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
    IconButton,
    MemoryHeader,
    RelativeTime,
    TranslocoPipe,
  ],
  templateUrl: './memory-history.html',
  styleUrls: ['../../ui/lists/list-page.css', './memory-history.css'],
})
export class MemoryHistory {
  private readonly change = urlChange();
  private readonly dialogs = inject(Dialogs);
  private readonly session = inject(Session);
  private readonly texts = inject(Texts);

  private readonly kind = urlState('kind');
  private readonly through = urlState('through');
  private readonly by = urlState('by');
  private readonly id = urlState('id');
  protected readonly columns = COLUMNS;
  protected readonly values = computed(() => ({
    kind: this.kind.value(),
    through: this.through.value(),
    by: this.by.value(),
  }));
  /** Ids are unique within a kind. */
  protected readonly rowId = computed(() => (this.kind.value() === '' ? '' : this.id.value()));
  protected readonly isFiltered = computed(() => Object.values(this.values()).some((value) => value !== ''));
  protected readonly versions = pageList<MemoryVersionDto>(() => ({
    url: '/api/memory/history',
    query: { ...this.values(), id: this.rowId() },
  }));
  protected readonly mayUndo = this.session.isOperator;
  /** Those whose changes were shown so far: they stay to choose from when the list is filtered. */
  private readonly callers = linkedSignal<readonly MemoryVersionDto[], string[]>({
    source: () => this.versions.items(),
    computation: (shown, before) => {
      const names = [...(before?.value ?? []), this.by.value(), ...shown.map(({ by }) => by ?? '')];
      return [...new Set(names)].filter((name) => name !== '').sort();
    },
  });
  private readonly byKind = kindFilter(VERSION_KINDS);
  protected readonly filters = computed<Filter[]>(() => [
    { ...this.byKind(), isSingle: true },
    {
      id: 'through',
      label: this.texts.of('memory.version.through'),
      options: this.texts.choices(WRITE_WAYS, 'memory.version.ways'),
      isSingle: true,
    },
    {
      id: 'by',
      label: this.texts.of('memory.version.by'),
      options: this.callers().map((name) => ({ value: name, label: name })),
      isSingle: true,
    },
  ]);

  protected readonly idOf = ({ version }: MemoryVersionDto) => String(version);
  protected readonly nameOf = nameOfVersion;
  protected readonly whatHappened = whatHappened;

  protected filterBy({ id, value }: { id: string; value: string }): void {
    this.change({ [id]: value || null, ...(id === 'kind' && { id: null }) });
  }

  protected showAllRows(): void {
    this.change({ id: null });
  }

  protected clear(): void {
    this.change(NO_FILTERS);
  }

  protected async undoAll(): Promise<void> {
    const through = WRITE_WAYS.find((way) => way === this.through.value());
    const callers = this.callers();
    const by = this.by.value() || (callers[0] ?? null);
    const data: UndoAll = { by, callers, since: '', ...(through === undefined ? {} : { through }) };
    await this.dialogs.load(() => import('./undo-all-dialog').then(({ UndoAllDialog }) => UndoAllDialog), {
      data,
      width: 'min(680px, calc(100vw - 32px))',
    });
  }

  protected async open(version: MemoryVersionDto): Promise<void> {
    await this.dialogs.load(() => import('./version-dialog').then(({ VersionDialog }) => VersionDialog), {
      data: version,
      width: 'min(680px, calc(100vw - 32px))',
    });
  }
}
