import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An import of a file of clients. */
@Entity('client_imports')
@Index('client_imports_by_time', { synchronize: false })
export class ClientImport {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'client_imports_pkey' })
  id: string;

  @Column({ type: 'timestamptz', precision: 3 })
  at: Date;

  /** Null for a key. */
  @Column({ type: 'uuid', nullable: true })
  by_id: string | null;

  /** The name at that time, also of a key. */
  @Column({ type: 'text' })
  by_name: string;

  /** It may name a person. Null: none was sent, the import cannot be taken back any more, or a client of its rows was erased. */
  @Column({ type: 'text', nullable: true })
  file_name: string | null;

  @Column({ type: 'integer' })
  created: number;

  @Column({ type: 'integer' })
  updated: number;

  @Column({ type: 'integer' })
  skipped: number;

  @Column({ type: 'integer' })
  failed: number;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  undone_at: Date | null;

  @Column({ type: 'text', nullable: true })
  undone_by_name: string | null;
}
