import { Column, Entity } from 'typeorm';
import { bigintAsNumber, IdentityColumn } from '../../../database/statements/bigint';

/** The ids of the rows that a merge moved. */
export interface MovedRows {
  sessions: number[];
  tasks: number[];
  state: number[];
  decisions: number[];
  identities: number[];
}

/** A project that was merged into another. */
@Entity('project_merges')
export class ProjectMerge {
  @IdentityColumn('project_merges_pkey')
  id: number;

  /** Its row, as it was. */
  @Column({ type: 'jsonb' })
  project: object;

  @Column({ type: 'bigint', transformer: bigintAsNumber })
  into_id: number;

  @Column({ type: 'jsonb' })
  moved: MovedRows;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  merged_at: Date;
}
