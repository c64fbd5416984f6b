import type { QuarantineKind, QuarantineStatus } from '@groupless/shared-dto';
import { Check, Column, Entity, Unique } from 'typeorm';
import { bigintAsNumber, IdentityColumn } from '../../../database/statements/bigint';

/** A row of the memory that gives orders to a model. The text stays in its own table. */
@Entity('memory_quarantine')
@Unique('memory_quarantine_row', ['kind', 'row_id'])
@Check('memory_quarantine_status', `status in ('held', 'released')`)
export class QuarantineEntry {
  @IdentityColumn('memory_quarantine_pkey')
  id: number;

  @Column({ type: 'text' })
  kind: QuarantineKind;

  @Column({ type: 'bigint', transformer: bigintAsNumber })
  row_id: number;

  @Column({ type: 'text', default: 'held' })
  status: Exclude<QuarantineStatus, 'discarded'>;

  @Column({ type: 'text' })
  rule: string;

  /** Of the text that was judged: another text is judged anew. */
  @Column({ type: 'text' })
  digest: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  found_at: Date;
}
