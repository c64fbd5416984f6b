/**
 * What outbound webhooks need in each of the two databases: which events they want, and an outbox that triggers write
 * in the transaction of the change. Where no webhook wants an event, nothing is written.
 */
export const CREATE_HOOK_OUTBOX = [
  'create table hook_events (type text constraint hook_events_pkey primary key)',
  `create table hook_outbox (
     id bigint generated always as identity constraint hook_outbox_pkey primary key,
     type text not null,
     object_id text,
     object jsonb,
     at timestamptz(3) not null default clock_timestamp()
   ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`,

  // A row lock is held while this runs, so the events of one object get their ids in the order of their commits.
  // Arguments: the event; the column with the object's id, or nothing; 'whole' where the object itself is told.
  `create function hook_enqueue() returns trigger
     language plpgsql
     as $$
     declare
       changed jsonb;
     begin
       if not exists (select from hook_events where type = tg_argv[0]) then return null; end if;
       if tg_op = 'DELETE' then
         changed := to_jsonb(old);
       elsif tg_table_name = 'audit_events' then
         select to_jsonb(c) into changed from conversations c where c.id = split_part(new.object, ':', 2)::uuid;
       else
         changed := to_jsonb(new);
       end if;
       if tg_op = 'UPDATE' and to_jsonb(old) - 'agent_last_seen_at' = changed - 'agent_last_seen_at' then
         return null;
       end if;
       if tg_table_name = 'appointments' then
         changed := changed || jsonb_build_object('client', (
           select jsonb_build_object('id', c.id, 'name', c.name) from clients c
           where c.id = (changed ->> 'client_id')::uuid));
       elsif tg_table_name in ('conversations', 'audit_events') then
         changed := changed || jsonb_build_object('assigned_to', (
           select jsonb_build_object('id', u.id, 'name', u.name) from users u
           where u.id = (changed ->> 'assigned_to')::uuid));
       end if;
       insert into hook_outbox (type, object_id, object)
       values (tg_argv[0], changed ->> nullif(tg_argv[1], ''),
               case when tg_argv[2] = 'whole' and tg_op <> 'DELETE' then changed end);
       return null;
     end $$`,
];

export const DROP_HOOK_OUTBOX = ['drop function hook_enqueue()', 'drop table hook_outbox, hook_events'];

interface Watched {
  /** The trigger's name, and `insert`, `delete` or `update`, perhaps `of` some columns. */
  name: string;
  operation: string;
  table: string;
  event: string;
  key?: string;
  whole?: boolean;
  when?: string;
}

export function watch({ name, operation, table, event, key = '', whole = false, when }: Watched): string {
  return `create trigger ${name} after ${operation} on ${table} for each row
    ${when === undefined ? '' : `when (${when})`}
    execute function hook_enqueue('${event}', '${key}', '${whole ? 'whole' : ''}')`;
}

export function unwatch({ name, table }: Watched): string {
  return `drop trigger ${name} on ${table}`;
}

/** A trigger for each operation that has an event. */
export function watchRows(
  table: string,
  events: { insert?: string; update?: string; delete?: string },
  options: Pick<Watched, 'key' | 'whole'> = {},
): Watched[] {
  return Object.entries(events).map(([operation, event]) => ({
    name: `hook_${operation}`,
    operation,
    table,
    event,
    key: 'id',
    ...options,
  }));
}
