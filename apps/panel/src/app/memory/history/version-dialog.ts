import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject, signal } from '@angular/core';
import { Router } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { MemoryVersionDto } from '@groupless/shared-dto';
import { isProblem } from '../../http/problem';
import { Formats } from '../../i18n/formats';
import { DialogFrame } from '../../ui/dialogs/dialog-frame';
import { Toasts } from '../../ui/toasts/toasts';
import { Session } from '../../session/session';
import { KeyValue, KeyValues } from '../../ui/key-values';
import { LongText } from '../../ui/long-text';
import { erasure } from './erasure';
import { MemoryApi } from '../memory-api';
import { fieldChanges, nameOfVersion, whatHappened } from './row-change';

/** A change of a row: what it was before and after, field by field, and how to undo it. */
@Component({
  selector: 'app-version-dialog',
  imports: [DialogFrame, KeyValue, KeyValues, LongText, TranslocoPipe],
  templateUrl: './version-dialog.html',
  styleUrl: './version-dialog.css',
})
export class VersionDialog {
  private readonly dialog = inject<DialogRef<void>>(DialogRef);
  private readonly api = inject(MemoryApi);
  private readonly toasts = inject(Toasts);
  private readonly router = inject(Router);
  private readonly session = inject(Session);
  private readonly asksToErase = erasure();
  protected readonly mayUndo = this.session.isOperator;
  protected readonly mayErase = this.session.isAdmin;
  protected readonly formats = inject(Formats);
  protected readonly version = inject<MemoryVersionDto>(DIALOG_DATA);
  protected readonly name = nameOfVersion(this.version);
  protected readonly happened = whatHappened(this.version);
  protected readonly changes = fieldChanges(this.version);
  protected readonly isSending = signal(false);
  /** Why the change cannot be undone: key of the text. */
  protected readonly refusal = signal<string | null>(null);

  protected async undo(): Promise<void> {
    this.isSending.set(true);
    try {
      await this.api.undoChange(this.version.version);
      this.dialog.close();
      this.toasts.show('memory.version.undone', { params: { name: this.name } });
    } catch (error) {
      if (!isProblem(error, 'changed_since')) this.toasts.failed('memory.version.not_undone', error);
      else this.refusal.set(`memory.version.${hasRow(error.answer) ? 'changed_since' : 'cannot_return'}`);
    } finally {
      this.isSending.set(false);
    }
  }

  protected async erase(): Promise<void> {
    const { kind, id } = this.version;
    if (await this.asksToErase(kind, id, this.name)) this.dialog.close();
  }

  protected showRow(): void {
    const { kind, id } = this.version;
    this.dialog.close();
    void this.router.navigate(['/memory', 'history'], { queryParams: { kind, id } });
  }
}

/** Whether the refusal names the row as it stands now. */
function hasRow({ current }: { current?: unknown }): boolean {
  return current !== null && current !== undefined;
}
