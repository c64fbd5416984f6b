import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A text template of the team, with placeholders that the panel fills. */
@Entity('saved_replies')
@Index('saved_replies_name', { synchronize: false })
export class SavedReply {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'saved_replies_pkey' })
  id: string;

  /** Unique, ignoring case. */
  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text' })
  text: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  created_at: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updated_at: Date;
}
