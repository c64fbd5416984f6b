import { LIVE_STATUSES, type APPOINTMENT_MAKERS } from '@groupless/shared-dto';

/** The filters of the list; null: not filtered. */
export interface AppointmentFilters {
  from: string | null;
  to: string | null;
  status: readonly string[] | null;
  source: readonly string[] | null;
  resource: readonly string[] | null;
  resource_id: readonly string[] | null;
  /** The rooms among these resources: visits that take one beside a person are theirs too. */
  room_id: readonly string[] | null;
  client_id: readonly string[] | null;
  external_id: string | null;
  chat_id: string | null;
  series_id: string | null;
  updated_since: string | null;
  created_after: string | null;
  created_before: string | null;
  ended_before: string | null;
  starts_after: string | null;
  service_id: readonly string[] | null;
  made_by: (typeof APPOINTMENT_MAKERS)[number] | null;
  moved: 'true' | null;
  weekday: number | null;
  hour: number | null;
  /** By whose clock these two are. */
  time_zone: string;
}

/** A condition over the columns of `appointments`, with the values of its parameters by their names. */
export type FilterCondition = [condition: string, parameters: object];

/** @param first as in `timeOf()` */
export function conditionsOf(filters: AppointmentFilters, first: string | null = null): FilterCondition[] {
  const { status, external_id, chat_id, series_id, updated_since, ...made } = filters;
  return [
    ...timeOf(filters, first),
    // Live appointments have a partial index of their own.
    ...(areTheLive(status) ? [condition(`status in ('pending', 'confirmed')`, {})] : oneOf('status', status)),
    ...oneOf('source', filters.source),
    ...ofPlaces(filters),
    ...oneOf('client_id', filters.client_id),
    ...(external_id === null ? [] : [condition('external_id = :external_id', { external_id })]),
    ...(chat_id === null ? [] : [condition('chat_id = :chat_id', { chat_id })]),
    ...(series_id === null ? [] : [condition('series_id = :series_id', { series_id })]),
    ...(updated_since === null ? [] : [condition('updated_at >= :updated_since', { updated_since })]),
    ...madeOrEnded(made),
    ...asReported(filters),
  ];
}

/** As reports count them. */
const MADE_BY = {
  agent: 'made_by_agent',
  agent_in_hours: 'made_by_agent and made_in_hours',
  agent_outside_hours: 'made_by_agent and not made_in_hours',
};

function asReported({
  starts_after,
  service_id,
  made_by,
  moved,
  ...clock
}: AppointmentFilters): FilterCondition[] {
  return [
    ...(starts_after === null ? [] : [condition('starts_at >= :starts_after', { starts_after })]),
    ...oneOf('service_id', service_id).map(([text, values]) =>
      condition(`exists (select from appointment_services where appointment_id = id and ${text})`, values),
    ),
    ...(made_by === null ? [] : [condition(MADE_BY[made_by], {})]),
    ...(moved === null ? [] : [condition('times_moved > 0', {})]),
    ...byTheClock(clock),
  ];
}

type ByTheClock = Pick<AppointmentFilters, 'weekday' | 'hour' | 'time_zone'>;

function byTheClock({ weekday, hour, time_zone }: ByTheClock): FilterCondition[] {
  const part = (name: string) => `extract(${name} from starts_at at time zone :time_zone)`;
  return [
    ...(weekday === null ? [] : [condition(`${part('isodow')} = :weekday`, { weekday, time_zone })]),
    ...(hour === null ? [] : [condition(`${part('hour')} = :hour`, { hour, time_zone })]),
  ];
}

type Instants = Pick<AppointmentFilters, 'created_after' | 'created_before' | 'ended_before'>;

function madeOrEnded({ created_after, created_before, ended_before }: Instants): FilterCondition[] {
  return [
    ...(created_after === null ? [] : [condition('created_at >= :created_after', { created_after })]),
    ...(created_before === null ? [] : [condition('created_at < :created_before', { created_before })]),
    // The start is bounded too, because the indexes are on it.
    ...(ended_before === null
      ? []
      : [condition('ends_at <= :ended_before and starts_at < :ended_before', { ended_before })]),
  ];
}

/**
 * Appointments that overlap a range: they end after its begin and start before its end.
 * @param first the earliest start of these, if it is known already
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
 * A lower bound for the index of starts. An appointment that is going on began at most a day ago, or is one of the few
 * that last longer (up to 31 days).
 */
export function firstStart(instant: string): string {
  return `least(${instant} - interval '1 day', (
    select min(starts_at) from appointments where ends_at - starts_at > interval '1 day'
      and starts_at > ${instant} - interval '31 days' and starts_at < ${instant} and ends_at > ${instant}))`;
}

function condition(text: string, parameters: object): FilterCondition {
  return [text, parameters];
}

function ofPlaces({
  resource,
  resource_id,
  room_id,
}: Pick<AppointmentFilters, 'resource' | 'resource_id' | 'room_id'>): FilterCondition[] {
  const named = [...ofResources(resource), ...oneOf('resource_id', resource_id)];
  const rooms = oneOf('room_id', room_id);
  if (named.length === 0 || rooms.length === 0) return named;
  const text = [named, rooms].map((all) => all.map(([one]) => one).join(' and ')).join(' or ');
  return [[`(${text})`, Object.assign({}, ...[...named, ...rooms].map(([, values]) => values)) as object]];
}

/** Compared with `folded_name()`, as the indexes are. */
function ofResources(names: readonly string[] | null): FilterCondition[] {
  if (names === null) return [];
  const [resource] = names;
  if (names.length === 1) return [condition('folded_name(resource) = folded_name(:resource)', { resource })];
  const folded = names.map((_, index) => `folded_name(:resource_${index})`).join(', ');
  const values = Object.fromEntries(names.map((name, index) => [`resource_${index}`, name]));
  return [condition(`folded_name(resource) in (${folded})`, values)];
}

/** One value lets an index return rows in the list's order; several would need a sort. */
function oneOf(column: string, wanted: readonly string[] | null): FilterCondition[] {
  if (wanted === null) return [];
  if (wanted.length === 1) return [[`${column} = :${column}`, { [column]: wanted[0] }]];
  return [[`${column} in (:...${column})`, { [column]: [...wanted] }]];
}

/** Whether the filter is exactly the statuses of live appointments. */
function areTheLive(statuses: readonly string[] | null): boolean {
  return statuses !== null && [...new Set(statuses)].sort().join() === [...LIVE_STATUSES].sort().join();
}
