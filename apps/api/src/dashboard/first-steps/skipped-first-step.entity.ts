import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A first step that an admin of this installation does not want to be reminded of. */
@Entity('skipped_first_steps')
export class SkippedFirstStep {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'skipped_first_steps_pkey' })
  step: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  skipped_at: Date;
}
