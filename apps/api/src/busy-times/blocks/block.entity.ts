import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Time that an operator keeps free of appointments. */
@Entity('blocks')
@Check('blocks_length', `ends_at > starts_at and ends_at - starts_at <= interval '371 days'`)
@Index('blocks_at', { synchronize: false })
@Index('blocks_by_start', { synchronize: false })
@Index('blocks_of_series', { synchronize: false })
export class Block {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'blocks_pkey' })
  id: string;

  /** A name, which is compared by `folded_name()`. Null: all resources. */
  @Column({ type: 'text', nullable: true })
  resource: string | null;

  /** A trigger keeps it and the name alike. */
  @ForeignKey('Resource', { name: 'blocks_resource' })
  @Column({ type: 'uuid', nullable: true })
  resource_id: string | null;

  @Column({ type: 'timestamptz', precision: 3 })
  starts_at: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  ends_at: Date;

  @Column({ type: 'text', default: '' })
  reason: string;

  /** The same for all blocks that one rule made. */
  @Column({ type: 'uuid', nullable: true })
  series_id: string | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  created_at: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updated_at: Date;
}
