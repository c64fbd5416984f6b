import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** That a client was erased, and how far that is. It has no name, and is kept. */
@Entity('client_erasures')
@Index('client_erasures_waiting', { synchronize: false })
export class ClientErasure {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'client_erasures_pkey' })
  client_id: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  requested_at: Date;

  /** The user who erased the client. Null: it was kept for long without a sign, or the erasure was repeated after an older backup was restored. */
  @Column({ type: 'uuid', nullable: true })
  requested_by: string | null;

  @Column({ type: 'text', nullable: true })
  requested_by_name: string | null;

  /** The chats whose messages are still to be erased. */
  @Column({ type: 'text', array: true, default: [] })
  chats: string[];

  /** The number of rows that were erased or emptied, by table. */
  @Column({ type: 'jsonb', default: {} })
  erased: Record<string, number>;

  /** When the rows of the panel's database were gone. From then on the client is known as erased. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  rows_erased_at: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  finished_at: Date | null;
}
