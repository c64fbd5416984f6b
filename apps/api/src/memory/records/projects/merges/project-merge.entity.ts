import { Column, Entity } from 'typeorm';
import { bigintAsNumber, IdentityColumn } from '../../../../database/statements/bigint';

/** A row of a table as JSON. Its other columns are only kept to be restored. */
export interface StoredColumns {
  id: number;
  replaced_by?: number | null;
}

/** What a session named before a merge, and the text that the merge made of it. */
export interface RenamedSession {
  id: number;
  projects_touched: string;
  projects: Record<string, string>;
  became: string;
}

/** What a merge did. */
export interface MergedRows {
  /** The ids of the rows that it moved. */
  tasks: number[];
  state: number[];
  decisions: number[];
  identities: number[];
  sessions: RenamedSession[];
  /** The duplicates that it deleted: the project that stays has the same. The name is that in stored rows. */
  twins: { tasks: StoredColumns[]; state: StoredColumns[]; decisions: StoredColumns[] };
  /** The decisions of the project that stays for which duplicates were deleted, as they were. */
  kept_decisions: StoredColumns[];
  /** The decisions that a deleted duplicate replaced, with its id. */
  replaced: { id: number; by: number }[];
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
  moved: MergedRows;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  merged_at: Date;
}
