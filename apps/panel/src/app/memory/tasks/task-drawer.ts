import { Component, inject, input } from '@angular/core';
import { form, FormField, max, maxLength, min, required } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS, type TaskDto, type TaskStatus } from '@groupless/shared-dto';
import { Toasts } from '../../ui/toasts/toasts';
import { Session } from '../../session/session';
import { Field } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';
import { KeyValue } from '../../ui/key-values';
import { RelativeTime } from '../../ui/formats/relative-time';
import { StatusChip } from '../../ui/status-chip';
import { editedRecord, type EditedRecord } from '../record/edited-record';
import { RecordDrawer } from '../record/record-drawer';
import { MemoryApi } from '../memory-api';
import { Priority } from '../priority';
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

function taskModel(row: TaskDto | null): TaskModel {
  if (row === null) return NEW_TASK;
  return { task: row.task, priority: row.priority, project_id: String(row.project_id ?? '') };
}

/** @param model what is sent of it: all, or what was changed */
function fieldsOf<Model extends Partial<TaskModel>>({ project_id, ...fields }: Model) {
  if (project_id === undefined) return fields;
  return { ...fields, project_id: project_id === '' ? null : Number(project_id) };
}

/** One task beside the list, with its whole text; without an id a new one. */
@Component({
  selector: 'app-task-drawer',
  imports: [
    Field,
    FormField,
    KeyValue,
    Priority,
    RecordDrawer,
    RelativeTime,
    StatusChip,
    TaskActions,
    TranslocoPipe,
  ],
  templateUrl: './task-drawer.html',
  styleUrl: '../record/record-drawer.css',
})
export class TaskDrawer {
  readonly id = input<string>();

  private readonly api = inject(MemoryApi);
  private readonly changes = inject(TaskChanges);
  private readonly toasts = inject(Toasts);
  protected readonly projects = inject(ProjectNames);
  protected readonly mayWrite = inject(Session).isOperator;
  protected readonly editing: EditedRecord<TaskDto, TaskModel> = editedRecord<TaskDto, TaskModel>({
    kind: 'task',
    collection: '/api/memory/tasks',
    id: this.id,
    nameOf: rowName,
    modelOf: taskModel,
    focusFirst: () => this.form.task().focusBoundControl(),
    create: (task) => this.api.createTask(fieldsOf(task)),
    patch: (id, changes) => this.api.patchTask(id, fieldsOf(changes)),
    erase: (id) => this.api.deleteTask(id),
  });
  protected readonly form = form(
    this.editing.model,
    (path) => {
      required(path.task);
      maxLength(path.task, LIMITS.task.max);
      required(path.priority);
      min(path.priority, LIMITS.priority.min);
      max(path.priority, LIMITS.priority.max);
    },
    {
      submission: sending((task: TaskModel) => this.save(task), this.editing.isChanged),
    },
  );

  /** Shown before the server has answered. */
  protected setStatus(task: TaskDto, status: TaskStatus): void {
    this.editing.record.show({ ...task, status });
    void this.changes.setStatus(task, status, () => this.editing.record.show(task));
  }

  private async save(task: TaskModel): Promise<void> {
    await this.editing.save(task);
    this.form().reset();
    this.toasts.show(this.editing.isNew() ? 'memory.task.created_it' : 'memory.task.changed');
  }
}
