import { Component, computed, inject, signal } from '@angular/core';
import { RouterOutlet } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { TASK_STATUSES, type TaskDto, type TaskStatus } from '@groupless/shared-dto';
import { Texts } from '../../i18n/texts';
import { recordList } from '../../layout/record-list';
import { urlState } from '../../layout/url-state';
import { Session } from '../../session/session';
import { Cell, CompactRow } from '../../ui/data-table/cell';
import type { Column } from '../../ui/data-table/column';
import { DataTable } from '../../ui/data-table/data-table';
import { RelativeTime } from '../../ui/formats/relative-time';
import { Segmented } from '../../ui/forms/segmented';
import { FilterChips } from '../../ui/lists/filter-chips';
import { StatusChip } from '../../ui/status-chip';
import { MemoryHeader } from '../memory-header';
import { GiveProject } from '../moves/give-project';
import { projectFilter } from '../moves/project-filter';
import { Priority } from '../priority';
import { ProjectNames } from './project-names';
import { TaskActions } from './task-actions';
import { TaskChanges } from './task-changes';
import { HeldMark } from '../quarantine/held-mark';

const ALL = 'all';

/** Beside a drawer, or on a tablet, the text of the tasks needs the room. */
const WIDE_PX = 820;

const COLUMNS: readonly Column[] = [
  { id: 'task', label: 'memory.task.task', width: '4fr' },
  { id: 'priority', label: 'memory.priority', width: '96px', sort: { descending: 'priority' } },
  { id: 'status', label: 'memory.task.status', width: '112px' },
  { id: 'project', label: 'memory.task.project', width: 'minmax(80px, 1fr)', fromPx: WIDE_PX },
  {
    id: 'created',
    label: 'memory.task.created',
    width: '144px',
    sort: { ascending: 'created_at', descending: '-created_at' },
    fromPx: WIDE_PX,
  },
  {
    id: 'updated',
    label: 'memory.updated',
    width: '144px',
    sort: { descending: '-updated_at' },
    fromPx: WIDE_PX,
  },
  { id: 'actions', label: 'memory.actions', width: '88px' },
];

/** What is to be done, and what was. */
@Component({
  selector: 'app-task-list',
  imports: [
    HeldMark,
    Cell,
    CompactRow,
    DataTable,
    FilterChips,
    GiveProject,
    MemoryHeader,
    Priority,
    RelativeTime,
    RouterOutlet,
    Segmented,
    StatusChip,
    TaskActions,
    TranslocoPipe,
  ],
  providers: [ProjectNames],
  templateUrl: './task-list.html',
  styleUrls: ['../../ui/lists/list-page.css', '../memory-page.css'],
})
export class TaskList {
  private readonly texts = inject(Texts);
  private readonly changes = inject(TaskChanges);
  protected readonly projects = inject(ProjectNames);
  protected readonly mayWrite = inject(Session).isOperator;
  protected readonly status = urlState('status', 'pending');
  protected readonly project = projectFilter();
  protected readonly selected = signal<readonly string[]>([]);
  protected readonly selectedIds = computed(() => this.selected().map(Number));
  protected readonly tasks = recordList<TaskDto>({
    url: '/api/memory/tasks',
    query: () => ({ status: this.status.value() === ALL ? null : this.status.value() }),
    columns: () =>
      COLUMNS.filter(
        ({ id }) => (id !== 'status' || this.status.value() === ALL) && (id !== 'actions' || this.mayWrite()),
      ),
    nameOf: ({ task }) => task,
    sort: 'priority',
    filters: [this.project],
    make: 'memory.task.new',
    empty: (isFiltered) => ({
      icon: 'list-checks',
      heading: isFiltered ? 'memory.none_found' : `memory.task.none.${this.status.value()}`,
      text: 'memory.task.none_text',
    }),
  });
  protected readonly segments = computed(() =>
    this.texts.choices([...TASK_STATUSES, ALL], 'memory.task.tabs'),
  );

  protected onGiven(): void {
    this.selected.set([]);
    void this.tasks.list.reload();
  }

  /** Shown before the server has answered. */
  protected setStatus(task: TaskDto, status: TaskStatus): void {
    const isIt = ({ id }: TaskDto) => id === task.id;
    const showBefore =
      this.status.value() === ALL
        ? this.tasks.list.change(isIt, (row) => ({ ...row, status }))
        : this.tasks.list.remove(isIt);
    void this.changes.setStatus(task, status, showBefore);
  }
}
