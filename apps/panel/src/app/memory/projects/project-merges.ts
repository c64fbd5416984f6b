import { Component, inject, input, output, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ProjectMergeDto, ProjectMergesDto, ProjectRecordDto } from '@groupless/shared-dto';
import { query } from '../../data/query';
import { Dialogs } from '../../ui/dialogs/dialogs';
import { DateTime } from '../../ui/formats/relative-time';
import { ProjectMerging } from './project-merging';

/** What was merged into a project, which can be undone, and the way to merge it into another. */
@Component({
  selector: 'app-project-merges',
  imports: [DateTime, TranslocoPipe],
  template: `
    @if (merges.value()?.merges; as before) {
      @if (before.length > 0) {
        <h3>{{ 'memory.merge.before' | transloco }}</h3>
        <ul>
          @for (merge of before; track merge.project_id) {
            <li>
              <span class="who">
                <bdi>{{ merge.name }}</bdi>
                <span class="caption"><app-date-time [at]="merge.merged_at" /></span>
              </span>
              <button
                type="button"
                class="button"
                [disabled]="isBusy()"
                [attr.aria-label]="'memory.merge.undo_it' | transloco: { name: merge.name }"
                (click)="undo(merge)"
              >
                {{ 'memory.merge.undo' | transloco }}
              </button>
            </li>
          }
        </ul>
      }
    }
    <button type="button" class="button" [disabled]="isBusy()" (click)="merge()">
      {{ 'memory.merge.open' | transloco }}…
    </button>
  `,
  styleUrl: '../../ui/lists/people-rows.css',
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      align-items: flex-start;
      gap: 8px;
      margin-top: 16px;
      padding-top: 16px;
      border-top: 1px solid var(--border);
    }

    ul {
      align-self: stretch;
    }
  `,
})
export class ProjectMerges {
  readonly project = input.required<ProjectRecordDto>();
  /** The id of the project that has the rows of this one now. */
  readonly merged = output<number>();
  private readonly merging = inject(ProjectMerging);
  private readonly dialogs = inject(Dialogs);
  protected readonly isBusy = signal(false);
  protected readonly merges = query<ProjectMergesDto>(
    () => `/api/memory/projects/${this.project().id}/merges`,
  );

  protected async merge(): Promise<void> {
    const load = () => import('./merge-project').then(({ MergeProject }) => MergeProject);
    const into = await this.dialogs.load<number>(load, { data: this.project() });
    if (into !== undefined) this.merged.emit(into);
  }

  protected async undo(merge: ProjectMergeDto): Promise<void> {
    this.isBusy.set(true);
    await this.merging.undo({ id: merge.project_id, name: merge.name });
    await this.merges.reload();
    this.isBusy.set(false);
  }
}
