import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The sealed key of some hashes. Not the current CREDENTIALS_KEY itself: the hashes outlive a change of it. */
@Entity('hash_keys')
export class HashKey {
  /** What is hashed. */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'hash_keys_pkey' })
  name: string;

  @Column({ type: 'text' })
  key: string;
}
