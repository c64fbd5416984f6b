import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { MEMORY } from '../../database/memory.data-source';
import { isOwnedFor } from './reader';

/** The owner of the session $1, or of the last version of one that is gone, if it is for nobody else. */
const FIND_OWNER = `
  select owner_id from (
    select 0 as place, owner_id from assistant_sessions where id = $1
    union all
    (select 1, before ->> 'owner_id' from memory_versions
     where kind = 'session' and row_id = $1 order by version desc limit 1)
  ) as told
  where not ${isOwnedFor('owner_id', "''")}
    and (place = 0 or not exists (select from assistant_sessions where id = $1))`;

@Injectable()
export class SessionOwnersRepository {
  constructor(@InjectDataSource(MEMORY) private readonly memory: DataSource) {}

  async findOwner(session: number): Promise<string | null> {
    const [found] = await this.memory.query<{ owner_id: string }[]>(FIND_OWNER, [session]);
    return found?.owner_id ?? null;
  }
}
