import { Component, computed, inject, linkedSignal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { VERSION_KINDS, WRITE_WAYS, type MemoryVersionDto } from '@groupless/shared-dto';
import { Texts } from '../../i18n/texts';
import { Dialogs } from '../../ui/dialogs/dialogs';
import { recordList, type RecordList } from '../../layout/record-list';
import { Session } from '../../session/session';
import { Cell, CompactRow } from '../../ui/data-table/cell';
import type { Column } from '../../ui/data-table/column';
import { DataTable } from '../../ui/data-table/data-table';
import { FilterChips } from '../../ui/lists/filter-chips';
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

/** Each change of the memory: when, by whom, and of what. */
@Component({
  selector: 'app-memory-history',
  imports: [Cell, CompactRow, DataTable, FilterChips, IconButton, MemoryHeader, RelativeTime, TranslocoPipe],
  templateUrl: './memory-history.html',
  styleUrls: ['../../ui/lists/list-page.css', './memory-history.css'],
})
export class MemoryHistory {
  private readonly dialogs = inject(Dialogs);
  private readonly session = inject(Session);
  private readonly texts = inject(Texts);

  protected readonly mayUndo = this.session.isOperator;
  protected readonly versions: RecordList<MemoryVersionDto> = recordList<MemoryVersionDto>({
    url: '/api/memory/history',
    columns: COLUMNS,
    id: 'version',
    nameOf: nameOfVersion,
    filters: [
      {
        ...kindFilter(VERSION_KINDS),
        isSingle: true,
        // The id is of a row of the kind.
        write: (kind) => ({ kind: kind || null, id: null }),
      },
      {
        id: 'through',
        label: 'memory.version.through',
        options: () => this.texts.choices(WRITE_WAYS, 'memory.version.ways'),
        isSingle: true,
      },
      {
        id: 'by',
        label: 'memory.version.by',
        options: () => this.callers().map((name) => ({ value: name, label: name })),
        isSingle: true,
      },
      // Ids are unique within a kind.
      { id: 'id', read: (params) => (params.has('kind') && params.get('id')) || '' },
    ],
    empty: (isFiltered) => ({
      icon: 'rotate-ccw-clock',
      heading: isFiltered ? 'memory.version.none_found' : 'memory.version.none',
      text: 'memory.version.none_text',
    }),
    open: (version) => void this.open(version),
  });
  protected readonly rowId = computed(() => this.versions.values()['id']);
  /** Those whose changes were shown so far: they stay to choose from when the list is filtered. */
  private readonly callers = linkedSignal<readonly MemoryVersionDto[], string[]>({
    source: () => this.versions.list.items(),
    computation: (shown, before) => {
      const names = [...(before?.value ?? []), this.by(), ...shown.map(({ by }) => by ?? '')];
      return [...new Set(names)].filter((name) => name !== '').sort();
    },
  });
  private readonly by = () => this.versions.values()['by'] ?? '';
  protected readonly nameOf = nameOfVersion;
  protected readonly whatHappened = whatHappened;

  protected async undoAll(): Promise<void> {
    const through = WRITE_WAYS.find((way) => way === this.versions.values()['through']);
    const callers = this.callers();
    const by = this.by() || (callers[0] ?? null);
    const data: UndoAll = { by, callers, since: '', ...(through === undefined ? {} : { through }) };
    await this.dialogs.load(() => import('./undo-all-dialog').then(({ UndoAllDialog }) => UndoAllDialog), {
      data,
      width: 'min(680px, calc(100vw - 32px))',
    });
  }

  private async open(version: MemoryVersionDto): Promise<void> {
    await this.dialogs.load(() => import('./version-dialog').then(({ VersionDialog }) => VersionDialog), {
      data: version,
      width: 'min(680px, calc(100vw - 32px))',
    });
  }
}
