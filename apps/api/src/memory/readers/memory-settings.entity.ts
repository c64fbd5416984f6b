import type { TurnsOf } from '@groupless/shared-dto';
import { Check, Column, Entity } from 'typeorm';

/** What the memory shows to whom. One row. */
@Entity('memory_settings')
@Check('memory_settings_one_row', 'id = 1')
@Check('memory_settings_turns', `turns in ('own', 'team')`)
export class MemorySettings {
  @Column({
    type: 'smallint',
    primary: true,
    default: 1,
    primaryKeyConstraintName: 'memory_settings_pkey',
  })
  id: number;

  @Column({ type: 'text' })
  turns: TurnsOf;

  /** When an admin chose it; null: nobody has. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  chosen_at: Date | null;

  @Column({ type: 'integer', default: 1 })
  version: number;
}
