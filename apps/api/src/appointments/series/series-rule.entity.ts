import type { SeriesExceptionDto } from '@groupless/shared-dto';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The rule by which a series was made. */
@Entity('series_rules')
export class SeriesRule {
  /** That of the series. */
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'series_rules_pkey' })
  id: string;

  @Column({ type: 'text' })
  rrule: string;

  @Column({ type: 'timestamptz', precision: 3 })
  starts_at: Date;

  @Column({ type: 'jsonb', default: [] })
  exceptions: SeriesExceptionDto[];
}
