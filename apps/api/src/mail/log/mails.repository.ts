import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MAIL_WORDS, USER_MAIL_KINDS, type MailQueryDto, type PageDto } from '@groupless/shared-dto';
import { In, IsNull, LessThan, Raw, Repository, type SelectQueryBuilder } from 'typeorm';
import { AuditEvent } from '../../audit/audit-event.entity';
import type { SortKey } from '../../database/pages/page-statements';
import { readEntityPage } from '../../database/pages/read-entity-page';
import type { PageInput } from '../../database/pages/read-page';
import { countBefore } from '../../database/statements/count-before';
import { removeInParts, removePartBefore } from '../../database/statements/remove-in-parts';
import type { Transaction } from '../../database/transaction';
import type { Caller } from '../../platform/access/caller';
import { CountsRetained, Retention, type RetentionCount } from '../../shared/retention';
import { Mail } from './mail.entity';

export type MailOutcome = Pick<Mail, 'status' | 'last_response' | 'sent_at'> &
  Partial<Pick<Mail, 'subject' | 'content' | 'appointment_id' | 'leaving_since'>>;

const NEWEST: SortKey[] = [
  { sql: 'mail.created_at', kind: 'time', descending: true },
  { sql: 'mail.id', kind: 'uuid', descending: true },
];

/** Kinds with a link that lets somebody in. */
export const WITH_KEY: readonly Mail['kind'][] = ['invitation', 'reset'];

/** To a client, or to the user who reads. */
const IS_SHOWN = `(mail.kind <> all(:of_users) or exists (
  select from users where users.id = :reader_id and lower(users.email) = lower(mail.recipient)))`;

@Injectable()
export class MailsRepository {
  constructor(@InjectRepository(Mail) private readonly mails: Repository<Mail>) {}

  /** @throws AppError `invalid_cursor` */
  listMails(
    { client_id, appointment_id, status, ...page }: MailQueryDto & PageInput,
    reader: Caller,
  ): Promise<PageDto<Mail>> {
    const query = this.shownTo(reader);
    if (client_id !== undefined) query.andWhere('mail.client_id = :client_id', { client_id });
    if (appointment_id !== undefined)
      query.andWhere('mail.appointment_id = :appointment_id', { appointment_id });
    if (status !== undefined) query.andWhere('mail.status = any(:statuses)', { statuses: status.split(',') });
    return readEntityPage(query, NEWEST, page);
  }

  /** What the reader may not see is not found. */
  findShown(id: string, reader: Caller): Promise<Mail | null> {
    return this.shownTo(reader).andWhere('mail.id = :id', { id }).getOne();
  }

  findById(id: string): Promise<Mail | null> {
    return this.mails.findOneBy({ id });
  }

  /** Who has an account, and what happened to it, is seen by admins and the user, and by no key. */
  private shownTo(reader: Caller): SelectQueryBuilder<Mail> {
    const query = this.mails.createQueryBuilder('mail');
    if (reader.kind === 'user' && reader.role === 'admin') return query;
    const reader_id = reader.kind === 'user' ? reader.id : null;
    return query.andWhere(IS_SHOWN, { of_users: [...USER_MAIL_KINDS], reader_id });
  }

  /** @returns false: it is stored already */
  async insertIn(transaction: Transaction, mail: Pick<Mail, 'id'> & Partial<Mail>): Promise<boolean> {
    const inserted = transaction.createQueryBuilder().insert().into(Mail).values(mail);
    const stored = await inserted.orIgnore().returning('id').execute();
    return (stored.raw as object[]).length > 0;
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
      await transaction.update(Mail, { id }, { status: 'waiting', attempts: 0, waiting_since: event.at });
      await transaction.insert(AuditEvent, event);
      await also(transaction);
      return true;
    });
  }

  /** An attempt begins, or ended before the mail was given to the server. */
  async noteLeaving(id: string, leaving_since: Date | null): Promise<void> {
    await this.mails.update({ id, status: 'waiting' }, { leaving_since });
  }

  /** Stores how an attempt ended. What was sent is noted also where it was given up meanwhile. */
  async noteAttempt(id: string, attempts: number, outcome: MailOutcome): Promise<void> {
    const which = outcome.status === 'sent' ? { id } : { id, status: 'waiting' as const };
    await this.mails.update(which, { attempts, ...outcome });
  }

  /** Gives up the waiting mails with a link that lets somebody in, to an address that is no longer the user's. */
  async giveUpLinksTo(transaction: Transaction, email: string, last_response: string): Promise<void> {
    const recipient = Raw((column) => `lower(${column}) = lower(:email)`, { email });
    await transaction.update(
      Mail,
      { status: 'waiting', kind: In(WITH_KEY), recipient },
      { status: 'failed', last_response, content: null },
    );
  }

  @Retention({ what: 'mails', days: ({ mail_retention_days: days }) => days })
  removeBefore(before: Date): Promise<number> {
    return removeInParts(() => removePartBefore(this.mails, ['id', 'created_at'], before));
  }

  @CountsRetained('mails')
  countBefore(before: Date, most: number): Promise<RetentionCount> {
    return countBefore(this.mails, 'created_at', before, most);
  }

  /** Gives up mails that wait longer than the retries last: after a restored backup they have no jobs. */
  @Retention({ what: 'mails that wait for too long', days: 2 })
  async giveUpBefore(before: Date): Promise<void> {
    const old = { status: 'waiting' as const, created_at: LessThan(before) };
    const which = [
      { ...old, waiting_since: IsNull() },
      { ...old, waiting_since: LessThan(before) },
    ];
    await this.mails.update(which, { status: 'failed', last_response: MAIL_WORDS.too_late });
  }
}
