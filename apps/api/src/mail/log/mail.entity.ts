import type { MailKind, MailStatus } from '@groupless/shared-dto';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

/** The job that sends one mail. */
export const MAIL_JOB = 'mail';

/** A mail that is sent, or was. */
@Entity('mails')
@Check('mails_status', `status in ('waiting', 'sent', 'failed')`)
@Index('mails_by_time', { synchronize: false })
@Index('mails_by_status', { synchronize: false })
@Index('mails_of_client', { synchronize: false })
@Index('mails_of_appointment', { synchronize: false })
@Index('mails_about', { synchronize: false })
export class Mail {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'mails_pkey' })
  id: string;

  @Column({ type: 'text' })
  kind: MailKind;

  /** `to` in the document. */
  @Column({ type: 'text' })
  recipient: string;

  @Column({ type: 'text' })
  subject: string;

  /** `MailContent` as JSON, sealed. Null: no longer kept, because it held a link that lets somebody in. */
  @Column({ type: 'text', nullable: true })
  content: string | null;

  @Column({ type: 'text', default: 'waiting' })
  status: MailStatus;

  @Column({ type: 'integer', default: 0 })
  attempts: number;

  @Column({ type: 'text', nullable: true })
  last_response: string | null;

  @Column({ type: 'uuid', nullable: true })
  client_id: string | null;

  @ManyToOne('Client', { onDelete: 'CASCADE', nullable: true })
  @JoinColumn({ name: 'client_id', foreignKeyConstraintName: 'mails_client' })
  client?: object | null;

  @Column({ type: 'uuid', nullable: true })
  appointment_id: string | null;

  @ManyToOne('Appointment', { onDelete: 'SET NULL', nullable: true })
  @JoinColumn({ name: 'appointment_id', foreignKeyConstraintName: 'mails_appointment' })
  appointment?: object | null;

  /**
   * Of an appointment: `change:3` is how it stood in that version (with an id where it is told anew, or to who had it before), `series:3` also how others of its series did, `ended:3:…` that it is deleted, `reminder:24:…`
   * which reminder it is, with its start in seconds since 1970. Or the notice to the team.
   */
  @Column({ type: 'text', nullable: true })
  about: string | null;

  @Column({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  /** When somebody had it sent again. Null: nobody has. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  waiting_since: Date | null;

  /** Since when it may have left: the server has it, and has not said what becomes of it. Null: it said so, or has it not. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  leaving_since: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  sent_at: Date | null;
}
