import { SUMMARY_MAKINGS, type SummaryMaking } from '@groupless/shared-dto';
import { Check, Column, Entity, Index } from 'typeorm';
import { IdentityColumn } from '../../../database/statements/bigint';
import { PlacedRow } from '../../placed-row.entity';

@Entity('assistant_sessions')
@Index('assistant_sessions_newest', { synchronize: false })
@Index('assistant_sessions_idempotency', { synchronize: false })
@Index('assistant_sessions_projects', { synchronize: false })
@Index('assistant_sessions_words', { synchronize: false })
@Index('assistant_sessions_of_session', { synchronize: false })
@Index('assistant_sessions_same_text', { synchronize: false })
@Index('assistant_sessions_of_no_project', { synchronize: false })
@Check('assistant_sessions_made', `made in (${SUMMARY_MAKINGS.map((making) => `'${making}'`).join(', ')})`)
export class AssistantSession extends PlacedRow {
  @IdentityColumn('assistant_sessions_pkey')
  id: number;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  session_date: Date;

  @Column({ type: 'text' })
  summary: string;

  @Column({ type: 'text', default: '' })
  projects_touched: string;

  /** The projects that are meant, by their ids, with their names there: `{"5": "shop"}`. A trigger keeps it. */
  @Column({ type: 'jsonb', default: {} })
  projects: Record<string, string>;

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

  /** A digest of the texts as they were sent, to compare a repeat with; null: stored before there were digests. */
  @Column({ type: 'text', nullable: true })
  sent_digest: string | null;

  /** The assistant's own id of its session. */
  @Column({ type: 'text', nullable: true })
  session_id: string | null;

  /** How its summary was made. */
  @Column({ type: 'text', default: 'written' })
  made: SummaryMaking;

  /** The id of the key that stored it first. */
  @Column({ type: 'text', nullable: true })
  key_id: string | null;

  /** Of what a hook took from a session, the user whose session it was; null: it is the team's. */
  @Column({ type: 'text', nullable: true })
  owner_id: string | null;

  /** When it was stored first, which may be after the session ended. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, default: () => 'now()' })
  stored_at: Date | null;
}
