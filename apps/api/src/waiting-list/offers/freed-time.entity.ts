import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintAsNumber } from '../../database/statements/bigint';

/** A time that got free. Triggers of the appointments note it, whoever gives an offer up, and who sees that more is open than before. */
@Entity('freed_times')
export class FreedTime {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'freed_times_pkey',
    transformer: bigintAsNumber,
  })
  id: number;

  @Column({ type: 'uuid' })
  resource_id: string;

  @Column({ type: 'tstzrange' })
  during: string;

  /** That it was held for; null: an offer. */
  @Column({ type: 'uuid', nullable: true })
  appointment_id: string | null;

  /** Whether it was offered to all who wait for it. */
  @Column({ type: 'boolean', default: false })
  is_settled: boolean;
}
