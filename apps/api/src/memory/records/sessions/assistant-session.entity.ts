import type { WriteWay } from '@groupless/shared-dto';
import { Column, Entity, Index } from 'typeorm';
import { IdentityColumn } from '../../../database/statements/bigint';

@Entity('assistant_sessions')
@Index('assistant_sessions_newest', { synchronize: false })
@Index('assistant_sessions_idempotency', { synchronize: false })
export class AssistantSession {
  @IdentityColumn('assistant_sessions_pkey')
  id: number;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  session_date: Date;

  @Column({ type: 'text' })
  summary: string;

  @Column({ type: 'text', default: '' })
  projects_touched: string;

  @Column({ type: 'text', default: '' })
  decisions_made: string;

  /** The entries of an array of decisions, which may have commas; null: they came as a text. */
  @Column({ type: 'jsonb', nullable: true })
  decisions_list: string[] | null;

  @Column({ type: 'text', default: '' })
  tasks_completed: string;

  @Column({ type: 'text', default: '' })
  tasks_created: string;

  @Column({ type: 'text', nullable: true })
  mood: string | null;

  /** The `Idempotency-Key` that the summary came with. */
  @Column({ type: 'text', nullable: true })
  idempotency_key: string | null;

  /** The name of the user or key that wrote what stands here; null: unknown. */
  @Column({ type: 'text', nullable: true })
  written_by: string | null;

  @Column({ type: 'text', nullable: true })
  written_through: WriteWay | null;
}
