import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintAsNumber } from '../../../database/statements/bigint';

/**
 * A reply that was taken back. It is no message, so that no search and no agent finds it; people see it struck out in the thread.
 * If the agent confirms it all the same, it becomes a message again.
 */
@Entity('taken_back_replies')
@Index('taken_back_replies_of_chat', { synchronize: false })
export class TakenBackReply {
  /** The id that it has as a message. */
  @PrimaryColumn({
    type: 'bigint',
    primaryKeyConstraintName: 'taken_back_replies_pkey',
    transformer: bigintAsNumber,
  })
  id: number;

  @Column({ type: 'text' })
  chat_id: string;

  @Column({ type: 'text' })
  message: string;

  @Column({ type: 'timestamptz', precision: 3 })
  timestamp: Date;

  @Column({ type: 'uuid', nullable: true })
  author_id: string | null;

  @Column({ type: 'text', nullable: true })
  author_name: string | null;

  @Column({ type: 'text', nullable: true })
  channel: string | null;

  @Column({ type: 'text', nullable: true })
  request_key: string | null;

  /** When an agent first got it; null: none has. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  handed_out_at: Date | null;

  @Column({ type: 'timestamptz', precision: 3 })
  taken_back_at: Date;
}
