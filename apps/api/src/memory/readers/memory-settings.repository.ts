import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { TurnsOf } from '@groupless/shared-dto';
import { Repository } from 'typeorm';
import { MEMORY } from '../../database/memory.data-source';
import type { ExpectedVersions } from '../../platform/http/headers/if-match';
import { MemorySettings } from './memory-settings.entity';

const THE_ROW = { id: 1 };

/** The owners of keys, by the ids of the keys. */
export type OwnersOfKeys = ReadonlyMap<string, string>;

/** What a key stored before its owner was known. Two projects of one owner at one place stay two. */
const OWN = [
  'update chat_history set owner_id = $2 where owner_id = $1',
  'update assistant_sessions set owner_id = $2 where owner_id = $1',
  `update project_identities as known set identity = identity_place(identity) || '#' || $2
   where identity_key(identity) = $1
     and not exists (select from project_identities as other
                     where text_digest(other.identity) = text_digest(identity_place(known.identity) || '#' || $2))`,
];

@Injectable()
export class MemorySettingsRepository {
  constructor(
    @InjectRepository(MemorySettings, MEMORY) private readonly settings: Repository<MemorySettings>,
  ) {}

  async getSettings(): Promise<MemorySettings> {
    return (await this.settings.findOneBy(THE_ROW)) ?? NOT_CHOSEN;
  }

  /** @returns null if the settings have none of the expected versions */
  replace(versions: ExpectedVersions, turns: TurnsOf, now: Date): Promise<MemorySettings | null> {
    return this.settings.manager.transaction(async (transaction) => {
      await transaction
        .createQueryBuilder()
        .insert()
        .into(MemorySettings)
        .values(NOT_CHOSEN)
        .orIgnore()
        .execute();
      const lock = { mode: 'pessimistic_write' } as const;
      const { version } = await transaction.findOneOrFail(MemorySettings, { where: THE_ROW, lock });
      if (versions !== null && !versions.includes(version)) return null;
      const replaced = { turns, chosen_at: now, version: version + 1 };
      await transaction.update(MemorySettings, THE_ROW, replaced);
      return { ...THE_ROW, ...replaced };
    });
  }

  /** The ids of keys whose owners are not known here yet. */
  async listKeysToOwn(): Promise<string[]> {
    const rows = await this.settings.query<{ key_id: string }[]>('select key_id from memory_keys_to_own');
    return rows.map(({ key_id }) => key_id);
  }

  /** Gives what keys stored to their owners. What is of a key that is gone stays nobody's. */
  async own(keys: readonly string[], owners: OwnersOfKeys): Promise<void> {
    await this.settings.manager.transaction(async (transaction) => {
      // No text changes, so no version is kept.
      await transaction.query(`select set_config('groupless.unversioned', 'on', true)`);
      for (const [key_id, owner_id] of owners)
        for (const statement of OWN) await transaction.query(statement, [key_id, owner_id]);
      await transaction.query('delete from memory_keys_to_own where key_id = any($1)', [[...keys]]);
    });
  }
}

const NOT_CHOSEN: MemorySettings = { id: 1, turns: 'own', chosen_at: null, version: 1 };
