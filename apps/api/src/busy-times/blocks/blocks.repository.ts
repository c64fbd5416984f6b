import { claimRequest, type RequestKey } from '../../database/request-keys';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { PageDto, SeriesScope } from '@groupless/shared-dto';
import { Repository, type EntityManager } from 'typeorm';
import { AuditEvent } from '../../audit/audit-event.entity';
import type { SortKey } from '../../database/pages/page-statements';
import { readEntityPage } from '../../database/pages/read-entity-page';
import type { PageInput } from '../../database/pages/read-page';
import { isNamed } from '../../database/statements/is-named';
import { lockAllResources, lockResources } from '../../database/resource-locks';
import type { ReadPlaces } from '../../shared/known-names';
import { Block } from './block.entity';

const BY_START: SortKey[] = [
  { sql: 'block.starts_at', kind: 'time', descending: false },
  { sql: 'block.id', kind: 'uuid', descending: false },
];

const NAMED = isNamed('block.resource', ':resource');
const IDENTIFIED = 'block.resource_id = any(:resource_id::uuid[])';

export interface BlockFilters extends ReadPlaces {
  from: string | null;
  to: string | null;
}

/** What a change makes of the stored blocks that it is about, and what is noted of it. */
interface BlockChange {
  change: (stored: Block, asked: Block) => Block;
  auditOf: (asked: Block, count: number) => AuditEvent;
}

@Injectable()
export class BlocksRepository {
  constructor(@InjectRepository(Block) private readonly blocks: Repository<Block>) {}

  /** @throws AppError `invalid_cursor` */
  listBlocks({ from, to, resource, resource_id }: BlockFilters, page: PageInput): Promise<PageDto<Block>> {
    const query = this.blocks.createQueryBuilder('block');
    if (from !== null) query.andWhere('block.ends_at > :from', { from });
    if (to !== null) query.andWhere('block.starts_at < :to', { to });
    if (resource !== null) query.andWhere(`(block.resource is null or ${NAMED})`, { resource });
    if (resource_id !== null) query.andWhere(`(block.resource_id is null or ${IDENTIFIED})`, { resource_id });
    return readEntityPage(query, BY_START, page);
  }

  findBlock(id: string): Promise<Block | null> {
    return this.blocks.findOneBy({ id });
  }

  /** The block and, by the scope, those of its series; by time. None if nothing has the id. */
  listScope(id: string, scope: SeriesScope): Promise<Block[]> {
    return listScope(this.blocks.manager, id, scope);
  }

  /** Stores blocks while nobody books their resources: of a booking and a block at once, one sees the other. */
  /**
   * @param request its `Idempotency-Key`
   * @returns the id of the first block of an earlier request with that key; null: these blocks were inserted
   * @throws AppError `idempotency_key_reused`
   */
  insertBlocks(
    blocks: readonly Block[],
    audit: AuditEvent,
    request: RequestKey | null,
  ): Promise<string | null> {
    return this.blocks.manager.transaction(async (transaction) => {
      const [first] = blocks;
      const known =
        request === null || first === undefined
          ? null
          : await claimRequest(transaction, request, first.id, first.created_at);
      if (known !== null) return known;
      await lock(transaction, blocks);
      await transaction.insert(Block, [...blocks]);
      await transaction.insert(AuditEvent, audit);
      return null;
    });
  }

  /** A block with all of its series. */
  async listSeries(id: string): Promise<Block[]> {
    const block = await this.findBlock(id);
    const { series_id = null } = block ?? {};
    if (block === null || series_id === null) return block === null ? [] : [block];
    return this.blocks.find({ where: { series_id }, order: { starts_at: 'ASC', id: 'ASC' } });
  }

  /** @returns the changed blocks; none if nothing has the id */
  changeBlocks(id: string, scope: SeriesScope, { change, auditOf }: BlockChange): Promise<Block[]> {
    return this.blocks.manager.transaction(async (transaction) => {
      const stored = await listScope(transaction, id, scope, true);
      const asked = stored.find((one) => one.id === id);
      if (asked === undefined) return [];
      const changed = stored.map((one) => change(one, asked));
      await lock(transaction, [...stored, ...changed]);
      await transaction.save(Block, changed);
      await transaction.insert(AuditEvent, auditOf(asked, changed.length));
      return changed;
    });
  }

  /** @returns the removed blocks */
  deleteBlocks(id: string, scope: SeriesScope, auditOf: BlockChange['auditOf']): Promise<Block[]> {
    return this.blocks.manager.transaction(async (transaction) => {
      const stored = await listScope(transaction, id, scope, true);
      const asked = stored.find((one) => one.id === id);
      if (asked === undefined) return [];
      await transaction.insert(AuditEvent, auditOf(asked, stored.length));
      await transaction.delete(
        Block,
        stored.map((one) => one.id),
      );
      return stored;
    });
  }
}

async function listScope(
  manager: EntityManager,
  id: string,
  scope: SeriesScope,
  isLocked = false,
): Promise<Block[]> {
  const query = manager.createQueryBuilder(Block, 'block').where('block.id = :id', { id });
  if (scope !== 'this') {
    const ofAsked = (column: string) => `(select ${column} from blocks where id = :id)`;
    const since = scope === 'all' ? '' : `and block.starts_at >= ${ofAsked('starts_at')}`;
    query.orWhere(`block.series_id = ${ofAsked('series_id')} ${since}`);
  }
  if (isLocked) query.setLock('pessimistic_write');
  return query.orderBy('block.starts_at').addOrderBy('block.id').getMany();
}

function lock(transaction: EntityManager, blocks: readonly Block[]): Promise<unknown> {
  const places = blocks.flatMap(({ resource, resource_id = null }) =>
    resource === null ? [] : { resource, resource_id },
  );
  return places.length < blocks.length ? lockAllResources(transaction) : lockResources(transaction, places);
}
