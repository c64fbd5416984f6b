import type { MailSendsDto, MailServerDto, QuietHoursDto } from '@groupless/shared-dto';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row that says how mail is sent. */
@Entity('mail_settings')
@Check('mail_settings_single', 'id')
export class MailSettings {
  @PrimaryColumn({ type: 'boolean', default: true, primaryKeyConstraintName: 'mail_settings_pkey' })
  id: boolean;

  @Column({ type: 'boolean', default: false })
  enabled: boolean;

  /** `from` in the document. */
  @Column({ type: 'text', default: '' })
  sender: string;

  @Column({ type: 'text', nullable: true })
  reply_to: string | null;

  @Column({ type: 'jsonb' })
  server: MailServerDto;

  /** Sealed. */
  @Column({ type: 'text', nullable: true })
  password: string | null;

  @Column({ type: 'jsonb' })
  sends: MailSendsDto;

  @Column({ type: 'integer', array: true, default: [24] })
  reminder_hours: number[];

  @Column({ type: 'jsonb', nullable: true })
  quiet: QuietHoursDto | null;

  @Column({ type: 'boolean', default: false })
  chat_reminders: boolean;

  /** Since when reminders go by chat; null: they do not. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  chat_reminders_from: Date | null;

  /** Since when reminders go by mail. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  told_from: Date;

  /** Read by the version before alone, which may run beside this one during an update. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  told_until: Date;

  @Column({ type: 'integer', default: 1 })
  version: number;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updated_at: Date;
}
