import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Role } from '@groupless/shared-dto';
import { DataSource, LessThanOrEqual } from 'typeorm';
import { AuditEvent } from '../audit/audit-event.entity';
import { PanelStatements } from '../database/database.module';
import { breaks } from '../database/violations';
import { AppError } from '../platform/errors/app-error';
import { ApiKey, OlderKeyText } from './api-key.entity';

/** The columns that authentication needs. */
export interface LiveKey extends Pick<
  ApiKey,
  'id' | 'name' | 'scopes' | 'owner_id' | 'digest' | 'expires_at'
> {
  /** The present role of the owner; null: there is none, or none who may log in. */
  owner_role: Role | null;
}

const FIND_LIVE = {
  name: 'find_live_key',
  text: `
    select k.id, k.name, scopes, owner_id, u.role as owner_role, known.digest,
      least(known.until, k.expires_at) as expires_at
    from (
      select id as key_id, digest, expires_at as until from api_keys where prefix = $1
      union all select id, former_digest, former_until from api_keys where former_prefix = $1
      union all select key_id, digest, until from api_key_older_texts where prefix = $1
    ) as known
    join api_keys as k on k.id = known.key_id
    left join users as u on u.id = owner_id and u.is_active`,
};

const LIST_LIVE = {
  name: 'live_keys',
  text: `
    select k.id, k.name, scopes, owner_id, expires_at, u.role as owner_role
    from api_keys as k left join users as u on u.id = owner_id and u.is_active
    where k.id::text = any($1::text[]) and expires_at > $2`,
};

const LIST_OWNERS = {
  name: 'owners_of_keys',
  text: 'select id, owner_id from api_keys where id::text = any($1::text[]) and owner_id is not null',
};

const LIST_OF_OWNER = {
  name: 'keys_of_owner',
  text: 'select id from api_keys where owner_id = $1 union all select id from revoked_keys where owner_id = $1',
};

const FIND_USERS = { name: 'users_of_keys', text: 'select id, name from users where id = any($1::uuid[])' };

/** The user for whom a key is. */
export interface KeyOwner {
  id: string;
  name: string;
  email: string;
  locale: string | null;
}

const FIND_OWNER = { name: 'owner_of_key', text: 'select id, name, email, locale from users where id = $1' };

/** Skips the write if another process has stored the use. */
const STORE_USE = {
  name: 'note_key_use',
  text: 'update api_keys set last_used_at = $2 where id = $1 and coalesce(last_used_at <= $3, true)',
};

@Injectable()
export class ApiKeysRepository {
  constructor(
    @InjectDataSource() private readonly panel: DataSource,
    private readonly statements: PanelStatements,
  ) {}

  async findLive(prefix: string): Promise<LiveKey | null> {
    const [key] = await this.statements.run<LiveKey>(FIND_LIVE, [prefix]);
    return key ?? null;
  }

  /** Those of the keys that are neither revoked nor expired. */
  listLive(ids: readonly string[], now: Date): Promise<Omit<LiveKey, 'digest'>[]> {
    return this.statements.run(LIST_LIVE, [ids, now]);
  }

  listOwners(ids: readonly string[]): Promise<{ id: string; owner_id: string }[]> {
    return this.statements.run(LIST_OWNERS, [ids]);
  }

  /** The keys of a user, also those that were revoked. */
  async listOf(owner_id: string): Promise<string[]> {
    const keys = await this.statements.run<{ id: string }>(LIST_OF_OWNER, [owner_id]);
    return keys.map(({ id }) => id);
  }

  /** Stores a use, unless one after `since` is stored already. */
  async storeUse(id: string, usedAt: Date, since: Date): Promise<void> {
    await this.statements.run(STORE_USE, [id, usedAt, since]);
  }

  /** The newest first. */
  listKeys(): Promise<ApiKey[]> {
    return this.panel.manager.find(ApiKey, { order: { created_at: 'DESC', id: 'DESC' } });
  }

  /** The names of users, by their ids. */
  async listNames(ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.statements.run<{ id: string; name: string }>(FIND_USERS, [ids]);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  async findOwner(id: string): Promise<KeyOwner | null> {
    return (await this.statements.run<KeyOwner>(FIND_OWNER, [id]))[0] ?? null;
  }

  /** @throws AppError `name_taken` */
  async insertKey(key: ApiKey, event: AuditEvent): Promise<void> {
    await this.panel
      .transaction(async (transaction) => {
        await transaction.insert(ApiKey, key);
        await transaction.insert(AuditEvent, event);
      })
      .catch((error: unknown) => {
        throw breaks(error, 'api_keys_name') ? nameTaken() : error;
      });
  }

  /**
   * Changes a key.
   * @param change decides the change from the stored key
   * @param endsAll whether no text of before counts from now on; else each counts until its own hours are over
   * @returns the key as it was; null if there is none
   */
  rotateKey(
    id: string,
    change: (key: ApiKey) => Partial<ApiKey>,
    { now, endsAll }: { now: Date; endsAll: boolean },
    eventOf: (key: ApiKey) => AuditEvent,
  ) {
    return this.panel.transaction(async (transaction): Promise<ApiKey | null> => {
      const lock = { mode: 'pessimistic_write' } as const;
      const key = await transaction.findOne(ApiKey, { where: { id }, lock });
      if (key === null) return null;
      const older = endsAll ? null : olderOf(key, now);
      if (older !== null) await transaction.insert(OlderKeyText, older);
      const isOver = endsAll ? {} : { until: LessThanOrEqual(now) };
      await transaction.delete(OlderKeyText, { key_id: id, ...isOver });
      await transaction.update(ApiKey, { id }, change(key));
      await transaction.insert(AuditEvent, eventOf(key));
      return key;
    });
  }

  /**
   * Deletes a key.
   * @param eventOf the audit event
   * @returns the key; null if there is none
   */
  deleteKey(id: string, eventOf: (key: ApiKey) => AuditEvent): Promise<ApiKey | null> {
    return this.panel.transaction(async (transaction) => {
      const key = await transaction.findOne(ApiKey, {
        where: { id },
        lock: { mode: 'pessimistic_write' },
      });
      if (key === null) return null;
      // Before the delete, so that the audit entry keeps the name.
      await transaction.insert(AuditEvent, eventOf(key));
      await transaction.delete(ApiKey, { id });
      return key;
    });
  }
}

/** The text that the next rotation displaces, while its hours last. */
function olderOf(
  { id: key_id, former_prefix: prefix, former_digest: digest, former_until: until }: ApiKey,
  now: Date,
): Omit<OlderKeyText, 'key'> | null {
  if (prefix === null || digest === null || until === null || until <= now) return null;
  return { prefix, key_id, digest, until };
}

export function nameTaken(): AppError {
  return new AppError('name_taken', 'Another key has this name.');
}
