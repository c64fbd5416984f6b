import { Injectable } from '@nestjs/common';
import {
  LIMITS,
  type BookableServiceDto,
  type CreateServiceDto,
  type PatchServiceDto,
} from '@groupless/shared-dto';
import { demandFirst, type RequestKey } from '../../database/request-keys';
import type { KnownActor } from '../../platform/access/caller';
import { found } from '../../platform/errors/found';
import { Bus } from '../../shared/bus/bus';
import { newId } from '../../shared/new-id';
import { BOOKED, SERVICE_DROPPED, SERVICE_RENAMED } from '../public';
import { BookableChanges, bookableName, demandNoTime, demandRoom } from './bookable-changes.service';
import { toServiceDto } from './bookable.mapper';
import { BookableRows } from './bookable-rows.repository';
import { Service } from './service.entity';

@Injectable()
export class ServicesService {
  constructor(
    private readonly rows: BookableRows,
    private readonly changes: BookableChanges,
    private readonly bus: Bus,
  ) {}

  /** Those that can be booked by their places, then the archived ones. Agents see what they can book. */
  async list({ caller }: KnownActor): Promise<BookableServiceDto[]> {
    const rows = (await this.rows.listServices()).map(toServiceDto);
    const isAgent = caller.kind === 'key' && caller.scopes.includes('agent');
    return isAgent ? rows.filter(({ archived_at }) => archived_at === null) : rows;
  }

  /** @throws AppError `not_found` */
  async get(id: string): Promise<BookableServiceDto> {
    return toServiceDto(found(await this.rows.findService(id), 'service'));
  }

  /** @throws AppError `invalid_request`, `name_taken` */
  async create(
    service: CreateServiceDto,
    actor: KnownActor,
    request: RequestKey | null,
  ): Promise<BookableServiceDto> {
    const made = await this.changes.change<Service>('service', actor, {
      what: 'created',
      write: async (transaction, { before, at }) => {
        const id = newId(at);
        await demandFirst(transaction, request, id, at);
        demandRoom(before.services, LIMITS.services.max);
        const row = Object.assign(new Service(), {
          ...{
            id,
            buffer_minutes: null,
            needs_room: false,
            price: null,
            description: null,
            archived_at: null,
          },
          ...{ position: before.services.length + 1, named_at: at, named_by: null },
          ...service,
          name: bookableName(service.name, 'name'),
        });
        await this.rows.save(Service, row, transaction);
        return { row };
      },
    });
    return this.get(made.id);
  }

  /** @throws AppError `not_found`, `invalid_request`, `name_taken` */
  async patch(
    id: string,
    { archived_at, ...patch }: PatchServiceDto,
    actor: KnownActor,
  ): Promise<BookableServiceDto> {
    demandNoTime(archived_at);
    let isRenamed = false;
    await this.changes.change<Service>('service', actor, {
      what: patch.name === undefined ? 'updated' : 'renamed',
      write: async (transaction, { before, at }) => {
        const row = found(await this.rows.findService(id, transaction), 'service');
        const isBack = row.archived_at !== null && archived_at === null;
        if (isBack) {
          demandRoom(before.services, LIMITS.services.max);
          Object.assign(row, { archived_at: null, position: before.services.length + 1 });
        }
        const { name } = row;
        Object.assign(row, patch);
        if (patch.name !== undefined) row.name = bookableName(patch.name, 'name');
        if (isBack || row.name !== name) Object.assign(row, { named_at: at, named_by: null });
        await this.rows.save(Service, row, transaction);
        isRenamed = name !== row.name;
        return isRenamed ? { row, details: { from: name, to: row.name } } : { row };
      },
      follow: async (transaction, { id: service_id }, at) => {
        if (isRenamed) await this.bus.tell(SERVICE_RENAMED, { service_id, transaction, at, actor });
      },
    });
    return this.get(id);
  }

  /**
   * Takes it away; what has been booked is archived.
   * @param keeps whether coming appointments that have it keep it
   * @throws AppError `not_found`, `resource_in_use`
   */
  async remove(id: string, { keeps }: { keeps: boolean }, actor: KnownActor): Promise<void> {
    await this.changes.change<Service>('service', actor, {
      what: 'deleted',
      write: async (transaction, { at }) => {
        const row = found(await this.rows.findService(id, transaction), 'service');
        if (row.archived_at === null && !keeps)
          await this.bus.tell(SERVICE_DROPPED, {
            service_id: row.id,
            name: row.name,
            transaction,
            at,
            actor,
          });
        const used = await this.bus.tell(BOOKED, { service_id: row.id, transaction });
        await this.rows.takeAway(Service, { row, isUsed: used.includes(true), at }, transaction);
        return { row };
      },
    });
  }
}
