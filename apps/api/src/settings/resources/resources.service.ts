import { Injectable } from '@nestjs/common';
import {
  findName,
  LIMITS,
  type ChatAgentSettingsDto,
  type CreateResourceDto,
  type PatchResourceDto,
  type RenameResourceDto,
  type ResourceDto,
} from '@groupless/shared-dto';
import { demandFirst, type RequestKey } from '../../database/request-keys';
import type { Transaction } from '../../database/transaction';
import type { KnownActor } from '../../platform/access/caller';
import { AppError, invalidRequest } from '../../platform/errors/app-error';
import { found } from '../../platform/errors/found';
import type { Versioned } from '../../platform/http/answer';
import { Bus } from '../../shared/bus/bus';
import { newId } from '../../shared/new-id';
import { ChatAgentSettingsService } from '../chat-agent-settings.service';
import type { CurrentSettings } from '../chat-agent-settings.mapper';
import { faultsOfHours } from '../hours-faults';
import { BOOKED, KIND_CHANGED, RESOURCE_DROPPED, RESOURCE_RENAMED, type ResourceFate } from '../public';
import { faultsOfExceptions } from '../schedule-faults';
import { BookableChanges, bookableName, demandNoTime, demandRoom } from './bookable-changes.service';
import { toResourceDto } from './bookable.mapper';
import { BookableRows } from './bookable-rows.repository';
import { renamedSettings, withoutHoursOf } from './renamed-settings';
import { Resource } from './resource.entity';
import type { Service } from './service.entity';

const SCHEDULE = ['working_hours', 'services', 'exceptions', 'colour'] as const;

@Injectable()
export class ResourcesService {
  constructor(
    private readonly rows: BookableRows,
    private readonly changes: BookableChanges,
    private readonly settings: ChatAgentSettingsService,
    private readonly bus: Bus,
  ) {}

  /** Those that can be booked by their places, then the archived ones. Agents see what they can book. */
  async list({ caller }: KnownActor): Promise<ResourceDto[]> {
    const rows = (await this.rows.listResources()).map(toResourceDto);
    if (caller.kind !== 'key' || !caller.scopes.includes('agent')) return rows;
    const present = rows.filter(({ archived_at }) => archived_at === null);
    return present.map(({ user_id: _ofTheTeam, ...row }) => row);
  }

  /** @throws AppError `not_found` */
  async get(id: string): Promise<ResourceDto> {
    return toResourceDto(found(await this.rows.findResource(id), 'resource'));
  }

  /** @throws AppError `invalid_request`, `name_taken` */
  async create(
    resource: CreateResourceDto,
    actor: KnownActor,
    request: RequestKey | null,
  ): Promise<ResourceDto> {
    const made = await this.changes.change<Resource>('resource', actor, {
      what: 'created',
      write: async (transaction, { before, at }) => {
        const id = newId(at);
        await demandFirst(transaction, request, id, at);
        demandRoom(before.resources, LIMITS.resources.max);
        const row = Object.assign(new Resource(), {
          ...{
            id,
            kind: 'person' as const,
            user_id: null,
            colour: null,
            working_hours: null,
            exceptions: [],
          },
          ...{ does_all_services: true, services: [], schedule_position: null, archived_at: null },
          position: before.resources.length + 1,
        });
        await this.store(transaction, row, resource, { before, at });
        return { row, fields: withoutHoursOf(row.name, before) };
      },
    });
    return this.get(made.id);
  }

  /** @throws AppError `not_found`, `invalid_request`, `name_taken`, `resource_in_use` */
  async patch(id: string, patch: PatchResourceDto, actor: KnownActor): Promise<ResourceDto> {
    demandNoTime(patch.archived_at);
    await this.changeRow(actor, patch, async (transaction) =>
      found(await this.rows.findResource(id, transaction), 'resource'),
    );
    return this.get(id);
  }

  /**
   * Gives a resource another name, and all that names it.
   * @returns the settings afterwards
   * @throws AppError `invalid_request`, `unknown_resource`, `name_taken`
   */
  async rename({ from, to }: RenameResourceDto, actor: KnownActor): Promise<Versioned<ChatAgentSettingsDto>> {
    bookableName(to, 'to');
    await this.changeRow(actor, { name: to }, async (transaction, { resources }) => {
      const name = findName(resources, from);
      const row = await this.rows.findPresentResource(name ?? from, transaction);
      if (row === null) throw unknownResource(from, resources);
      return row;
    });
    return this.settings.get({ withReasons: true });
  }

