import { inject, Injectable } from '@angular/core';
import { Dialogs } from './dialogs';
import type { Answer, Question } from './question';

@Injectable({ providedIn: 'root' })
export class Confirm {
  private readonly dialogs = inject(Dialogs);

  /** Whether the user says yes. */
  async ask(question: Question): Promise<boolean> {
    return (await this.askWithOption(question)) !== null;
  }

  /** What the user answers to a question with an option; null: no. */
  async askWithOption(question: Question): Promise<Answer | null> {
    const { ConfirmDialog } = await import('./confirm-dialog');
    const answer = await this.dialogs.open<Answer, Question>(ConfirmDialog, {
      data: question,
      role: 'alertdialog',
      // What is typed, or the button that changes nothing.
      autoFocus: question.typedName === undefined ? '.foot button' : '#typed-name',
    });
    return answer ?? null;
  }

  /** Whether the user gives up what was typed and is not saved. */
  askToLeave(text = 'unsaved.text'): Promise<boolean> {
    return this.ask({ title: 'unsaved.title', text, action: 'unsaved.leave', isDangerous: true });
  }
}
