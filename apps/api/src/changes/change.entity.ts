import type { ChangeAction, ChangedObject } from '@groupless/shared-dto';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintAsNumber } from '../database/statements/bigint';

/** One change of a row, which a trigger writes in its transaction. Ids alone: nothing is to be erased here. */
@Entity('changes')
@Check('changes_action', `action in ('created', 'updated', 'deleted', 'merged')`)
@Index('changes_waiting', { synchronize: false })
export class Change {
  @PrimaryColumn({
    type: 'bigint',
    generated: 'identity',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'changes_pkey',
    transformer: bigintAsNumber,
  })
  id: number;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'clock_timestamp()' })
  at: Date;

  @Column({ type: 'text' })
  object: ChangedObject;

  @Column({ type: 'uuid' })
  object_id: string;

  @Column({ type: 'text' })
  action: ChangeAction;

  /** Of a merge: the client that was kept. */
  @Column({ type: 'uuid', nullable: true })
  into_id: string | null;

  /** The number by which it is read, given after its commit. Null: it waits for that. */
  @Index('changes_place', { unique: true })
  @Column({ type: 'bigint', nullable: true, transformer: bigintAsNumber })
  place: number | null;
}
