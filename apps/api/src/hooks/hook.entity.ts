import type { HookEvent } from '@groupless/shared-dto';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An outbound webhook: an address that receives events. */
@Entity('hooks')
export class Hook {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'hooks_pkey' })
  id: string;

  @Column({ type: 'text' })
  url: string;

  @Column({ type: 'text', array: true })
  events: HookEvent[];

  @Column({ type: 'boolean' })
  active: boolean;

  /** Sealed. */
  @Column({ type: 'text' })
  secret: string;

  /** Attempts that failed since the last one that did not. */
  @Column({ type: 'integer', default: 0 })
  failures: number;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  failing_since: Date | null;

  /** Nothing is sent before. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  retry_at: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  switched_off_at: Date | null;

  @Column({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  updated_at: Date;
}
