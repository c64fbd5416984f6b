import { Component, computed, inject, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { CLIENT_COLUMNS } from '@groupless/shared-dto';
import { FirstQuestions } from '../../crm/first-questions/first-questions';
import { PageHeader } from '../../layout/page-header';
import { Icon } from '../../ui/icon';
import { hasName } from './column-map';
import { EarlierImports } from './earlier-imports';
import { ImportColumns } from './import-columns';
import { ImportResult } from './import-result';
import { ImportUndo } from './import-undo';
import { ImportRun } from './import-run';

/** Clients from a CSV file: choose it, say what its columns are, see what would happen, do it. */
@Component({
  selector: 'app-import-page',
  imports: [EarlierImports, Icon, ImportColumns, ImportResult, PageHeader, RouterLink, TranslocoPipe],
  templateUrl: './import-page.html',
  styleUrl: './import-page.css',
})
export class ImportPage {
  private readonly undoing = inject(ImportUndo);
  protected readonly run = inject(ImportRun);
  protected readonly accepted = CLIENT_COLUMNS.join(', ');
  protected readonly isOver = signal(false);
  protected readonly hasName = computed(() => hasName(this.run.map()));
  /** Where the steps stand: file, columns, check, import. */
  protected readonly step = computed(() => {
    const steps = { choose: 0, map: 1, checking: 2, checked: 2, running: 3, done: 3 };
    return steps[this.run.stage()];
  });
  protected readonly steps = ['file', 'columns', 'check', 'run'];

  constructor() {
    void inject(FirstQuestions).ask();
  }

  protected async undo(id: string): Promise<void> {
    if (await this.undoing.undo(id)) this.run.reset();
  }

  protected take(files: FileList | null | undefined): void {
    this.isOver.set(false);
    const [file] = files ?? [];
    if (file !== undefined && !this.run.isBusy()) void this.run.choose(file);
  }

  protected onDrag(event: DragEvent, isOver: boolean): void {
    event.preventDefault();
    this.isOver.set(isOver);
  }

  protected onDrop(event: DragEvent): void {
    event.preventDefault();
    this.take(event.dataTransfer?.files);
  }
}
