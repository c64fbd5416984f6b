import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { MailQueryDto, PageDto } from '@groupless/shared-dto';
import { LessThan, Repository } from 'typeorm';
import { AuditEvent } from '../../audit/audit-event.entity';
import type { SortKey } from '../../database/pages/page-statements';
import { readEntityPage } from '../../database/pages/read-entity-page';
import type { PageInput } from '../../database/pages/read-page';
import { removeInParts, removePartBefore } from '../../database/statements/remove-in-parts';
import type { Transaction } from '../../database/transaction';
import { Mail } from './mail.entity';

export type MailOutcome = Pick<Mail, 'status' | 'last_response' | 'sent_at'> & Partial<Pick<Mail, 'content'>>;

const NEWEST: SortKey[] = [
  { sql: 'mail.created_at', kind: 'time', descending: true },
  { sql: 'mail.id', kind: 'uuid', descending: true },
];

@Injectable()
export class MailsRepository {
  constructor(@InjectRepository(Mail) private readonly mails: Repository<Mail>) {}

  /** @throws AppError `invalid_cursor` */
  listMails({
    client_id,
    appointment_id,
    status,
    ...page
  }: MailQueryDto & PageInput): Promise<PageDto<Mail>> {
    const query = this.mails.createQueryBuilder('mail');
    if (client_id !== undefined) query.andWhere('mail.client_id = :client_id', { client_id });
    if (appointment_id !== undefined)
      query.andWhere('mail.appointment_id = :appointment_id', { appointment_id });
    if (status !== undefined) query.andWhere('mail.status = :status', { status });
    return readEntityPage(query, NEWEST, page);
  }

  findById(id: string): Promise<Mail | null> {
    return this.mails.findOneBy({ id });
  }

  async insertIn(transaction: Transaction, mail: Partial<Mail>): Promise<void> {
    await transaction.insert(Mail, mail);
  }

  /** Runs the work in a transaction of its own. */
  within<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.mails.manager.transaction(work);
  }

  /**
   * Lets a mail wait anew.
   * @param also in the same transaction
   * @returns false if another request has done so meanwhile, or nothing is left to send
   */
  retry(id: string, event: AuditEvent, also: (transaction: Transaction) => Promise<void>): Promise<boolean> {
    return this.mails.manager.transaction(async (transaction) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const mail = await transaction.findOne(Mail, { where: { id }, lock });
      if (mail === null || mail.status === 'waiting' || mail.content === null) return false;
      await transaction.update(Mail, { id }, { status: 'waiting', attempts: 0 });
      await transaction.insert(AuditEvent, event);
      await also(transaction);
      return true;
    });
  }

  /** Stores how an attempt ended. */
  async noteAttempt(id: string, attempts: number, outcome: MailOutcome): Promise<void> {
    await this.mails.update({ id, status: 'waiting' }, { attempts, ...outcome });
  }

  removeBefore(before: Date): Promise<void> {
    return removeInParts(() => removePartBefore(this.mails, ['id', 'created_at'], before));
  }

  /** Mails that wait longer than any retry lasts: a restored backup has no jobs for them. */
  async giveUpBefore(before: Date, last_response: string): Promise<void> {
    await this.mails.update(
      { status: 'waiting', created_at: LessThan(before) },
      { status: 'failed', last_response },
    );
  }
}
