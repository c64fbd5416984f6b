import type { VersionKind, WriteWay } from '@groupless/shared-dto';
import { Column, Entity, Index } from 'typeorm';
import { bigintAsNumber } from '../../database/statements/bigint';

/** A row before a change. Written by triggers: see `create-memory/versions.ts`. */
@Entity('memory_versions')
@Index('memory_versions_of_row', { synchronize: false })
@Index('memory_versions_by_time', { synchronize: false })
export class MemoryVersion {
  @Column({
    type: 'bigint',
    primary: true,
    generated: 'identity',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'memory_versions_pkey',
    transformer: bigintAsNumber,
  })
  version: number;

  @Column({ type: 'text' })
  kind: VersionKind;

  @Column({ type: 'bigint', transformer: bigintAsNumber })
  row_id: number;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'clock_timestamp()' })
  at: Date;

  @Column({ type: 'text', nullable: true })
  by: string | null;

  @Column({ type: 'text', nullable: true })
  through: WriteWay | null;

  /** The columns of the row; null: it did not exist, and an undo created it. */
  @Column({ type: 'jsonb', nullable: true })
  before: object | null;
}
