import type { MailKind, MailLanguage } from '@groupless/shared-dto';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A text of a mail that the business has changed. */
@Entity('mail_texts')
export class MailText {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'mail_texts_pkey' })
  kind: MailKind;

  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'mail_texts_pkey' })
  language: MailLanguage;

  @Column({ type: 'text' })
  subject: string;

  @Column({ type: 'text' })
  text: string;

  @Column({ type: 'timestamptz', precision: 3 })
  updated_at: Date;
}
