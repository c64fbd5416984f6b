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

const UNDELIVERED = {
  title: 'conversations.undelivered_leave.title',
  text: 'conversations.undelivered_leave.text',
  action: 'conversations.undelivered_leave.action',
};

/** What the user knows and does all the same. */
export interface Meant {
  /** That a colleague has the conversation. */
  force: boolean;
  /** That the client has not got a reply. */
  leave_undelivered?: true;
}

/** Changes conversations. If a colleague has one, or a reply is on its way, the user is asked, and the change is repeated. */
@Injectable({ providedIn: 'root' })
export class HeldChange {
  private readonly confirm = inject(Confirm);
  private readonly days = inject(Days);
  private readonly now = inject(Now);

  /** Answers whether it was done. */
  async run(kind: keyof typeof QUESTIONS, work: (meant: Meant) => Promise<void>): Promise<boolean> {
    const meant: Meant = { force: false };
    for (;;) {
      try {
        await work({ ...meant });
        return true;
      } catch (error) {
        if (isProblem(error, 'taken_by') && !meant.force) {
          if (!(await this.askOfColleague(kind, error))) return false;
          meant.force = true;
        } else if (isProblem(error, 'reply_undelivered') && meant.leave_undelivered === undefined) {
          if (!(await this.askOfReply(error))) return false;
          meant.leave_undelivered = true;
        } else throw error;
      }
    }
  }

  private askOfReply({ answer: { replies = [] } }: Problem): Promise<boolean> {
    const since = replies[0]?.since;
    const at = since === undefined ? '' : this.days.short(since, this.now.ms());
    return this.confirm.ask({ ...UNDELIVERED, params: { at } });
  }

  private askOfColleague(
    kind: keyof typeof QUESTIONS,
    { answer: { name = '', since } }: Problem,
  ): Promise<boolean> {
    const at = since === undefined ? '' : this.days.short(since, this.now.ms());
    return this.confirm.ask({ ...QUESTIONS[kind], params: { name, at } });
  }
}
