import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintAsNumber } from '../database/statements/bigint';

/** A reminder that goes, or went, into a chat. It outlives its appointment, so that it can be taken back. */
@Entity('chat_reminders')
@Index('chat_reminders_by_start', { synchronize: false })
export class ChatReminder {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'chat_reminders_pkey' })
  appointment_id: string;

  /** Which reminder it is; sent once. */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'chat_reminders_pkey' })
  about: string;

  @Column({ type: 'text' })
  chat_id: string;

  /** Of the message in the memory; null until it is known to be stored. */
  @Column({ type: 'bigint', nullable: true, transformer: bigintAsNumber })
  message_id: number | null;

  /** The start of the appointment that the reminder names. */
  @Column({ type: 'timestamptz', precision: 3 })
  starts_at: Date;

  /** Whether it cannot be taken back any more. */
  @Column({ type: 'boolean', default: false })
  is_settled: boolean;

  @Column({ type: 'timestamptz', precision: 3 })
  sent_at: Date;
}
