import { Component, computed, inject, signal } from '@angular/core';
import { RouterLink, RouterOutlet } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { DECISION_STATUSES, type DecisionDto } from '@groupless/shared-dto';
import { pageList } from '../../data/page-list';
import { Texts } from '../../i18n/texts';
import { openRecord } from '../../layout/open-record';
import { urlState } from '../../layout/url-state';
import { Cell, CompactRow } from '../../ui/data-table/cell';
import type { Column } from '../../ui/data-table/column';
import { DataTable } from '../../ui/data-table/data-table';
import { EmptyState } from '../../ui/empty-state';
import { RelativeTime } from '../../ui/formats/relative-time';
import { Session } from '../../session/session';
import { Segmented } from '../../ui/forms/segmented';
import { Icon } from '../../ui/icon';
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
  { id: 'project', label: 'memory.decision.project', width: 'minmax(80px, 1fr)' },
  { id: 'session', label: 'memory.decision.session', width: '112px' },
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
    EmptyState,
    FilterChips,
    GiveProject,
    Icon,
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
  protected readonly sort = urlState('sort', '-at');
  protected readonly status = urlState('status', 'standing');
  protected readonly project = projectFilter();
  protected readonly mayWrite = inject(Session).isOperator;
  protected readonly selected = signal<readonly string[]>([]);
  protected readonly selectedIds = computed(() => this.selected().map(Number));
  protected readonly record = openRecord();
  /** Columns for which there is no room beside a drawer. */
  protected readonly besideRecord = ['project', 'session'];
  protected readonly columns = COLUMNS;
  protected readonly decisions = pageList<DecisionDto>(() => ({
    url: '/api/memory/decisions',
    query: {
      status: this.status.value() === ALL ? null : this.status.value(),
      ...this.project.query(),
      sort: this.sort.value(),
    },
  }));
  protected readonly segments = computed(() =>
    this.texts.choices([...DECISION_STATUSES, ALL], 'memory.decision.tabs'),
  );
  protected readonly filters = computed(() => [this.project.chip()]);
  protected readonly idOf = ({ id }: DecisionDto) => String(id);
  protected readonly nameOf = ({ text }: DecisionDto) => text;

  protected onGiven(): void {
    this.selected.set([]);
    void this.decisions.reload();
  }
}