  /**
   * Takes it away; what has been booked is archived.
   * @param move_to the id of the one that gets its coming appointments
   * @throws AppError `not_found`, `resource_in_use`, `slot_taken`, `invalid_request`
   */
  async remove(
    id: string,
    { move_to, keeps }: { move_to: string | undefined; keeps: boolean },
    actor: KnownActor,
  ): Promise<void> {
    await this.changes.change<Resource>('resource', actor, {
      what: 'deleted',
      write: async (transaction, { before, at }) => {
        const row = found(await this.rows.findResource(id, transaction), 'resource');
        if (row.archived_at === null) {
          if (before.resources.length === 1) throw onlyOne(row.name);
          const to = move_to === undefined ? null : await this.rows.findResource(move_to, transaction);
          const fate = fateOf(row, { asks: move_to !== undefined, to, keeps });
          await this.bus.tell(RESOURCE_DROPPED, { resource: row.name, fate, transaction, at, actor });
        }
        const used = await this.bus.tell(BOOKED, { resource_id: row.id, transaction });
        const isUsed = used.includes(true) || (await this.rows.isClosed(row.id, transaction));
        await this.rows.takeAway(Resource, { row, isUsed, at }, transaction);
        const { unnamed_resource } = before;
        return { row, fields: { unnamed_resource: unnamed_resource === row.name ? null : unnamed_resource } };
      },
    });
  }

  private async changeRow(
    actor: KnownActor,
    patch: PatchResourceDto,
    find: (transaction: Transaction, before: CurrentSettings) => Promise<Resource>,
  ): Promise<void> {
    const renamed = { from: '', to: '' };
    await this.changes.change<Resource>('resource', actor, {
      what: patch.name === undefined ? 'updated' : 'renamed',
      write: async (transaction, { before, at }) => {
        const row = await find(transaction, before);
        renamed.from = row.name;
        if (patch.kind !== undefined && patch.kind !== row.kind)
          await this.bus.tell(KIND_CHANGED, { resource_id: row.id, name: row.name, transaction, at, actor });
        if (row.archived_at !== null) {
          if (patch.archived_at === null) demandRoom(before.resources, LIMITS.resources.max);
          else if (patch.name !== undefined) throw notWhileArchived();
        }
        await this.store(transaction, row, patch, { before, at });
        renamed.to = row.name;
        if (renamed.from === renamed.to) return { row };
        return { row, fields: renamedSettings(before, renamed), details: { ...renamed } };
      },
      follow: async (transaction, _row, at) => {
        if (renamed.from !== renamed.to)
          await this.bus.tell(RESOURCE_RENAMED, { ...renamed, transaction, at, actor });
      },
    });
  }

  private async store(
    transaction: Transaction,
    row: Resource,
    change: PatchResourceDto,
    { before, at }: { before: CurrentSettings; at: Date },
  ): Promise<void> {
    const { name, services, archived_at, position, ...fields } = change;
    const hours = faultsOfHours(fields.working_hours ?? [], 'working_hours');
    const faults = [...hours, ...faultsOfExceptions(fields.exceptions ?? [], 'exceptions')];
    if (faults.length > 0) throw invalidRequest(faults);
    Object.assign(row, fields);
    const was = row.name;
    if (name !== undefined) row.name = bookableName(name, 'name');
    if (position !== undefined) row.position = position;
    if (services !== undefined) {
      row.does_all_services = services === null;
      row.services = services === null ? [] : presentOf(services, await this.rows.listServices(transaction));
    }
    if (SCHEDULE.some((field) => change[field] !== undefined))
      row.schedule_position ??= before.schedules.length + 1;
    const isBack = row.archived_at !== null && archived_at === null;
    if (isBack) Object.assign(row, { archived_at: null, position: position ?? before.resources.length + 1 });
    if (isBack || row.name !== was) Object.assign(row, { named_at: at, named_by: null });
    await this.rows.save(Resource, row, transaction);
  }
}

/** @throws AppError `invalid_request` for one to move to that is not there */
function fateOf(
  row: Resource,
  { asks, to, keeps }: { asks: boolean; to: Resource | null; keeps: boolean },
): ResourceFate {
  if (!asks) return { kind: keeps ? 'keep' : 'refuse' };
  if (to !== null && to.archived_at === null && to.id !== row.id) return { kind: 'move', to: to.name };
  const message = 'move_to must be the id of another resource that can be booked.';
  throw invalidRequest([{ field: 'move_to', code: 'not_allowed', message }]);
}

/** @throws AppError `invalid_request` for ids of no service */
function presentOf(ids: readonly string[], services: readonly Service[]): Service[] {
  const present = services.filter(({ archived_at }) => archived_at === null);
  return ids.map((id, index) => {
    const service = present.find((one) => one.id === id.toLowerCase());
    if (service !== undefined) return service;
    const field = `services.${index}`;
    const message = `${field} is no service that can be booked.`;
    throw invalidRequest([{ field, code: 'not_allowed', message }]);
  });
}

function unknownResource(wanted: string, resources: readonly string[]): AppError {
  const detail = `The settings have no resource "${wanted}". They have ${resources.join(', ')}.`;
  return new AppError('unknown_resource', detail, { members: { allowed: [...resources] } });
}

function onlyOne(name: string): AppError {
  return new AppError(
    'resource_in_use',
    `${name} is the only one that can be booked. Make another one first.`,
  );
}

function notWhileArchived(): AppError {
  const message =
    'name cannot change while the resource is archived. Bring it back first: {"archived_at": null}.';
  return invalidRequest([{ field: 'name', code: 'not_allowed', message }]);
}
