import { Component, computed, inject, input } from '@angular/core';
import { form, FormField } from '@angular/forms/signals';
import { Router } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { PROJECT_STATUSES, type ProjectRecordDto } from '@groupless/shared-dto';
import { Session } from '../../session/session';
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
import { ProjectIdentities } from './project-identities';
import { ProjectMerges } from './project-merges';
import { ProjectSharing } from './project-sharing';
import { ProjectStatus } from './project-status';

/** One project beside the list, to read or to change; without an id a new one. */
@Component({
  selector: 'app-project-drawer',
  imports: [
    Field,
    FormField,
    KeyValue,
    LongText,
    Priority,
    ProjectIdentities,
    ProjectMerges,
    ProjectSharing,
    ProjectStatus,
    RecordDrawer,
    TranslocoPipe,
  ],
  templateUrl: './project-drawer.html',
  styleUrl: '../record/record-drawer.css',
})
export class ProjectDrawer {
  readonly id = input<string>();

  private readonly api = inject(MemoryApi);
  private readonly toasts = inject(Toasts);
  private readonly router = inject(Router);
  protected readonly mayWrite = inject(Session).isOperator;
  protected readonly editing: EditedRecord<ProjectRecordDto, ProjectModel> = editedRecord<
    ProjectRecordDto,
    ProjectModel
  >({
    kind: 'project',
    collection: '/api/memory/projects',
    id: this.id,
    nameOf: ({ name }) => name,
    modelOf: (row) => (row === null ? NEW_PROJECT : projectModel(row)),
    focusFirst: () => this.form.name().focusBoundControl(),
    create: (project) => this.api.createProject(project),
    patch: (id, changes) => this.api.patchProject(id, changes),
    erase: (id) => this.api.deleteProject(id),
  });
  protected readonly form = form(this.editing.model, projectRules, {
    submission: sending((project: ProjectModel) => this.save(project), this.editing.isChanged),
  });

  protected readonly known = PROJECT_STATUSES;
  /** The status of a project from before there were these. */
  protected readonly wordOfBefore = computed(() => {
    const status = this.editing.record.row()?.status ?? '';
    return PROJECT_STATUSES.some((one) => one === status) ? null : status;
  });

  /** This one is gone: the one that has its rows is shown. */
  protected showMerged(into: number): void {
    void this.router.navigate(['/memory/projects', into], { queryParamsHandling: 'preserve' });
  }

  private async save(project: ProjectModel): Promise<void> {
    await this.editing.save(project);
    this.form().reset();
    this.toasts.show('memory.saved', { params: { name: project.name } });
  }
}
