import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** How far the conversations of before there were erasures were looked at: one row. */
@Entity('erased_words_check')
@Check('erased_words_check_only_row', 'is_only_row')
export class ErasedWordsCheck {
  @PrimaryColumn({ type: 'boolean', default: true, primaryKeyConstraintName: 'erased_words_check_pkey' })
  is_only_row: boolean;

  /** The last conversation in the order of the ids. */
  @Column({ type: 'uuid', nullable: true })
  checked_to: string | null;

  @Column({ type: 'boolean' })
  is_done: boolean;
}
