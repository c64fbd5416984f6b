import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The owner of a key that is gone: what came with it stays the owner's. A trigger stores it. */
@Entity('revoked_keys')
@Index('revoked_keys_of_owner', ['owner_id'])
export class RevokedKey {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'revoked_keys_pkey' })
  id: string;

  @Column({ type: 'uuid' })
  owner_id: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  revoked_at: Date;
}
