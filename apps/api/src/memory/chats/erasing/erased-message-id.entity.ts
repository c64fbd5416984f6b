import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A keyed hash of a chat and its sender's id of an erased message, which is not stored again. */
@Entity('erased_message_ids')
@Index('erased_message_ids_by_time', ['at'])
export class ErasedMessageId {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'erased_message_ids_pkey' })
  digest: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  at: Date;
}
