import { Component, computed, inject, signal } from '@angular/core';
import { RouterLink, RouterOutlet } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { DECISION_STATUSES, type DecisionDto } from '@groupless/shared-dto';
import { Texts } from '../../i18n/texts';
import { recordList } from '../../layout/record-list';
import { urlState } from '../../layout/url-state';
import { Cell, CompactRow } from '../../ui/data-table/cell';
import { BESIDE_PX, type Column } from '../../ui/data-table/column';
import { DataTable } from '../../ui/data-table/data-table';
import { RelativeTime } from '../../ui/formats/relative-time';
import { Session } from '../../session/session';
import { Segmented } from '../../ui/forms/segmented';
import { FilterChips } from '../../ui/lists/filter-chips';
import { Beginning } from '../../ui/long-text';
import { MemoryHeader } from '../memory-header';
import { GiveProject } from '../moves/give-project';
import { projectFilter } from '../moves/project-filter';
import { ProjectNames } from '../tasks/project-names';
import { HeldMark } from '../quarantine/held-mark';

const ALL = 'all';

const COLUMNS: readonly Column[] = [
  { id: 'text', label: 'memory.decision.decision', width: '4fr' },
  { id: 'project', label: 'memory.decision.project', width: 'minmax(80px, 1fr)', fromPx: BESIDE_PX },
  { id: 'session', label: 'memory.decision.session', width: '112px', fromPx: BESIDE_PX },
  { id: 'at', label: 'memory.decision.at', width: '144px', sort: { ascending: 'at', descending: '-at' } },
];

/** What was decided, by project: what stands, and what was withdrawn. */
@Component({
  selector: 'app-decision-list',
  imports: [
    HeldMark,
    Beginning,
    Cell,
    CompactRow,
    DataTable,
    FilterChips,
    GiveProject,
    MemoryHeader,
    RelativeTime,
    RouterLink,
    RouterOutlet,
    Segmented,
    TranslocoPipe,
  ],
  providers: [ProjectNames],
  templateUrl: './decision-list.html',
  styleUrls: ['../../ui/lists/list-page.css', '../memory-page.css'],
})
export class DecisionList {
  private readonly texts = inject(Texts);
  protected readonly status = urlState('status', 'standing');
  protected readonly project = projectFilter();
  protected readonly mayWrite = inject(Session).isOperator;
  protected readonly selected = signal<readonly string[]>([]);
  protected readonly selectedIds = computed(() => this.selected().map(Number));
  protected readonly decisions = recordList<DecisionDto>({
    url: '/api/memory/decisions',
    query: () => ({ status: this.status.value() === ALL ? null : this.status.value() }),
    columns: COLUMNS,
    nameOf: ({ text }) => text,
    sort: '-at',
    filters: [this.project],
    empty: (isFiltered) => ({
      icon: 'check',
      heading: isFiltered ? 'memory.none_found' : `memory.decision.none.${this.status.value()}`,
      text: 'memory.decision.none_text',
    }),
  });
  protected readonly segments = computed(() =>
    this.texts.choices([...DECISION_STATUSES, ALL], 'memory.decision.tabs'),
  );

  protected onGiven(): void {
    this.selected.set([]);
    void this.decisions.list.reload();
  }
}
