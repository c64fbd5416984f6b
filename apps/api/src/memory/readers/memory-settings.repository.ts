import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { TurnsOf } from '@groupless/shared-dto';
import { Repository } from 'typeorm';
import { MEMORY } from '../../database/memory.data-source';
import { inLongTransaction } from '../../database/statements/long-transaction';
import type { ExpectedVersions } from '../../platform/http/headers/if-match';
import { MemorySettings } from './memory-settings.entity';
import { PROJECT_CHATS } from './reader';

const THE_ROW = { id: 1 };

/**
 * What the key $1 stored before its owner $2 was known. Where the owner has a turn by now with the id of an older one, it was sent
 * again: the newer stays. Two projects of one owner at one place stay two.
 */
const OWN = [
  `delete from chat_history as older
   where owner_id = $1 and starts_with(chat_id, '${PROJECT_CHATS}') and external_id is not null
     and exists (select from chat_history as newer
                 where newer.chat_id = older.chat_id and newer.external_id = older.external_id
                   and coalesce(newer.owner_id, '') = $2)`,
  `update chat_history set owner_id = $2 where owner_id = $1 and starts_with(chat_id, '${PROJECT_CHATS}')`,
  'update assistant_sessions set owner_id = $2 where owner_id = $1',
  `update memory_versions set before = before || jsonb_build_object('owner_id', $2::text)
   where kind = 'session' and before ->> 'owner_id' = $1`,
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

  /** Gives what a key stored to its owner. What is of a key that is gone stays nobody's. */
  own(key_id: string, owner_id: string | null): Promise<void> {
    return inLongTransaction(this.settings, async (transaction) => {
      // No text changes, so no version is kept.
      await transaction.query(`select set_config('groupless.unversioned', 'on', true)`);
      if (owner_id !== null)
        for (const statement of OWN) await transaction.query(statement, [key_id, owner_id]);
      await transaction.query('delete from memory_keys_to_own where key_id = $1', [key_id]);
    });
  }
}

const NOT_CHOSEN: MemorySettings = { id: 1, turns: 'own', chosen_at: null, version: 1 };
