import { Inject, Injectable } from '@nestjs/common';
import { PanelStatements } from '../../database/database.module';
import { FailureCounter } from '../../database/rate-limits/failure-counter';
import { digestOfMailbox } from '../../shared/mailbox';

/** As many as visitors may have mailed to one email. */
const MOST = 6;
const HOUR_S = 3_600;

/** Limits the mails that a person or key asks for one by one: no account is to flood somebody's mailbox. */
@Injectable()
export class AskedMailsService {
  private readonly mailboxes: FailureCounter;

  constructor(@Inject(PanelStatements) panel: PanelStatements) {
    this.mailboxes = new FailureCounter(panel, {
      name: 'mail-asked',
      most: MOST,
      within_s: HOUR_S,
      what: 'mails',
      whose: 'to this email',
    });
  }

  /** @throws AppError `too_many_requests` */
  async count(email: string): Promise<void> {
    await this.mailboxes.count(digestOfMailbox(email));
  }
}
