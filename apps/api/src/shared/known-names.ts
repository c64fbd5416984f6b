import {
  ANY_RESOURCE,
  findName,
  isKnownResource,
  isSameName,
  presentName,
  type AppointmentDto,
  type BookedServiceDto,
  type ChatAgentSettingsDto,
  type FieldErrorDto,
  type KnownResources,
} from '@groupless/shared-dto';
import { AppError, invalidRequest } from '../platform/errors/app-error';

/** A row that can be booked. */
export interface NamedRow {
  id: string;
  name: string;
}

/** The rows behind the names of the settings. */
export interface KnownRows {
  resources: NamedRow[];
  services: NamedRow[];
  /** Names of present resources that who has left had, too. */
  shared_names: string[];
  /** Former names that mean one service of now, with its id. */
  former_services: NamedRow[];
}

/** A resource by its name, or by its id; null: all of them. */
export interface AskedPlace {
  resource?: string | null | undefined;
  resource_id?: string | null | undefined;
}

export interface Place {
  resource: string | null;
  resource_id: string | null;
}

/** What a request names, by names or by ids. */
export interface AskedNames {
  service?: string | null | undefined;
  services?: readonly string[] | undefined;
  service_ids?: readonly string[] | undefined;
  resource?: string | undefined;
  resource_id?: string | undefined;
}

/** The names that are meant. */
export interface MeantNames {
  /** In their order; undefined: nothing was said of services. */
  services: readonly string[] | undefined;
  resource: string | undefined;
  /** Whether the resource was sent by its id, which no new one has. */
  is_by_id: boolean;
}

/** What an appointment has already. */
export type OwnRows = Pick<AppointmentDto, 'resource' | 'resource_id' | 'services'>;

type Known = KnownResources & Pick<ChatAgentSettingsDto, 'services'> & { rows: KnownRows };

interface NameTerms {
  /** Whether a resource may be one that the settings do not have. Never for agents. */
  new_resource?: boolean;
  /** The appointment that is changed: sending its own names again changes nothing. */
  stored?: OwnRows;
}

/**
 * The names of now for what a request names. What nobody has stays as it was sent, to be refused by `demandKnownNames()`.
 * @param stored the appointment that is changed, whose rows may have left
 * @throws AppError `invalid_request` where one thing is named twice
 */
export function meantNames(asked: AskedNames, settings: Known, stored?: OwnRows): MeantNames {
  const { service, services, service_ids, resource, resource_id } = asked;
  demandNamedOnce(asked);
  const given = { service, services, service_ids };
  const [first, second] = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : name));
  if (first !== undefined && second !== undefined) throw twice(first, second);
  const { rows } = settings;
  const own = stored && { id: stored.resource_id, name: stored.resource };
  const nameOf = (id: string, known: readonly NamedRow[]) => known.find((one) => one.id === id)?.name ?? id;
  const named = services ?? (service === null ? [] : service === undefined ? undefined : [service]);
  return {
    services:
      service_ids?.map((id) => nameOf(id.toLowerCase(), [...(stored?.services ?? []), ...rows.services])) ??
      named?.map((name) => presentService(name, settings)),
    resource:
      resource_id === undefined
        ? resource
        : nameOf(resource_id.toLowerCase(), [...(own ? [own] : []), ...rows.resources]),
    is_by_id: resource_id !== undefined,
  };
}

/** The service that a name means: the present one, else the one that alone had the name before. */
function presentService(wanted: string, { services, rows }: Known): string {
  const present = findName(
    services.map(({ name }) => name),
    wanted,
  );
  if (present !== undefined) return present;
  const former = rows.former_services.find(({ name }) => isSameName(name, wanted));
  return rows.services.find(({ id }) => id === former?.id)?.name ?? wanted;
}

/**
 * Refuses names that the settings do not have: nobody would be there, and a misspelt name is free whenever the right one is
 * taken.
 * @throws AppError `unknown_service`, `unknown_resource`
 */
