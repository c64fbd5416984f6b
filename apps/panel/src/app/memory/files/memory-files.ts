import { Component, computed, inject, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { OWNED_KINDS, type MemoryImportDto } from '@groupless/shared-dto';
import { toProblem, type Problem } from '../../http/problem';
import { Appearance } from '../../i18n/appearance';
import { toLocal } from '../../i18n/zoned-time';
import { Session } from '../../session/session';
import { ErrorPanel } from '../../ui/error-panel';
import { Icon } from '../../ui/icon';
import { saveFile } from '../../ui/save-file';
import { Toasts } from '../../ui/toasts/toasts';
import { MemoryHeader } from '../memory-header';
import { ProjectNames } from '../tasks/project-names';
import { ENDINGS, MemoryFilesApi, typeOf } from './memory-files-api';

/** Takes the memory along as files, and takes files in. What would be stored is shown first. */
@Component({
  selector: 'app-memory-files',
  imports: [ErrorPanel, Icon, MemoryHeader, TranslocoPipe],
  providers: [ProjectNames],
  templateUrl: './memory-files.html',
  styleUrls: ['../../ui/lists/list-page.css', './memory-files.css'],
})
export class MemoryFiles {
  private readonly api = inject(MemoryFilesApi);
  private readonly toasts = inject(Toasts);
  private readonly appearance = inject(Appearance);
  protected readonly isAdmin = inject(Session).isAdmin;
  protected readonly projects = inject(ProjectNames);
  protected readonly endings = ENDINGS;
  protected readonly kinds = [...OWNED_KINDS, 'project', 'person'] as const;
  protected readonly isExporting = signal(false);
  protected readonly isSending = signal(false);
  protected readonly file = signal<File | null>(null);
  protected readonly project = signal('');
  protected readonly problem = signal<Problem | null>(null);
  /** What the server said of the chosen file and project. */
  protected readonly answer = signal<MemoryImportDto | null>(null);
  /** An export says itself where its rows belong. */
  protected readonly takesProject = computed(() => {
    const file = this.file();
    return file !== null && typeOf(file) !== 'application/zip';
  });
  protected readonly canStore = computed(() => {
    const counts = this.answer()?.created;
    return this.answer()?.dry_run === true && Object.values(counts ?? {}).some((count) => count > 0);
  });

  protected async export(): Promise<void> {
    this.isExporting.set(true);
    try {
      const { date } = toLocal(new Date(), this.appearance.businessZone());
      saveFile(await this.api.export(), `memory-${date}.zip`);
    } catch (error) {
      this.toasts.failed('memory.files_page.not_exported', toProblem(error));
    } finally {
      this.isExporting.set(false);
    }
  }

  protected choose(file: File | undefined): void {
    if (file === undefined) return;
    this.file.set(file);
    this.project.set('');
    void this.send(true);
  }

  protected chooseProject(project: string): void {
    this.project.set(project);
    void this.send(true);
  }

  protected async store(): Promise<void> {
    await this.send(false);
    if (this.answer()?.dry_run !== false) return;
    this.toasts.show('memory.files_page.stored', { params: { name: this.file()?.name ?? '' } });
  }

  private async send(dry_run: boolean): Promise<void> {
    const file = this.file();
    if (file === null) return;
    this.isSending.set(true);
    this.problem.set(null);
    this.answer.set(null);
    try {
      // Meanwhile neither another file nor another project can be chosen.
      this.answer.set(await this.api.import(file, this.takesProject() ? this.project() : '', dry_run));
    } catch (error) {
      this.problem.set(toProblem(error));
    } finally {
      this.isSending.set(false);
    }
  }
}
