import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A number that was given in a chat beside another one. */
@Entity('chat_numbers')
@Index('chat_numbers_by_time', ['seen_at'])
export class ChatNumber {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'chat_numbers_pkey' })
  chat_id: string;

  /** 16 bits of a hash of its digits: they tell the numbers of a chat apart, and are nobody's number. */
  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'chat_numbers_pkey' })
  code: number;

  @Column({ type: 'timestamptz', precision: 3 })
  seen_at: Date;
}
