import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { MemoryHistoryQueryDto, PageDto, UndoSeveralDto, VersionKind } from '@groupless/shared-dto';
import {
  In,
  LessThan,
  Raw,
  Repository,
  type EntityManager,
  type FindOptionsWhere,
  type SelectQueryBuilder,
} from 'typeorm';
import { MEMORY } from '../../database/memory.data-source';
import { removeInParts, removePartBefore } from '../../database/statements/remove-in-parts';
import { readEntityPage } from '../../database/pages/read-entity-page';
import { Retention } from '../../shared/retention';
import { isOwnedFor, isProjectFor, isSessionFor, OF_PROJECTS, type Reader } from '../readers/reader';
import { MemoryVersion } from './memory-version.entity';
import { rowOf } from './stored-row.statements';
import { VERSIONED, type VersionedRow } from './versioned-kinds';

/** A version with the row as it was before and after. */
export interface Change extends Omit<MemoryVersion, 'before'> {
  before: VersionedRow | null;
  after: VersionedRow | null;
}

const NEWEST_FIRST = [{ sql: 'version', kind: 'integer', descending: true }] as const;

/** The next version of each, in one query: it has the row after the change. */
const NEXT = `
  select known.version, next.before
  from memory_versions as known
  cross join lateral (
    select before from memory_versions as later
    where later.kind = known.kind and later.row_id = known.row_id and later.version > known.version
    order by later.version limit 1
  ) as next
  where known.version = any($1)`;

/**
 * Whether a change is for a reader: neither the row was somebody's own before it, nor is it after it, which stands in the next
 * change or in the row.
 */
const IS_FOR_READER = `(change.kind = 'person' or (
  ${isOwnedFor("(change.before ->> 'owner_id')", ':owner')} and ${isProjectFor("(change.before ->> 'private_to')", ':owner')}
  and not exists (
    select from (
      (select before ->> 'owner_id' as owner_id, before ->> 'private_to' as private_to from memory_versions as next
       where next.kind = change.kind and next.row_id = change.row_id and next.version > change.version
       order by next.version limit 1)
      union all
      select owner_id, private_to from assistant_sessions as live where change.kind = 'session' and live.id = change.row_id
      ${OF_PROJECTS.map(
        ([kind, table]) => `union all
      select null, private_to from ${table} as live where change.kind = '${kind}' and live.id = change.row_id`,
      ).join('\n      ')}
    ) as after
    where not ${isSessionFor('after.', ':owner')})))`;

/** Deleted projects of the tasks, state and decisions of changes. */
const NEEDED = `
  deletion.row_id in (
    select (owned.before ->> 'project_id')::bigint from memory_versions as owned
    where owned.version = any(:versions) and owned.kind in ('task', 'state', 'decision'))
  and not exists (select from assistant_projects as project where project.id = deletion.row_id)`;

@Injectable()
export class VersionsRepository {
  constructor(
    @InjectRepository(MemoryVersion, MEMORY) private readonly versions: Repository<MemoryVersion>,
  ) {}

  /** @param kinds the kinds that the caller may read */
  async listChanges(
    kinds: readonly VersionKind[],
    { id, by, through, ...page }: Omit<MemoryHistoryQueryDto, 'kind'>,
    { owner }: Reader,
  ): Promise<PageDto<Change>> {
    const query = this.versions
      .createQueryBuilder('change')
      .where({ kind: In([...kinds]) })
      .andWhere(IS_FOR_READER, { owner });
    if (id !== undefined) query.andWhere({ row_id: id });
    if (by !== undefined) query.andWhere({ by });
    if (through !== undefined) query.andWhere({ through });
    const found = await readEntityPage(query, NEWEST_FIRST, page);
    return { ...found, items: await this.readChanges(this.versions.manager, found.items) };
  }

  /** The newest changes that a user or key made in a time and a reader may see, the newest first. */
  async listVersionsOf(wish: UndoSeveralDto, most: number, reader: Reader): Promise<number[]> {
    const found = await this.madeBy(wish, reader)
      .select('change.version')
      .orderBy('change.version', 'DESC')
      .limit(most)
      .getMany();
    return found.map(({ version }) => version);
  }

  /** The deletions among the changes of a wish without which these changes cannot be undone: of the projects of tasks. */
  async listNeeded(versions: readonly number[], wish: UndoSeveralDto): Promise<number[]> {
    const needed = await this.versions
      .createQueryBuilder('deletion')
      .select('max(deletion.version)', 'version')
      .where({ ...madeBy({ ...wish, before: undefined }), kind: 'project' })
      .andWhere(NEEDED, { versions })
      .groupBy('deletion.row_id')
      .getRawMany<{ version: string }>();
    return needed.map(({ version }) => Number(version));
  }

  countVersionsOf(wish: UndoSeveralDto, reader: Reader): Promise<number> {
    return this.madeBy(wish, reader).getCount();
  }

  private madeBy(wish: UndoSeveralDto, { owner }: Reader): SelectQueryBuilder<MemoryVersion> {
    return this.versions.createQueryBuilder('change').where(madeBy(wish)).andWhere(IS_FOR_READER, { owner });
  }

  /** The changes that a reader may see. */
  async findChanges(versions: readonly number[], { owner }: Reader): Promise<Change[]> {
    const found = await this.versions
      .createQueryBuilder('change')
      .where({ version: In([...versions]) })
      .andWhere(IS_FOR_READER, { owner })
      .orderBy('change.version', 'DESC')
      .getMany();
    return this.readChanges(this.versions.manager, found);
  }

  @Retention({ what: 'versions of the memory', days: ({ memory_versions_days: days }) => days })
  removeBefore(before: Date): Promise<number> {
    return removeInParts(() => removePartBefore(this.versions, ['version', 'at'], before));
  }

  /** The versions with their rows, in the same order. */
  async readChanges(manager: EntityManager, versions: readonly MemoryVersion[]): Promise<Change[]> {
    const followed = await manager.query<{ version: string; before: object | null }[]>(NEXT, [
      versions.map(({ version }) => version),
    ]);
    const next = new Map(followed.map(({ version, before }) => [Number(version), before]));
    const live = await readRows(
      manager,
      versions.filter(({ version }) => !next.has(version)),
    );
    return versions.map(({ version, kind, row_id, at, by, through, before }) => ({
      version,
      kind,
      row_id,
      at,
      by,
      through,
      before: rowOf(manager, kind, before),
      after: next.has(version)
        ? rowOf(manager, kind, next.get(version) ?? null)
        : (live.get(`${kind}:${row_id}`) ?? null),
    }));
  }
}

function madeBy({ by, through, since, until, before }: UndoSeveralDto): FindOptionsWhere<MemoryVersion> {
  const time = { since, until: until ?? null };
  return {
    by: Raw((column) => `${column} is not distinct from :by::text`, { by }),
    at: Raw((column) => `${column} between :since and coalesce(:until::timestamptz, 'infinity')`, time),
    ...(through === undefined ? {} : { through }),
    ...(before === undefined ? {} : { version: LessThan(before) }),
  };
}

async function readRows(
  manager: EntityManager,
  versions: readonly MemoryVersion[],
): Promise<Map<string, VersionedRow>> {
  const rows = new Map<string, VersionedRow>();
  for (const kind of new Set(versions.map((version) => version.kind))) {
    const ids = versions.filter((version) => version.kind === kind).map(({ row_id }) => row_id);
    const found = await manager.findBy(VERSIONED[kind].entity, { id: In(ids) });
    for (const row of found) rows.set(`${kind}:${row.id}`, row);
  }
  return rows;
}
