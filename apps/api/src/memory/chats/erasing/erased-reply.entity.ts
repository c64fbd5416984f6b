import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintAsNumber } from '../../../database/statements/bigint';

/** A reply that was erased while an agent was sending it, without its words: its confirmation is noted. */
@Entity('erased_replies')
@Index('erased_replies_by_time', ['at'])
export class ErasedReply {
  /** The id that it had as a message. */
  @PrimaryColumn({
    type: 'bigint',
    primaryKeyConstraintName: 'erased_replies_pkey',
    transformer: bigintAsNumber,
  })
  id: number;

  @Column({ type: 'text' })
  chat_id: string;

  /** When an agent first got it. */
  @Column({ type: 'timestamptz', precision: 3 })
  handed_out_at: Date;

  /** When it was erased. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  at: Date;
}
