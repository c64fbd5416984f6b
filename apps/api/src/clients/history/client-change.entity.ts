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

/** What the fields of a client were before a change, and after it. It ends with the client: a trigger sees to that. */
@Entity('client_changes')
@Check('client_changes_cause', `cause in ${CAUSES}`)
@Index('client_changes_by_time', { synchronize: false })
export class ClientChange {
  @PrimaryColumn({ type: 'uuid', primaryKeyConstraintName: KEY })
  client_id: string;

  /** That the client had afterwards. */
  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: KEY })
  version: number;

  @Column({ type: 'timestamptz', precision: 3 })
  at: Date;

  /** Null for a key, and where the client itself did it, by a booking or a message. */
  @Column({ type: 'uuid', nullable: true })
  user_id: string | null;

  /** The name of that time. A trigger reads it. */
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
