import { ChangeDetectionStrategy, Component, computed, inject, input, linkedSignal } from '@angular/core';
import { form, FormField, FormRoot } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ProjectDto } from '@groupless/shared-dto';
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
import { deletion } from '../deletion';
import { editedRecord } from '../edited-record';
import { MemoryApi } from '../memory-api';
import { Priority } from '../priority';
import { shownRecord } from '../record';
import { changesOf, sameFields } from '../record-form';
import { RowHistory } from '../history/row-history';
import { NEW_PROJECT, projectModel, projectRules, type ProjectModel } from './project-model';
import { ProjectStatus } from './project-status';

/** One project beside the list, to read or to change; without an id a new one. */
@Component({
  selector: 'app-project-drawer',
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
    ProjectStatus,
    RelativeTime,
    RowHistory,
    TranslocoPipe,
  ],
  templateUrl: './project-drawer.html',
  styleUrl: '../record-drawer.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ProjectDrawer implements HoldsChanges {
  readonly id = input<string>();

  private readonly api = inject(MemoryApi);
  private readonly asksToDelete = deletion('project');
  private readonly toasts = inject(Toasts);
  protected readonly mayWrite = inject(Session).isOperator;

  protected readonly record = shownRecord<ProjectDto>({
    address: () => (this.id() === undefined ? undefined : `/api/memory/projects/${this.id()}`),
    name: ({ name }) => name,
    isEdited: () => this.is_changed(),
  });
  private readonly stored = computed<ProjectModel>(
    () => {
      const row = this.record.row();
      return row === null ? NEW_PROJECT : projectModel(row);
    },
    { equal: sameFields },
  );
  private readonly model = linkedSignal<ProjectModel>(() => this.stored());
  protected readonly form = form(this.model, projectRules, {
    submission: sending(
      (project: ProjectModel) => this.save(project),
      () => this.is_changed(),
    ),
  });
  private readonly changes = computed(() => changesOf(this.model(), this.stored()));
  protected readonly is_changed = computed((): boolean => Object.keys(this.changes()).length > 0);
  protected readonly editing = editedRecord({
    isNew: () => this.id() === undefined,
    isChanged: () => this.is_changed(),
    focusFirst: () => this.form.name().focusBoundControl(),
  });

  has_unsaved_changes(): boolean {
    return this.editing.hasUnsavedChanges();
  }

  protected async remove({ id, name }: ProjectDto): Promise<void> {
    if (!(await this.asksToDelete(name, () => this.api.deleteProject(id)))) return;
    this.editing.leave();
    this.toasts.show('memory.deleted', { params: { name } });
  }

  private async save(project: ProjectModel): Promise<void> {
    const row = this.record.row();
    if (row === null) {
      await this.api.createProject(project);
      this.editing.leave();
    } else {
      this.record.show(await this.api.patchProject(row.id, this.changes()));
      this.form().reset();
    }
    this.toasts.show('memory.saved', { params: { name: project.name } });
  }
}
