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
  series_id: string | null;
  updated_since: string | null;
  created_after: string | null;
  created_before: string | null;
  ended_before: string | null;
}

/** A condition over the columns of `appointments`, with the values of its parameters by their names. */
export type FilterCondition = [condition: string, parameters: object];

/** @param first as in `timeOf()` */
export function conditionsOf(filters: AppointmentFilters, first: string | null = null): FilterCondition[] {
  const { status, external_id, chat_id, series_id, updated_since, ...made } = filters;
  return [
    ...timeOf(filters, first),
    // Live appointments lie together at the end of all times, and have an index of their own.
    ...(areTheLive(status) ? [condition(`status in ('pending', 'confirmed')`, {})] : oneOf('status', status)),
    ...oneOf('source', filters.source),
    ...ofResources(filters.resource),
    ...oneOf('client_id', filters.client_id),
    ...(external_id === null ? [] : [condition('external_id = :external_id', { external_id })]),
    ...(chat_id === null ? [] : [condition('chat_id = :chat_id', { chat_id })]),
    ...(series_id === null ? [] : [condition('series_id = :series_id', { series_id })]),
    ...(updated_since === null ? [] : [condition('updated_at >= :updated_since', { updated_since })]),
    ...madeOrEnded(made),
  ];
}

type Instants = Pick<AppointmentFilters, 'created_after' | 'created_before' | 'ended_before'>;

function madeOrEnded({ created_after, created_before, ended_before }: Instants): FilterCondition[] {
  return [
    ...(created_after === null ? [] : [condition('created_at >= :created_after', { created_after })]),
    ...(created_before === null ? [] : [condition('created_at < :created_before', { created_before })]),
    // The start too: that is what the indexes know.
    ...(ended_before === null
      ? []
      : [condition('ends_at <= :ended_before and starts_at < :ended_before', { ended_before })]),
  ];
}

/**
 * What is going on between two instants: it ends after the first one, and starts before the other one.
 * @param first the first start of these, where it was looked up before
 */
export function timeOf(
  { from, to }: Pick<AppointmentFilters, 'from' | 'to'>,
  first: string | null = null,
): FilterCondition[] {
  const ofFirst =
    first === null
      ? condition(`starts_at >= ${firstStart('cast(:from as timestamptz)')}`, { from })
      : condition('starts_at >= :first', { first });
  return [
    ...(from === null ? [] : [ofFirst]),
    ...(to === null ? [] : [condition('starts_at < :to', { to })]),
    ...(from === null ? [] : [condition('ends_at > :from', { from })]),
  ];
}

/**
 * A bound for the index of starts: what is going on at an instant began within a day, or is one of those that last longer
 * (31 days at most), of which there are few.
 */
export function firstStart(instant: string): string {
  return `least(${instant} - interval '1 day', (
    select min(starts_at) from appointments where ends_at - starts_at > interval '1 day'
      and starts_at > ${instant} - interval '31 days' and starts_at < ${instant} and ends_at > ${instant}))`;
}

function condition(text: string, parameters: object): FilterCondition {
  return [text, parameters];
}

/** Names are compared as the indexes hold them. */
function ofResources(names: readonly string[] | null): FilterCondition[] {
  if (names === null) return [];
  const [resource] = names;
  if (names.length === 1) return [condition('folded_name(resource) = folded_name(:resource)', { resource })];
  const folded = names.map((_, index) => `folded_name(:resource_${index})`).join(', ');
  const values = Object.fromEntries(names.map((name, index) => [`resource_${index}`, name]));
  return [condition(`folded_name(resource) in (${folded})`, values)];
}

/** With one value an index answers in the order of the list; with several it would have to be sorted. */
function oneOf(column: string, wanted: readonly string[] | null): FilterCondition[] {
  if (wanted === null) return [];
  if (wanted.length === 1) return [[`${column} = :${column}`, { [column]: wanted[0] }]];
  return [[`${column} in (:...${column})`, { [column]: [...wanted] }]];
}

/** Whether exactly the statuses of live appointments are meant. */
function areTheLive(statuses: readonly string[] | null): boolean {
  return statuses !== null && [...new Set(statuses)].sort().join() === [...LIVE_STATUSES].sort().join();
}
