interface VersionedTable {
  table: string;
  kind: string;
  created: string;
}

const TABLES: VersionedTable[] = [
  { table: 'assistant_sessions', kind: 'session', created: 'session_date' },
  { table: 'assistant_state', kind: 'state', created: 'created_at' },
  { table: 'assistant_tasks', kind: 'task', created: 'created_at' },
  { table: 'assistant_projects', kind: 'project', created: 'created_at' },
  { table: 'assistant_people', kind: 'person', created: 'created_at' },
];

const keep = ({ table, kind, created }: VersionedTable) => `
  create trigger changed_kept after update on ${table}
    referencing old table as old_rows new table as new_rows
    for each statement execute function keep_changed('${kind}');
  create trigger deleted_kept after delete on ${table} referencing old table as old_rows
    for each statement execute function keep_deleted('${kind}');
  -- The rows as they were at a time: those that were not changed since, and the others as they were before.
  create function ${table}_as_of(moment timestamptz) returns setof ${table}
    language sql stable
    as $$
      select live.* from ${table} as live
      where coalesce(live.${created} <= moment, true)
        and not exists (
          select from memory_versions as later
          where later.kind = '${kind}' and later.row_id = live.id and later.at > moment)
      union all
      select past.*
      from (
        select distinct on (row_id) before from memory_versions
        where kind = '${kind}' and at > moment order by row_id, version
      ) as first_change
      cross join lateral jsonb_populate_record(null::${table}, before) as past
      where before is not null and coalesce(past.${created} <= moment, true)
    $$;`;

/**
 * What each row of the memory was before each change of it. Triggers write it, so no way of changing a row goes past it:
 * one statement for all rows that a statement changed. What a row was after a change is what it was before the next one,
 * or what it is now.
 */
export const VERSIONS = String.raw`
  -- before: null where the row was not there, because an undo brought it back. No foreign key: rows are deleted.
  create table memory_versions (
    version bigint generated always as identity constraint memory_versions_pkey primary key,
    kind text not null,
    row_id bigint not null,
    at timestamptz(3) not null default clock_timestamp(),
    by text,
    through text,
    before jsonb
  );
  -- The changes of a row, in their order.
  create index memory_versions_of_row on memory_versions (kind, row_id, version);
  -- The changes since a time, and those that are too old. Rows come in the order of time, so that this costs a write
  -- nothing.
  create index memory_versions_by_time on memory_versions using brin (at);

  -- Who changes a row stands in the row; where it cannot (a delete, an undo, a project that leaves its tasks), the
  -- transaction says it. previous_value is left out: it is the value of the version before.
  create function keep_changed() returns trigger
    language plpgsql
    as $$
    declare
      told text := nullif(current_setting('groupless.written_through', true), '');
    begin
      insert into memory_versions (kind, row_id, by, through, before)
      select tg_argv[0], old_row.id,
             case when told is null then new_row.written_by
                  else nullif(current_setting('groupless.written_by', true), '') end,
             coalesce(told, new_row.written_through),
             to_jsonb(old_row) - 'previous_value'
      from old_rows as old_row join new_rows as new_row using (id)
      where old_row is distinct from new_row;
      return null;
    end $$;
  create function keep_deleted() returns trigger
    language plpgsql
    as $$
    begin
      insert into memory_versions (kind, row_id, by, through, before)
      select tg_argv[0], id, nullif(current_setting('groupless.written_by', true), ''),
             nullif(current_setting('groupless.written_through', true), ''), to_jsonb(old_rows) - 'previous_value'
      from old_rows;
      return null;
    end $$;
  ${TABLES.map(keep).join('')}
`;
