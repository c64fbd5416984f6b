import {
  ANY_RESOURCE,
  findName,
  isKnownResource,
  isSameName,
  presentName,
  type ChatAgentSettingsDto,
  type FieldErrorDto,
  type KnownResources,
  type ServiceDto,
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

/** The names in a request, as they were sent. */
export interface AskedNames {
  service?: string | null | undefined;
  resource?: string | undefined;
}

type Known = KnownResources & Pick<ChatAgentSettingsDto, 'services'>;

interface NameTerms {
  /** Whether a resource may be one that the settings do not have. Never for agents. */
  new_resource?: boolean;
  /** The appointment that is changed: sending its own names again changes nothing. */
  stored?: { service: string | null; resource: string };
}

/**
 * Refuses names that the settings do not have: nobody would be there, and a misspelt name is free whenever the right one is
 * taken.
 * @throws AppError `unknown_service`, `unknown_resource`
 */
export function demandKnownNames(
  { service, resource }: AskedNames,
  settings: Known,
  { new_resource = false, stored }: NameTerms = {},
): void {
  const names = settings.services.map(({ name }) => name);
  const isStored = (name: string, own: string | null | undefined) => !!own && isSameName(name, own);
  if (typeof service === 'string' && !isStored(service, stored?.service)) {
    if (findName(names, service) === undefined) throw unknown('service', service, names);
  }
  if (resource === undefined || new_resource || isStored(resource, stored?.resource)) return;
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
  if (resource !== undefined && resource_id !== undefined) throw twice('resource', 'resource_id');
  const wanted = resource_id ?? resource ?? null;
  if (wanted === null) return ALL;
  if (wanted === own.resource_id) return own;
  if (resource !== undefined && own.resource !== null && isSameName(wanted, own.resource)) return own;
  const name = resource === undefined ? null : presentName(wanted, known);
  const row = known.rows.resources.find((one) => one.id === resource_id || one.name === name);
  if (row !== undefined) return { resource: row.name, resource_id: row.id };
  throw unknown('resource', wanted, known.resources);
}

const ALL: Place = { resource: null, resource_id: null };

function twice(name: string, id: string): AppError {
  const message = `Send ${name} or ${id}, not both.`;
  return invalidRequest([{ field: id, code: 'not_allowed', message }]);
}

/** The service with this name in the present settings, compared without case, width and repeated spaces; null if there is none. */
export function serviceNamed(
  name: string | null | undefined,
  { services }: Pick<ChatAgentSettingsDto, 'services'>,
): ServiceDto | null {
  if (name === null || name === undefined) return null;
  const known = findName(
    services.map((one) => one.name),
    name,
  );
  return services.find((one) => one.name === known) ?? null;
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
