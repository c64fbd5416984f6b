const EVERY = ['insert', 'update', 'delete'] as const;
type Operation = (typeof EVERY)[number];

interface Told {
  table: string;
  event: string;
  operations: readonly Operation[];
  whole: boolean;
}

const TOLD: Told[] = [
  { table: 'assistant_projects', event: 'project.updated', operations: EVERY, whole: true },
  { table: 'assistant_people', event: 'person.updated', operations: EVERY, whole: true },
  { table: 'assistant_tasks', event: 'task.updated', operations: EVERY, whole: true },
  // By its id: a key says something of what is remembered, and would stay in the log of a row that was erased.
  { table: 'assistant_state', event: 'state.updated', operations: EVERY, whole: false },
  { table: 'assistant_sessions', event: 'session.created', operations: ['insert'], whole: true },
];

const TRANSITION_TABLES: Record<Operation, string> = {
  insert: 'new table as new_rows',
  update: 'old table as old_rows new table as new_rows',
  delete: 'old table as old_rows',
};

const tell = ({ table, event, operations, whole }: Told) =>
  operations
    .map(
      (operation) => `
  create trigger hook_${operation} after ${operation} on ${table}
    referencing ${TRANSITION_TABLES[operation]}
    for each statement execute function hook_enqueue_rows('${event}', '${whole ? 'whole' : ''}');`,
    )
    .join('');

/** The outbox of the memory's changes, for outbound webhooks. */
export const HOOK_OUTBOX = String.raw`
  -- Which events the webhooks want. Where none wants an event, nothing is written.
  create table hook_events (type text constraint hook_events_pkey primary key);
  create table hook_outbox (
    id bigint generated always as identity constraint hook_outbox_pkey primary key,
    type text not null,
    object_id text,
    object jsonb,
    at timestamptz(3) not null default clock_timestamp()
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
`;

/**
 * The outbox gets one insert for all rows that a statement changed, since a statement of the webhooks serves many callers:
 * for 32 rows 0.12 ms instead of 0.54 ms.
 */
export const HOOK_TRIGGERS = String.raw`
  -- The rows are locked while this runs, so the events of one object get their ids in the order of their commits.
  create function hook_enqueue_rows() returns trigger
    language plpgsql
    as $$
    begin
      if not exists (select from hook_events where type = tg_argv[0]) then return null; end if;
      if tg_op = 'DELETE' then
        insert into hook_outbox (type, object_id)
        select tg_argv[0], id::text from old_rows order by id;
      elsif tg_op = 'INSERT' then
        insert into hook_outbox (type, object_id, object)
        select tg_argv[0], id::text, case tg_argv[1] when 'whole' then to_jsonb(new_rows) end
        from new_rows order by id;
      else
        insert into hook_outbox (type, object_id, object)
        select tg_argv[0], id::text, case tg_argv[1] when 'whole' then to_jsonb(new_rows) end
        from new_rows join old_rows using (id)
        where new_rows is distinct from old_rows order by id;
      end if;
      return null;
    end $$;
  ${TOLD.map(tell).join('')}
`;
