import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import { form, FormField, required } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import type { MergePreviewDto, ProjectRecordDto } from '@groupless/shared-dto';
import { query } from '../../data/query';
import { FormDialog } from '../../ui/dialogs/form-dialog';
import { ErrorPanel } from '../../ui/error-panel';
import { Field } from '../../ui/forms/field';
import { sending } from '../../ui/forms/form-submission';
import { ProjectNames } from '../tasks/project-names';
import { ProjectMerging } from './project-merging';

/** Into which project this one goes, and what would move. It closes with the id of the project that stays. */
@Component({
  selector: 'app-merge-project',
  imports: [ErrorPanel, Field, FormDialog, FormField, TranslocoPipe],
  providers: [ProjectNames],
  template: `
    <app-form-dialog
      [form]="form"
      [heading]="'memory.merge.title' | transloco: { name: project.name }"
      [submit]="'memory.merge.action' | transloco"
    >
      <p class="muted">{{ 'memory.merge.text' | transloco: { name: project.name } }}</p>
      <app-field [label]="'memory.merge.into' | transloco" [of]="form.into">
        <select class="input" [formField]="form.into">
          <option value="">{{ 'memory.move.choose_project' | transloco }}</option>
          @for (one of choices(); track one.id) {
            <option [value]="one.id">{{ one.name }}</option>
          }
        </select>
      </app-field>
      <div role="status" class="stack">
        @if (preview.problem(); as problem) {
          <app-error-panel [error]="problem" (retry)="preview.reload()" />
        } @else if (into()) {
          @if (preview.value(); as counts) {
            <p>{{ 'memory.merge.moves' | transloco }}</p>
            <ul>
              @for (kind of kinds; track kind) {
                <li>
                  {{ 'memory.merge.kinds.' + kind | transloco }}: {{ counts[kind] }}
                  @if (sameOf(counts, kind); as same) {
                    <span class="caption">{{ 'memory.merge.same' | transloco: { same } }}</span>
                  }
                </li>
              }
            </ul>
          }
        }
      </div>
    </app-form-dialog>
  `,
  styles: `
    ul {
      padding-left: 20px;
      list-style: disc;
    }
  `,
})
export class MergeProject {
  private readonly dialog = inject<DialogRef<number>>(DialogRef);
  private readonly merging = inject(ProjectMerging);
  private readonly projects = inject(ProjectNames);
  protected readonly project = inject<ProjectRecordDto>(DIALOG_DATA);
  protected readonly kinds = ['sessions', 'decisions', 'state', 'tasks', 'identities'] as const;
  protected readonly choices = computed(() => this.projects.all().filter(({ id }) => id !== this.project.id));
  private readonly model = signal({ into: '' });
  protected readonly form = form(this.model, (path) => required(path.into), {
    submission: sending(() => this.merge()),
  });
  protected readonly into = computed(() => this.choices().find(({ id }) => String(id) === this.model().into));
  protected readonly preview = query<MergePreviewDto>(() => {
    const into = this.into();
    if (into === undefined) return undefined;
    return { url: `/api/memory/projects/${this.project.id}/merge`, query: { into: into.id } };
  });

  protected sameOf({ same }: MergePreviewDto, kind: (typeof this.kinds)[number]): number {
    return kind === 'sessions' || kind === 'identities' ? 0 : same[kind];
  }

  private async merge(): Promise<void> {
    const into = this.into();
    if (into === undefined) return;
    await this.merging.merge(this.project, into);
    this.dialog.close(into.id);
  }
}
