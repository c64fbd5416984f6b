import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { bigintAsNumber } from '../database/statements/bigint';

/** A reminder that went into a chat. */
@Entity('chat_reminders')
@Index('chat_reminders_open', { synchronize: false })
export class ChatReminder {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'chat_reminders_pkey' })
  appointment_id: string;

  @ManyToOne('Appointment', { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'appointment_id', foreignKeyConstraintName: 'chat_reminders_appointment' })
  appointment?: object;

  /** Which reminder it is; sent once. */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'chat_reminders_pkey' })
  about: string;

  @Column({ type: 'text' })
  chat_id: string;

  /** Of the message in the memory. */
  @Column({ type: 'bigint', transformer: bigintAsNumber })
  message_id: number;

  /** The time that it tells. */
  @Column({ type: 'timestamptz', precision: 3 })
  starts_at: Date;

  /** Whether nothing can make it untrue any more, or it was taken back. */
  @Column({ type: 'boolean', default: false })
  is_settled: boolean;

  @Column({ type: 'timestamptz', precision: 3 })
  sent_at: Date;
}
