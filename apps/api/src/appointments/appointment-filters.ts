import { LIVE_STATUSES } from '@groupless/shared-dto';

/** What is listed; null: all. */
export interface AppointmentFilters {
  from: string | null;
  to: string | null;
  status: readonly string[] | null;
  source: readonly string[] | null;
  resource: readonly string[] | null;
  client_id: readonly string[] | null;
  external_id: string | null;
  chat_id: string | null;
  updated_since: string | null;
}

/** A condition over `a` for the appointments, with the values of its parameters. */
export type FilterCondition = [condition: string, parameters: object];

export function conditionsOf(filters: AppointmentFilters): FilterCondition[] {
  const { from, to, status, external_id, chat_id, updated_since } = filters;
  return [
    ...(from === null ? [] : [one('a.starts_at >= :from', { from })]),
    ...(to === null ? [] : [one('a.starts_at < :to', { to })]),
    // Live appointments lie together at the end of all times, and have an index of their own.
    ...(areTheLive(status) ? [one(`a.status in ('pending', 'confirmed')`, {})] : oneOf('status', status)),
    ...oneOf('source', filters.source),
    ...ofResources(filters.resource),
    ...oneOf('client_id', filters.client_id),
    ...(external_id === null ? [] : [one('a.external_id = :external_id', { external_id })]),
    ...(chat_id === null ? [] : [one('a.chat_id = :chat_id', { chat_id })]),
    ...(updated_since === null ? [] : [one('a.updated_at >= :updated_since', { updated_since })]),
  ];
}

function one(condition: string, parameters: object): FilterCondition {
  return [condition, parameters];
}

/** Names are compared as the indexes hold them. */
function ofResources(names: readonly string[] | null): FilterCondition[] {
  if (names === null) return [];
  const [resource] = names;
  if (names.length === 1) return [one('folded_name(a.resource) = folded_name(:resource)', { resource })];
  const folded = names.map((_, index) => `folded_name(:resource_${index})`).join(', ');
  const values = Object.fromEntries(names.map((name, index) => [`resource_${index}`, name]));
  return [one(`folded_name(a.resource) in (${folded})`, values)];
}

/** With one value an index answers in the order of the list; with several it would have to be sorted. */
function oneOf(column: string, wanted: readonly string[] | null): FilterCondition[] {
  if (wanted === null) return [];
  if (wanted.length === 1) return [[`a.${column} = :${column}`, { [column]: wanted[0] }]];
  return [[`a.${column} in (:...${column})`, { [column]: [...wanted] }]];
}

/** Whether exactly the statuses of live appointments are meant. */
function areTheLive(statuses: readonly string[] | null): boolean {
  return statuses !== null && [...new Set(statuses)].sort().join() === [...LIVE_STATUSES].sort().join();
}
