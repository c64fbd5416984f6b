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
  /** In their order; those of `resources` too. */
  rooms: NamedRow[];
  /** The ids of services that need one, of those that have left too. */
  need_room: string[];
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

/** A service that is meant; without an id nobody has it. */
export interface MeantService {
  id: string | null;
  name: string;
}

/** The rows that are meant. */
export interface MeantNames {
  /** In their order; undefined: nothing was said of services. */
  services: readonly MeantService[] | undefined;
  resource: string | undefined;
  /** Where the resource was sent by its id, which no new one has. */
  resource_id: string | undefined;
}

/** What an appointment has already. */
export type OwnRows = Pick<AppointmentDto, 'resource' | 'resource_id' | 'services'>;

/** Who can be offered: persons; where there are none, rooms. */
export function bookableNames({ resources, rows }: KnownResources & { rows: KnownRows }): readonly string[] {
  const persons = resources.filter((name) => rows.rooms.every((room) => room.name !== name));
  return persons.length === 0 ? resources : persons;
}

type Known = KnownResources & Pick<ChatAgentSettingsDto, 'services'> & { rows: KnownRows };

interface NameTerms {
  /** Whether a resource may be one that the settings do not have. Never for agents. */
  new_resource?: boolean;
  /** The appointment that is changed: sending its own names again changes nothing. */
  stored?: OwnRows;
}

/**
 * The rows of now for what a request names. What nobody has stays as it was sent, to be refused by `demandKnownNames()`.
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
  const own = stored?.services ?? [];
  const places = [
    ...rows.resources,
    ...(stored === undefined ? [] : [{ id: stored.resource_id, name: stored.resource }]),
  ];
  const named = services ?? (service === null ? [] : service === undefined ? undefined : [service]);
  const place = resource_id?.toLowerCase();
  return {
    services:
      service_ids?.map((id) => byId([...rows.services, ...own], id.toLowerCase())) ??
      named?.map((name) => presentService(name, rows, own)),
    resource: place === undefined ? resource : byId(places, place).name,
    resource_id: place,
  };
}

function byId(known: readonly NamedRow[], wanted: string): MeantService {
  const { id = null, name = wanted } = known.find((one) => one.id === wanted) ?? {};
  return { id, name };
}

/** The service that a name means: the present one, else the one that alone had the name before, else the appointment's own. */
function presentService(wanted: string, rows: KnownRows, own: readonly NamedRow[]): MeantService {
  const isNamed = ({ name }: NamedRow) => isSameName(name, wanted);
  const former = rows.former_services.find(isNamed);
  const found =
    rows.services.find(isNamed) ?? rows.services.find(({ id }) => id === former?.id) ?? own.find(isNamed);
  return { id: found?.id ?? null, name: found?.name ?? wanted };
}

/**
 * Refuses names that the settings do not have: nobody would be there, and a misspelt name is free whenever the right one is
 * taken.
 * @throws AppError `unknown_service`, `unknown_resource`
 */
export function demandKnownNames(
  { services = [], resource, resource_id }: MeantNames,
  settings: Known,
  { new_resource = false, stored }: NameTerms = {},
): void {
  const names = settings.services.map(({ name }) => name);
  const stranger = services.find(({ id }) => id === null);
  if (stranger !== undefined) throw unknown('service', stranger.name, names);
  if (resource === undefined || (new_resource && resource_id === undefined)) return;
  if (stored !== undefined && isSamePlace({ resource, resource_id }, stored)) return;
  if (!isKnownResource(resource, settings))
    throw unknown('resource', resource, choicesOf(bookableNames(settings)));
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

/** Of which resources rows are read. Null: that does not matter. */
export interface ReadPlaces {
  resource: readonly string[] | null;
  resource_id: readonly string[] | null;
}

/**
 * Which resources a question means: a name, the present one of it, which can be asked for by a former name, or else who has left;
 * an id, whoever has it.
 * @throws AppError `invalid_request` for an id and a name
 */
export function readPlaces(
  { resource, resource_id }: { resource?: string | undefined; resource_id?: string | undefined },
  settings: KnownResources & { rows: KnownRows },
  listed: (text: string) => string[] = (text) => [text],
): ReadPlaces {
  demandNamedOnce({ resource, resource_id });
  if (resource === undefined) return { resource: null, resource_id: resource_id?.split(',') ?? null };
  const { resources, shared_names } = settings.rows;
  const names = [...new Set(listed(resource).map((name) => presentName(name, settings)))];
  const isShared = names.some((name) => findName(shared_names, name) !== undefined);
  const ids = resources.filter((one) => names.includes(one.name)).map(({ id }) => id);
  return { resource: names, resource_id: isShared ? ids : null };
}

/** The present rows of names; a name that nobody has now stays alone. */
export function placesOf(
  names: readonly string[],
  { resources }: Pick<KnownRows, 'resources'>,
): { resource: string; resource_id: string | null }[] {
  return names.map((resource) => ({
    resource,
    resource_id: resources.find(({ name }) => name === resource)?.id ?? null,
  }));
}

const ALL: Place = { resource: null, resource_id: null };

function twice(name: string, id: string): AppError {
  const message = `Send ${name} or ${id}, not both.`;
  return invalidRequest([{ field: id, code: 'not_allowed', message }]);
}

/** Whether it is where an appointment is already, which may have left. */
export function isSamePlace(
  { resource, resource_id }: Pick<MeantNames, 'resource' | 'resource_id'>,
  stored: OwnRows,
): boolean {
  if (resource_id !== undefined) return resource_id === stored.resource_id;
  return resource === undefined || isSameName(resource, stored.resource);
}

/**
 * The services as a visit has them, with their present times; what is not there is left out.
 * @param own of the appointment that is changed, with the times of its booking: they may have left
 */
export function visitOf(
  asked: readonly MeantService[] | undefined,
  { services, rows }: Known,
  own: readonly BookedServiceDto[] = [],
): BookedServiceDto[] {
  const present = rows.services.flatMap(({ id, name }) =>
    services
      .filter((one) => one.name === name)
      .map(({ duration_minutes, buffer_minutes = 0 }) => ({ id, name, duration_minutes, buffer_minutes })),
  );
  return (asked ?? []).flatMap(({ id }) => [...present, ...own].find((one) => one.id === id) ?? []);
}

/** The visit of services that are known by their names. */
export function visitNamed(services: readonly string[], settings: Known): BookedServiceDto[] {
  return visitOf(meantNames({ services }, settings).services, settings);
}

/** How long a visit is; null: of no services. */
export function minutesOf(visit: readonly BookedServiceDto[]): number | null {
  return visit.length === 0 ? null : visit.reduce((sum, one) => sum + one.duration_minutes, 0);
}

/** How long the resource stays free after a visit: that of the last service. */
export function bufferOf(visit: readonly BookedServiceDto[]): number {
  return visit.at(-1)?.buffer_minutes ?? 0;
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
export function noLongerBookable(resource: string, settings: Known): AppError {
  const detail =
    `${resource}, with whom this booking is, can no longer be booked, so it cannot be moved. Nothing was changed: take a ` +
    'message for the team, which needs a person.';
  return new AppError('unknown_resource', detail, {
    members: { allowed: choicesOf(bookableNames(settings)) },
  });
}
