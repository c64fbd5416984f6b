import type { KeyScope } from '@groupless/shared-dto';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';

/** An API key that an admin has made for a program. */
@Entity('api_keys')
@Unique('api_keys_name', ['name'])
@Unique('api_keys_prefix', ['prefix'])
@Index('api_keys_former_prefix', ['former_prefix'], { unique: true })
export class ApiKey {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'api_keys_pkey' })
  id: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text', array: true })
  scopes: KeyScope[];

  /** The public beginning of the key, for the look-up. */
  @Column({ type: 'text' })
  prefix: string;

  /** SHA-256 of the whole key. A slow hash adds nothing to 256 random bits. */
  @Column({ type: 'bytea' })
  digest: Buffer;

  @Column({ type: 'timestamptz', precision: 3 })
  expires_at: Date;

  /** To the minute. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  last_used_at: Date | null;

  /** The user who made it. Kept after the user is removed. */
  @Column({ type: 'uuid' })
  created_by: string;

  /** The user for whom it opens the memory, and whose role bounds what it opens; null: it is the team's. */
  @Column({ type: 'uuid', nullable: true })
  owner_id: string | null;

  @Column({ type: 'timestamptz', precision: 3 })
  created_at: Date;

  /** When it got its present text; null: when it was made. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  rotated_at: Date | null;

  /** The text before the last rotation, while it counts. */
  @Column({ type: 'text', nullable: true })
  former_prefix: string | null;

  @Column({ type: 'bytea', nullable: true })
  former_digest: Buffer | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  former_until: Date | null;
}

/** A text that several rotations ago was the present one, until its own hours are over. */
@Entity('api_key_older_texts')
@Index('api_key_older_texts_of_key', ['key_id'])
export class OlderKeyText {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'api_key_older_texts_pkey' })
  prefix: string;

  @Column({ type: 'uuid' })
  key_id: string;

  @ManyToOne(() => ApiKey, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'key_id', foreignKeyConstraintName: 'api_key_older_texts_key' })
  key: ApiKey;

  @Column({ type: 'bytea' })
  digest: Buffer;

  @Column({ type: 'timestamptz', precision: 3 })
  until: Date;
}
