import { ChangeDetectionStrategy, Component, inject, input } from '@angular/core';
import { form, FormField } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ProjectDto } from '@groupless/shared-dto';
import { Toasts } from '../../ui/toasts/toasts';
import { Field } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';
import { KeyValue } from '../../ui/key-values';
import { LongText } from '../../ui/long-text';
import { editedRecord, type EditedRecord } from '../record/edited-record';
import { RecordDrawer } from '../record/record-drawer';
import { MemoryApi } from '../memory-api';
import { Priority } from '../priority';
import { NEW_PROJECT, projectModel, projectRules, type ProjectModel } from './project-model';
import { ProjectStatus } from './project-status';

/** One project beside the list, to read or to change; without an id a new one. */
@Component({
  selector: 'app-project-drawer',
  imports: [Field, FormField, KeyValue, LongText, Priority, ProjectStatus, RecordDrawer, TranslocoPipe],
  templateUrl: './project-drawer.html',
  styleUrl: '../record/record-drawer.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ProjectDrawer {
  readonly id = input<string>();

  private readonly api = inject(MemoryApi);
  private readonly toasts = inject(Toasts);
  protected readonly editing: EditedRecord<ProjectDto, ProjectModel> = editedRecord<ProjectDto, ProjectModel>(
    {
      kind: 'project',
      collection: '/api/memory/projects',
      id: this.id,
      nameOf: ({ name }) => name,
      modelOf: (row) => (row === null ? NEW_PROJECT : projectModel(row)),
      focusFirst: () => this.form.name().focusBoundControl(),
      create: (project) => this.api.createProject(project),
      patch: (id, changes) => this.api.patchProject(id, changes),
      erase: (id) => this.api.deleteProject(id),
    },
  );
  protected readonly form = form(this.editing.model, projectRules, {
    submission: sending((project: ProjectModel) => this.save(project), this.editing.isChanged),
  });

  private async save(project: ProjectModel): Promise<void> {
    await this.editing.save(project);
    this.form().reset();
    this.toasts.show('memory.saved', { params: { name: project.name } });
  }
}
