import type { RetentionMonthsDto } from '@groupless/shared-dto';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row that says how long data of persons are kept. */
@Entity('retention_settings')
@Check('retention_settings_single', 'id')
export class RetentionSettings {
  @PrimaryColumn({ type: 'boolean', default: true, primaryKeyConstraintName: 'retention_settings_pkey' })
  id: boolean;

  /** A kind that it does not name is kept. */
  @Column({ type: 'jsonb', default: {} })
  months: Partial<RetentionMonthsDto>;

  @Column({ type: 'integer', default: 1 })
  version: number;
}
