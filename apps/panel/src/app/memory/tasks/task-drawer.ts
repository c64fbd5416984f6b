import { ChangeDetectionStrategy, Component, computed, inject, input, linkedSignal } from '@angular/core';
import { form, FormField, FormRoot, max, maxLength, min, required } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS, type TaskDto, type TaskStatus } from '@groupless/shared-dto';
import { Drawer } from '../../layout/drawer';
import { Toasts } from '../../layout/toasts';
import type { HoldsChanges } from '../../layout/unsaved-changes.guard';
import { Session } from '../../session/session';
import { EmptyState } from '../../ui/empty-state';
import { ErrorPanel } from '../../ui/error-panel';
import { Field, FormError } from '../../ui/field';
import { sending } from '../../ui/form-submission';
import { KeyValue, KeyValues } from '../../ui/key-values';
import { RelativeTime } from '../../ui/relative-time';
import { StatusChip } from '../../ui/status-chip';
import { deletion } from '../deletion';
import { editedRecord } from '../edited-record';
import { MemoryApi } from '../memory-api';
import { Priority } from '../priority';
import { shownRecord } from '../record';
import { changesOf, sameFields } from '../record-form';
import { RowHistory } from '../history/row-history';
import { rowName } from '../history/row-name';
import { ProjectNames } from './project-names';
import { TaskActions } from './task-actions';
import { TaskChanges } from './task-changes';

interface TaskModel {
  task: string;
  priority: number;
  /** Empty for none. */
  project_id: string;
}

const NEW_TASK: TaskModel = { task: '', priority: LIMITS.priority.default, project_id: '' };

/** One task beside the list, with its whole text; without an id a new one. */
@Component({
  selector: 'app-task-drawer',
  imports: [
    Drawer,
    EmptyState,
    ErrorPanel,
    Field,
    FormError,
    FormField,
    FormRoot,
    KeyValue,
    KeyValues,
    Priority,
    RelativeTime,
    RowHistory,
    StatusChip,
    TaskActions,
    TranslocoPipe,
  ],
  templateUrl: './task-drawer.html',
  styleUrl: '../record-drawer.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class TaskDrawer implements HoldsChanges {
  readonly id = input<string>();

  private readonly api = inject(MemoryApi);
  private readonly asksToDelete = deletion('task');
  private readonly changes = inject(TaskChanges);
  private readonly toasts = inject(Toasts);
  protected readonly projects = inject(ProjectNames);
  protected readonly nameOf = rowName;
  protected readonly mayWrite = inject(Session).isOperator;

  protected readonly record = shownRecord<TaskDto>({
    address: () => (this.id() === undefined ? undefined : `/api/memory/tasks/${this.id()}`),
    name: ({ task }) => task,
    isEdited: () => this.is_changed(),
  });
  private readonly stored = computed<TaskModel>(
    () => {
      const row = this.record.row();
      if (row === null) return NEW_TASK;
      return { task: row.task, priority: row.priority, project_id: String(row.project_id ?? '') };
    },
    { equal: sameFields },
  );
  private readonly model = linkedSignal<TaskModel>(() => this.stored());
  protected readonly form = form(
    this.model,
    (path) => {
      required(path.task);
      maxLength(path.task, LIMITS.task.max);
      required(path.priority);
      min(path.priority, LIMITS.priority.min);
      max(path.priority, LIMITS.priority.max);
    },
    {
      submission: sending(
        (task: TaskModel) => this.save(task),
        () => this.is_changed(),
      ),
    },
  );
  private readonly changed = computed(() => changesOf(this.model(), this.stored()));
  protected readonly is_changed = computed((): boolean => Object.keys(this.changed()).length > 0);
  protected readonly editing = editedRecord({
    isNew: () => this.id() === undefined,
    isChanged: () => this.is_changed(),
    focusFirst: () => this.form.task().focusBoundControl(),
  });

  has_unsaved_changes(): boolean {
    return this.editing.hasUnsavedChanges();
  }

  /** Shown before the server has answered. */
  protected setStatus(task: TaskDto, status: TaskStatus): void {
    this.record.show({ ...task, status });
    void this.changes.setStatus(task, status, () => this.record.show(task));
  }

  protected async remove(task: TaskDto): Promise<void> {
    const name = rowName(task);
    if (!(await this.asksToDelete(name, () => this.api.deleteTask(task.id)))) return;
    this.editing.leave();
    this.toasts.show('memory.deleted', { params: { name } });
  }

  private async save({ task, priority, project_id }: TaskModel): Promise<void> {
    const row = this.record.row();
    const fields = { priority, project_id: project_id === '' ? null : Number(project_id) };
    if (row === null) {
      await this.api.createTask({ task, ...fields });
      this.editing.leave();
      this.toasts.show('memory.task.created_it');
    } else {
      this.record.show(await this.api.patchTask(row.id, fields));
      this.form().reset();
      this.toasts.show('memory.task.changed');
    }
  }
}