export function demandKnownNames(
  { services = [], resource, is_by_id }: MeantNames,
  settings: Known,
  { new_resource = false, stored }: NameTerms = {},
): void {
  const names = settings.services.map(({ name }) => name);
  const own = stored?.services.map(({ name }) => name) ?? [];
  const stranger = services.find((name) => findName([...names, ...own], name) === undefined);
  if (stranger !== undefined) throw unknown('service', stranger, names);
  if (resource === undefined || (new_resource && !is_by_id)) return;
  if (stored !== undefined && isSameName(resource, stored.resource)) return;
  if (!isKnownResource(resource, settings))
    throw unknown('resource', resource, choicesOf(settings.resources));
}

/**
 * The resource of what is for one or for all; null: all of them. It cannot be whoever is free.
 * @param own that of the row that is changed: sending it again changes nothing
 * @throws AppError `unknown_resource`, `invalid_request` for an id and a name
 */
export function placeOrAll(
  { resource, resource_id }: AskedPlace,
  known: KnownResources & { rows: KnownRows },
  own: Place = ALL,
): Place {
  demandNamedOnce({ resource, resource_id });
  const wanted = resource_id ?? resource ?? null;
  if (wanted === null) return ALL;
  if (wanted === own.resource_id) return own;
  if (resource !== undefined && own.resource !== null && isSameName(wanted, own.resource)) return own;
  const name = resource === undefined ? null : presentName(wanted, known);
  const row = known.rows.resources.find((one) => one.id === resource_id || one.name === name);
  if (row !== undefined) return { resource: row.name, resource_id: row.id };
  throw unknown('resource', wanted, known.resources);
}

/** @throws AppError `invalid_request` for an id and a name */
export function demandNamedOnce({ resource, resource_id }: AskedPlace): void {
  if (resource !== undefined && resource_id !== undefined) throw twice('resource', 'resource_id');
}

const ALL: Place = { resource: null, resource_id: null };

function twice(name: string, id: string): AppError {
  const message = `Send ${name} or ${id}, not both.`;
  return invalidRequest([{ field: id, code: 'not_allowed', message }]);
}

/** The services with these names in the present settings, as a visit has them; those that are not there are left out. */
export function visitOf(names: readonly string[] | undefined, { services, rows }: Known): BookedServiceDto[] {
  return (names ?? []).flatMap((wanted) => {
    const one = services.find(({ name }) => isSameName(name, wanted));
    const id = rows.services.find(({ name }) => name === one?.name)?.id;
    if (one === undefined || id === undefined) return [];
    const { name, duration_minutes, buffer_minutes = 0 } = one;
    return [{ id, name, duration_minutes, buffer_minutes }];
  });
}

/** How long a visit is; null: of no services. */
export function minutesOf(visit: readonly BookedServiceDto[]): number | null {
  return visit.length === 0 ? null : visit.reduce((sum, one) => sum + one.duration_minutes, 0);
}

/** How long the resource stays free after a visit: that of the last service. */
export function bufferOf(visit: readonly BookedServiceDto[]): number {
  return visit.at(-1)?.buffer_minutes ?? 0;
}

/** The services of a visit in a text. */
export function inOneLine(visit: readonly { name: string }[]): string {
  return visit.map(({ name }) => name).join(', ');
}

/** The values that a request may send as a resource. */
export function choicesOf(resources: readonly string[]): string[] {
  return resources.length > 1 ? [ANY_RESOURCE, ...resources] : [...resources];
}

function unknown(field: 'service' | 'resource', name: string, known: readonly string[]): AppError {
  const next =
    known.length === 0
      ? `Leave ${field} out.`
      : `Call again with one of these, or leave it out: ${known.join(', ')}.`;
  const message = `The business has no ${field} "${name}". ${next}`;
  const errors: FieldErrorDto[] = [{ field, code: 'not_allowed', message }];
  return new AppError(`unknown_${field}`, message, { members: { allowed: [...known], errors } });
}

/** The refusal of a move by an agent: whom the booking is with can be booked no more. */
export function noLongerBookable(resource: string, { resources }: Known): AppError {
  const detail =
    `${resource}, with whom this booking is, can no longer be booked, so it cannot be moved. Nothing was changed: take a ` +
    'message for the team, which needs a person.';
  return new AppError('unknown_resource', detail, { members: { allowed: choicesOf(resources) } });
}
