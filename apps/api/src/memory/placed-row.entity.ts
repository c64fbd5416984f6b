import { Column } from 'typeorm';
import { WrittenRow } from './written-row.entity';

/** Where what stands in a row was said, as its sender told; null: it did not. */
export abstract class PlacedRow extends WrittenRow {
  @Column({ type: 'text', nullable: true })
  branch: string | null;

  /** The commit that was checked out. */
  @Column({ type: 'text', nullable: true })
  head: string | null;

  @Column({ type: 'text', nullable: true })
  machine: string | null;

  /** The only user who sees its project; null: everybody does. A trigger keeps it. */
  @Column({ type: 'text', nullable: true })
  private_to: string | null;
}
