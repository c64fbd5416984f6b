import {
  CLIENT_FIELDS,
  type ClientChangeCause,
  type ClientField,
  type ClientFieldChangeDto,
} from '@groupless/shared-dto';
import { isDeepStrictEqual } from 'node:util';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Client } from '../client.entity';

const CAUSES = `('edited', 'put_back', 'merged', 'unmerged', 'imported', 'reactivated')`;
const KEY = 'client_changes_pkey';

/** The fields of a client before and after a change. Deleted with the client, by a trigger. */
@Entity('client_changes')
@Check('client_changes_cause', `cause in ${CAUSES}`)
@Index('client_changes_by_time', { synchronize: false })
export class ClientChange {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: KEY })
  client_id: string;

  /** The client's version after the change. */
  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: KEY })
  version: number;

  @Column({ type: 'timestamptz', precision: 3 })
  at: Date;

  /** Null for a key, and for changes by the client's own booking or message. */
  @Column({ type: 'uuid', nullable: true })
  user_id: string | null;

  /** The user's name at that time, set by a trigger. */
  @Column({ type: 'text', nullable: true, insert: false, update: false })
  user_name?: string | null;

  @Column({ type: 'text', nullable: true })
  key_name: string | null;

  @Column({ type: 'text' })
  cause: ClientChangeCause;

  @Column({ type: 'jsonb' })
  changes: ClientFieldChangeDto[];
}

/**
 * @param stored the client before the change
 * @param fields what is stored then
 * @returns null where that is the same
 */
export function changeOf(
  stored: Client,
  fields: Partial<Pick<Client, ClientField>>,
  by: Pick<ClientChange, 'at' | 'user_id' | 'key_name' | 'cause'>,
): ClientChange | null {
  const changes = CLIENT_FIELDS.flatMap((field): ClientFieldChangeDto[] => {
    const after = fields[field];
    const before = stored[field];
    return after === undefined || isDeepStrictEqual(after, before) ? [] : [{ field, before, after }];
  });
  if (changes.length === 0) return null;
  return { client_id: stored.id, version: stored.version + 1, ...by, changes };
}
