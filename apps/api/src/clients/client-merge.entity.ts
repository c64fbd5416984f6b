import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import type { ClientField } from '@groupless/shared-dto';
import type { Client } from './client.entity';

/** A client's columns in JSON: times are strings. */
export type StoredClient = Omit<
  Client,
  'last_activity_at' | 'created_at' | 'updated_at' | 'import_id' | 'name_key' | 'search_text'
> &
  Record<'created_at' | 'updated_at', string> & { last_activity_at: string | null };

export type MergedField = Exclude<ClientField, 'name' | 'status'> | 'email_refused';

/** The fields of the kept client that a merge changes. */
export type MergedFields = Partial<Pick<Client, MergedField>>;

/** A client that was merged into another, with what moved, so that it can be undone. */
@Entity('client_merges')
@Unique('client_merges_merged_id', ['merged_id'])
@Index('client_merges_of_client', { synchronize: false })
@Index('client_merges_by_phone', { synchronize: false })
@Index('client_merges_by_other_phones', { synchronize: false })
@Index('client_merges_by_email', { synchronize: false })
export class ClientMerge {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: 'client_merges_pkey' })
  id: string;

  /** The kept client. It can be merged into another one later. */
  @Column({ type: 'uuid' })
  client_id: string;

  /** The merged client. */
  @Column({ type: 'uuid' })
  merged_id: string;

  @Column({ type: 'jsonb' })
  merged: StoredClient;

  /** The contacts of the merged client. Calls and messages from them go to the kept client. */
  @Column({ type: 'text', nullable: true })
  phone: string | null;

  @Column({ type: 'text', nullable: true })
  email: string | null;

  /** The other numbers of the merged client, in E.164 form. */
  @Column({ type: 'text', array: true, default: [] })
  other_phones: string[];

  /** The values, before the merge, of the fields it changed in the kept client. */
  @Column({ type: 'jsonb' })
  before: MergedFields;

  @Column({ type: 'jsonb' })
  after: MergedFields;

  @Column({ type: 'uuid', array: true })
  appointment_ids: string[];

  @Column({ type: 'uuid', array: true })
  conversation_ids: string[];

  /** What the merged client waited for. */
  @Column({ type: 'uuid', array: true, default: [] })
  waiting_ids: string[];

  /** Null for a key of an integrator. */
  @Column({ type: 'uuid', nullable: true })
  merged_by_id: string | null;

  /** The name at that time. */
  @Column({ type: 'text' })
  merged_by_name: string;

  @Column({ type: 'timestamptz', precision: 3 })
  merged_at: Date;
}
