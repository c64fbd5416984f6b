import { Column, Entity, Index } from 'typeorm';
import { IdentityColumn } from '../../../database/statements/bigint';
import { WrittenRow } from '../../written-row.entity';

@Entity('assistant_people')
@Index('assistant_people_by_name', { synchronize: false })
export class AssistantPerson extends WrittenRow {
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
}
