import { Column, Entity, Index, JoinColumn, ManyToOne } from 'typeorm';
import { bigintAsNumber, IdentityColumn } from '../../../../database/statements/bigint';
import { AssistantProject } from '../assistant-project.entity';

/** By what a project is found: the address of a remote, its first commit, or its place on a machine. */
@Entity('project_identities')
@Index('project_identities_known', { synchronize: false })
@Index('project_identities_of_project', { synchronize: false })
export class ProjectIdentity {
  @IdentityColumn('project_identities_pkey')
  id: number;

  @Column({ type: 'bigint', transformer: bigintAsNumber })
  project_id: number;

  @ManyToOne(() => AssistantProject, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'project_identities_project' })
  project: AssistantProject;

  @Column({ type: 'text' })
  identity: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  created_at: Date;
}
