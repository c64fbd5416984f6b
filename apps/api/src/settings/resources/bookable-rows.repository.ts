import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository, type EntityManager } from 'typeorm';
import { foldName } from '@groupless/shared-dto';
import { breaks } from '../../database/violations';
import { AppError, invalidRequest } from '../../platform/errors/app-error';
import type { BookableSettings } from '../chat-agent-settings.repository';
import { Resource } from './resource.entity';
import { Service } from './service.entity';

/** The document's part of a replacement. */
export type BookableDocument = Omit<BookableSettings, 'former_resources' | 'rows'>;

export interface Replacement {
  at: Date;
  /** Whose it is: `user:<id>`, `key:<id>`. */
  by: string;
}

/** Present rows that had one of the names and have another now. No present row has the name. */
const renamed = (table: string, one: string) => `
  select former.name, present.name as now
  from ${table} as present join ${one}_names as former on former.${one}_id = present.id
    join unnest($1::text[]) as asked (name) on folded_name(asked.name) = folded_name(former.name)
  where present.archived_at is null and not exists (
    select from ${table} as other where other.archived_at is null and folded_name(other.name) = folded_name(asked.name))
  order by former.until desc limit 1`;

/** Present rows that are not named, and that another request than the last one of the same caller has made or renamed. */
const recent = (table: string, names: string) => `
  select name, position from ${table}
  where archived_at is null and named_at > $3 and named_by is distinct from $4
    and folded_name(name) <> all (select folded_name(one) from unnest(${names}::text[]) as one)`;

const RECENT = `
  select name from (
    select 0 as list, * from (${recent('resources', '$1')}) as resources
    union all
    select 1, * from (${recent('services', '$2')}) as services
  ) as rows order by list, position`;

const STORE = 'select store_bookable_settings($1, $2, $3, $4, $5, $6)';

/** Makes room at a place, or closes the gap of what is archived. */
const place = (table: string) => `
  with ordered as (
    select id, row_number() over (order by position, id) as place from ${table} where archived_at is null and id <> $1
  ), places as (
    select id, place + (place >= $2)::integer as place from ordered
    union all
    select $1::uuid, least($2, (select count(*) + 1 from ordered))
  )
  update ${table} as t set position = place from places
  where places.id = t.id and t.archived_at is null and position <> place`;

const PRESENT_FIRST = {
  archived_at: { direction: 'desc', nulls: 'first' },
  position: 'asc',
  id: 'asc',
} as const;

/** The rows of what can be booked. Who writes them holds the settings (`ChatAgentSettingsRepository`). */
@Injectable()
export class BookableRows {
  constructor(@InjectRepository(Resource) private readonly resources: Repository<Resource>) {}

  /** Stores the whole document: names that are not there make rows, and rows that are not named are archived. */
  async store(
    transaction: EntityManager,
    { resources, services, schedules, closures }: BookableDocument,
    { at, by }: Replacement,
  ): Promise<void> {
    const lists = [resources, services, schedules, closures].map((list) => JSON.stringify(list));
    await transaction.query(STORE, [...lists, at, by]);
  }

  /** @throws AppError `resource_renamed`, `service_renamed` for a former name of what has another name now */
  async demandNamesOfNow(transaction: EntityManager, document: BookableDocument): Promise<void> {
    const { resources, services } = namesIn(document);
    await demandNone(transaction, renamed('resources', 'resource'), resources, 'resource_renamed');
    await demandNone(transaction, renamed('services', 'service'), services, 'service_renamed');
  }

  /** What a replacement would archive that others made or renamed since. */
  async listRecent(
    transaction: EntityManager,
    document: BookableDocument,
    { since, by }: { since: Date; by: string },
  ): Promise<string[]> {
    const { resources, services } = namesIn(document);
    const rows = await transaction.query<{ name: string }[]>(RECENT, [resources, services, since, by]);
    return rows.map(({ name }) => name);
  }

  /** The archived ones last. */
  listResources(): Promise<Resource[]> {
    return this.resources.find({ relations: { services: true }, order: PRESENT_FIRST });
  }

  /** The archived ones last. */
  listServices(manager: EntityManager = this.resources.manager): Promise<Service[]> {
    return manager.find(Service, { order: PRESENT_FIRST });
  }

  findResource(id: string, manager: EntityManager = this.resources.manager): Promise<Resource | null> {
    return manager.findOne(Resource, { where: { id }, relations: { services: true } });
  }

  findPresentResource(name: string, transaction: EntityManager): Promise<Resource | null> {
    return transaction.findOne(Resource, {
      where: { name, archived_at: IsNull() },
      relations: { services: true },
    });
  }

  findService(id: string, manager: EntityManager = this.resources.manager): Promise<Service | null> {
    return manager.findOneBy(Service, { id });
  }

  /** Whether a closure is of this resource. */
  async isClosed(id: string, transaction: EntityManager): Promise<boolean> {
    const [row] = await transaction.query<object[]>('select from closures where resource_id = $1 limit 1', [
      id,
    ]);
    return row !== undefined;
  }

  /**
   * Stores a row at its place.
   * @throws AppError `name_taken`, `invalid_request` for an unknown user
   */
  async save<Row extends Resource | Service>(
    kind: new () => Row,
    row: Row,
    transaction: EntityManager,
  ): Promise<void> {
    await transaction.save(kind, row).catch((error: unknown) => {
      if (breaks(error, 'resources_name') || breaks(error, 'services_name')) throw nameTaken(row.name);
      if (breaks(error, 'resources_user')) throw noUser();
      throw error;
    });
    if (row.archived_at !== null) return;
    const { tableName } = transaction.getRepository(kind).metadata;
    await transaction.query(place(tableName), [row.id, row.position]);
  }

  /** Removes a row, or archives what has been booked. */
  async takeAway<Row extends Resource | Service>(
    kind: new () => Row,
    { row, isUsed, at }: { row: Row; isUsed: boolean; at: Date },
    transaction: EntityManager,
  ): Promise<void> {
    if (!isUsed) await transaction.delete(kind, row.id);
    else if (row.archived_at === null)
      await this.save(kind, Object.assign(row, { archived_at: at }), transaction);
  }
}

function namesIn({ resources, services }: BookableDocument): Record<'resources' | 'services', string[]> {
  return { resources, services: services.map(({ name }) => name) };
}

async function demandNone(
  transaction: EntityManager,
  statement: string,
  names: readonly string[],
  code: 'resource_renamed' | 'service_renamed',
): Promise<void> {
  const [found] = await transaction.query<{ name: string; now: string }[]>(statement, [names]);
  if (found === undefined) return;
  const asked = names.find((name) => foldName(name) === foldName(found.name)) ?? found.name;
  const detail =
    `"${asked}" is called ${found.now} now, and nothing was changed. Read the settings again. To have another one of ` +
    `that name beside it, send POST /api/${code === 'resource_renamed' ? 'resources' : 'services'}.`;
  throw new AppError(code, detail, { members: { name: found.now } });
}

function nameTaken(name: string): AppError {
  return new AppError('name_taken', `Another one is called ${name}.`);
}

function noUser(): AppError {
  return invalidRequest([{ field: 'user_id', code: 'not_allowed', message: 'user_id is no user.' }]);
}
