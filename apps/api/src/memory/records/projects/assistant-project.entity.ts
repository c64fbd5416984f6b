import { Check, Column, Entity, Index, Unique } from 'typeorm';
import { IdentityColumn } from '../../../database/statements/bigint';
import { WrittenRow } from '../../written-row.entity';

@Entity('assistant_projects')
@Unique('assistant_projects_name', ['name'])
@Check('assistant_projects_priority', 'priority between 1 and 10')
@Index('assistant_projects_by_priority', { synchronize: false })
@Index('assistant_projects_by_folded_name', { synchronize: false })
@Index('assistant_projects_by_url', { synchronize: false })
@Index('assistant_projects_private', { synchronize: false })
@Index('assistant_projects_with_commas', { synchronize: false })
export class AssistantProject extends WrittenRow {
  @IdentityColumn('assistant_projects_pkey')
  id: number;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text', default: '' })
  description: string;

  @Column({ type: 'text', default: 'active' })
  status: string;

  @Column({ type: 'text', default: '' })
  server: string;

  @Column({ type: 'text', default: '' })
  url: string;

  @Column({ type: 'text', default: '' })
  stack: string;

  @Column({ type: 'text', default: '' })
  notes: string;

  /** 1 to 10; 10 comes first. */
  @Column({ type: 'integer', default: 5 })
  priority: number;

  /** The only user who sees it; null: everybody does. */
  @Column({ type: 'text', nullable: true })
  private_to: string | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  created_at: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updated_at: Date;
}
