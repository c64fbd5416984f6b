import type { WriteWay } from '@groupless/shared-dto';
import { Column, Entity, Index } from 'typeorm';
import { IdentityColumn } from '../../../database/statements/bigint';

@Entity('assistant_people')
@Index('assistant_people_by_name', { synchronize: false })
export class AssistantPerson {
  @IdentityColumn('assistant_people_pkey')
  id: number;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text', default: '' })
  relationship: string;

  @Column({ type: 'text', default: '' })
  notes: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updated_at: Date;

  /** Null: made before versions were kept. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, default: () => 'now()' })
  created_at: Date | null;

  /** The name of the user or key that wrote what stands here; null: unknown. */
  @Column({ type: 'text', nullable: true })
  written_by: string | null;

  @Column({ type: 'text', nullable: true })
  written_through: WriteWay | null;

  /** The id of that user or key, which no other gets later; null: unknown. */
  @Column({ type: 'text', nullable: true })
  writer_id: string | null;
}
