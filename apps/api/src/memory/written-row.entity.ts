import type { WriteWay } from '@groupless/shared-dto';
import { Column } from 'typeorm';

/** Who wrote what stands in a row. */
export abstract class WrittenRow {
  /** The name of the user or key; null: unknown. */
  @Column({ type: 'text', nullable: true })
  written_by: string | null;

  @Column({ type: 'text', nullable: true })
  written_through: WriteWay | null;

  /** The id of that user or key, which no other gets later; null: unknown. */
  @Column({ type: 'text', nullable: true })
  writer_id: string | null;
}
