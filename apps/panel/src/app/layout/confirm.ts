import { inject, Injectable } from '@angular/core';
import { Dialogs } from './dialogs';
import type { Question } from './question';

@Injectable({ providedIn: 'root' })
export class Confirm {
  private readonly dialogs = inject(Dialogs);

  /** Whether the user says yes. */
  async ask(question: Question): Promise<boolean> {
    const { ConfirmDialog } = await import('./confirm-dialog');
    return (
      (await this.dialogs.open<boolean, Question>(ConfirmDialog, { data: question, role: 'alertdialog' })) ??
      false
    );
  }
}
