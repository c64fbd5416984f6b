import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A sealed key that this installation made itself, of some hashes or of push. Not the current CREDENTIALS_KEY: what it made outlives a change of that. */
@Entity('hash_keys')
export class HashKey {
  /** What it is for. */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'hash_keys_pkey' })
  name: string;

  @Column({ type: 'text' })
  key: string;
}
