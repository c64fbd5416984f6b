import { LIVE_STATUSES } from '@groupless/shared-dto';
import type { Value } from '../database/statements';

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

/** The SQL conditions of filters, over `a` for the appointments, with the values of their parameters. */
export function conditionsOf({
  from,
  to,
  status,
  source,
  resource,
  client_id,
  external_id,
  chat_id,
  updated_since,
}: AppointmentFilters): {
  where: string[];
  values: Value[];
} {
  const where: string[] = [];
  const values: Value[] = [];
  const add = (condition: string, type: string, value: Value) => {
    where.push(`${condition} ($${values.push(value)}::${type})`);
  };
  const addOneOf = (column: string, type: string, wanted: readonly string[] | null) => {
    // With one value an index answers in the order of the list; with several it would have to be sorted.
    if (wanted?.[0] !== undefined && wanted.length === 1) add(`${column} =`, type, wanted[0]);
    else if (wanted !== null) add(`${column} = any`, `${type}[]`, wanted);
  };

  if (from !== null) add('a.starts_at >=', 'timestamptz', from);
  if (to !== null) add('a.starts_at <', 'timestamptz', to);
  // Those that are live lie together at the end of all times, and have an index of their own.
  if (areTheLive(status)) where.push(`a.status in ('pending', 'confirmed')`);
  else addOneOf('a.status', 'text', status);
  addOneOf('a.source', 'text', source);
  addOneOf('a.resource', 'text', resource);
  addOneOf('a.client_id', 'uuid', client_id);
  if (external_id !== null) add('a.external_id =', 'text', external_id);
  if (chat_id !== null) add('a.chat_id =', 'text', chat_id);
  if (updated_since !== null) add('a.updated_at >=', 'timestamptz', updated_since);
  return { where, values };
}

/** Whether exactly the statuses of live appointments are meant. */
function areTheLive(statuses: readonly string[] | null): boolean {
  return statuses !== null && [...new Set(statuses)].sort().join() === [...LIVE_STATUSES].sort().join();
}
