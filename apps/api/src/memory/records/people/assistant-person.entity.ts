import { Column, Entity, Index } from 'typeorm';
import { IdentityColumn } from '../../../database/bigint';

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
}
