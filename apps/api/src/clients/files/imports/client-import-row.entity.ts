import { IMPORT_OUTCOMES, type ImportOutcomeKind } from '@groupless/shared-dto';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn } from 'typeorm';
import { ClientImport } from './client-import.entity';

const OUTCOMES = IMPORT_OUTCOMES.map((outcome) => `'${outcome}'`).join(', ');

/** What became of a row of a file. Ids alone, no text of the file. */
@Entity('client_import_rows')
@Check('client_import_rows_outcome', `outcome in (${OUTCOMES})`)
@Index('client_import_rows_of_import', { synchronize: false })
@Index('client_import_rows_of_client', { synchronize: false })
@Index('client_import_rows_with_client', { synchronize: false })
export class ClientImportRow {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'client_import_rows_pkey',
  })
  id: string;

  @Column({ type: 'uuid' })
  import_id: string;

  @ManyToOne(() => ClientImport, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'import_id', foreignKeyConstraintName: 'client_import_rows_import' })
  import?: ClientImport;

  /** The line of the file in which it begins. */
  @Column({ type: 'integer' })
  row: number;

  @Column({ type: 'text' })
  outcome: ImportOutcomeKind;

  /** Whom it made, changed or is about. */
  @Column({ type: 'uuid', nullable: true })
  client_id: string | null;

  /** Of the client after the import. */
  @Column({ type: 'integer', nullable: true })
  version: number | null;

  @Column({ type: 'text', nullable: true })
  field: string | null;

  @Column({ type: 'text', nullable: true })
  code: string | null;

  @Column({ type: 'uuid', nullable: true })
  with_id: string | null;

  @Column({ type: 'integer', nullable: true })
  with_row: number | null;
}
