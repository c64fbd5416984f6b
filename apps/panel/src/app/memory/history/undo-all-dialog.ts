import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import {
  WRITE_WAYS,
  type UndoneSeveralDto,
  type UndoPreviewDto,
  type UndoSeveralDto,
  type WriteWay,
} from '@groupless/shared-dto';
import { isProblem } from '../../http/problem';
import { PluralPipe } from '../../i18n/plural';
import { DialogFrame } from '../../ui/dialogs/dialog-frame';
import { Toasts } from '../../ui/toasts/toasts';
import { isSame } from '../../ui/forms/changes-of';
import { MemoryApi } from '../memory-api';
import { AsOfField } from '../preview/as-of-field';
import { nameOfVersion, whatHappened } from './row-change';

/** What the dialog begins with. */
export interface UndoAll {
  by: string | null;
  through?: WriteWay;
  /** Empty: it has to be chosen. */
  since: string;
  until?: string;
  /** Names to choose from beside `by`. */
  callers?: readonly string[];
}

/** Undoes all that one caller did in a time. First it shows what that changes. */
@Component({
  selector: 'app-undo-all-dialog',
  imports: [AsOfField, DialogFrame, PluralPipe, TranslocoPipe],
  templateUrl: './undo-all-dialog.html',
  styleUrl: './undo-all-dialog.css',
})
export class UndoAllDialog {
  private readonly dialog = inject<DialogRef<void>>(DialogRef);
  private readonly api = inject(MemoryApi);
  private readonly toasts = inject(Toasts);
  private readonly begin = inject<UndoAll>(DIALOG_DATA);
  protected readonly ways = WRITE_WAYS;
  protected readonly callers = [...new Set([this.begin.by, ...(this.begin.callers ?? []), null])];
  protected readonly by = signal(this.begin.by);
  protected readonly through = signal<WriteWay | ''>(this.begin.through ?? '');
  protected readonly since = signal(this.begin.since);
  protected readonly until = signal(this.begin.until ?? '');
  private readonly wish = computed(
    (): UndoSeveralDto => {
      const [through, until] = [this.through(), this.until()];
      return {
        by: this.by(),
        since: this.since(),
        ...(through === '' ? {} : { through }),
        ...(until === '' ? {} : { until }),
      };
    },
    { equal: isSame },
  );
  /** What the server said, and of which choices. */
  private readonly answer = signal<{ wish: UndoSeveralDto; preview: UndoPreviewDto } | null>(null);
  /** Of the present choices: what is undone is what is shown. */
  protected readonly preview = computed(() => {
    const answer = this.answer();
    return answer?.wish === this.wish() ? answer.preview : null;
  });
  protected readonly isSending = signal(false);
  protected readonly isEmpty = computed(() => {
    const shown = this.preview();
    return shown !== null && shown.changes_total + shown.made_total === 0;
  });
  protected readonly nameOf = nameOfVersion;
  protected readonly whatHappened = whatHappened;

  constructor() {
    if (this.since() !== '') void this.show();
  }

  protected chooseCaller(index: number): void {
    this.by.set(this.callers[index] ?? null);
  }

  protected async show(): Promise<void> {
    await this.send('memory.undo_all.not_shown', async () => {
      const wish = this.wish();
      this.answer.set({ wish, preview: await this.api.previewUndo(wish) });
    });
  }

  /** No more than was shown: the caller may have written more since. */
  protected async undo(): Promise<void> {
    const { until } = this.preview() ?? {};
    if (until === undefined) return;
    const params = { undone: 0, deleted: 0, left: 0 };
    await this.send('memory.undo_all.not_undone', async () => {
      for (let next: UndoSeveralDto | null = { ...this.wish(), until }; next !== null;) {
        const part: UndoneSeveralDto = await this.api.undoAll(next);
        params.undone += part.undone;
        params.deleted += part.deleted;
        params.left += part.left;
        next = part.next;
        // Where a later part fails, what is shown is no longer so.
        if (next !== null) this.answer.set(null);
      }
      this.dialog.close();
      this.toasts.show('memory.undo_all.done', { params });
    });
  }

  private async send(failure: string, work: () => Promise<void>): Promise<void> {
    this.isSending.set(true);
    try {
      await work();
    } catch (error) {
      if (!isProblem(error)) throw error;
      this.toasts.failed(failure, error);
    } finally {
      this.isSending.set(false);
    }
  }
}
