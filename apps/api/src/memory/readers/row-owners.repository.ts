import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { VersionKind } from '@groupless/shared-dto';
import type { DataSource } from 'typeorm';
import { MEMORY } from '../../database/memory.data-source';
import { isOwnedFor, OF_PROJECTS } from './reader';

export type OwnableKind = Exclude<VersionKind, 'person'>;

const TABLES = { session: 'assistant_sessions', ...Object.fromEntries(OF_PROJECTS) } as Record<
  OwnableKind,
  string
>;

/** The only user for whom the row $1 is, or was before it was deleted: of a private project, or of a session. */
const findOwner = (kind: OwnableKind) => `
  select coalesce(stored ->> 'private_to',
                  case when not ${isOwnedFor("(stored ->> 'owner_id')", "''")} then stored ->> 'owner_id' end) as owner
  from (
    select 0 as place, to_jsonb(live) as stored from ${TABLES[kind]} as live where id = $1
    union all
    (select 1, before from memory_versions where kind = '${kind}' and row_id = $1 order by version desc limit 1)
  ) as told
  order by place limit 1`;

@Injectable()
export class RowOwnersRepository {
  constructor(@InjectDataSource(MEMORY) private readonly memory: DataSource) {}

  /** Null: all who may read such rows. */
  async findOwner(kind: OwnableKind, id: number): Promise<string | null> {
    const [found] = await this.memory.query<{ owner: string | null }[]>(findOwner(kind), [id]);
    return found?.owner ?? null;
  }
}
