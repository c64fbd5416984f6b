import { inject, Injectable } from '@angular/core';
import { Confirm } from '../../ui/dialogs/confirm';
import { Now } from '../../ui/formats/relative-time';
import { isProblem, type Problem } from '../../http/problem';
import { Days } from './days';

/** The texts of the question, by what is done in the colleague's conversation. */
const QUESTIONS = {
  take: {
    title: 'conversations.taken.title',
    text: 'conversations.taken.text',
    action: 'conversations.taken.take',
  },
  change: {
    title: 'conversations.taken.change_title',
    text: 'conversations.taken.change_text',
    action: 'conversations.taken.change',
  },
};

/** Changes conversations. If a colleague has one, the user is asked, and the change is repeated with force. */
@Injectable({ providedIn: 'root' })
export class HeldChange {
  private readonly confirm = inject(Confirm);
  private readonly days = inject(Days);
  private readonly now = inject(Now);

  /** Answers whether it was done. */
  async run(kind: keyof typeof QUESTIONS, work: (force: boolean) => Promise<void>): Promise<boolean> {
    try {
      await work(false);
    } catch (error) {
      if (!isProblem(error, 'taken_by')) throw error;
      if (!(await this.ask(kind, error))) return false;
      await work(true);
    }
    return true;
  }

  private ask(kind: keyof typeof QUESTIONS, { answer: { name = '', since } }: Problem): Promise<boolean> {
    const at = since === undefined ? '' : this.days.short(since, this.now.ms());
    return this.confirm.ask({ ...QUESTIONS[kind], params: { name, at } });
  }
}
