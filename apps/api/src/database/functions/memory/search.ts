/**
 * A row that waits for the index already is not queued again. The lock keeps the index from taking the entry before the new
 * text is committed; an entry that the index has taken is locked itself, and then the change gets one of its own. A row that was
 * just inserted cannot wait yet, so that nothing is looked up for it.
 *
 * A connection keeps its plan from when the queue was empty: without the setting that would read the queue from its beginning for
 * each of many changes.
 */
const QUEUE = `
  create or replace function search_is_queued(changed_kind text, changed_id bigint) returns boolean
    language plpgsql
    set enable_seqscan = off
    as $$
    begin
      perform from search_queue where kind = changed_kind and id = changed_id and failure is null
        limit 1 for share skip locked;
      return found;
    end $$;
  create or replace function search_enqueue() returns trigger
    language plpgsql
    as $$
    declare
      changed bigint := case tg_op when 'DELETE' then old.id else new.id end;
    begin
      if tg_op = 'INSERT' or not search_is_queued(tg_argv[0], changed) then
        insert into search_queue (kind, id) values (tg_argv[0], changed);
      end if;
      return null;
    end $$;`;

/** The text of a row that is searched. */
const SOURCE = String.raw`
  create or replace function search_source(searched_kind text, searched_id bigint)
    returns table (name text, title text, body text, at timestamptz)
    language sql stable rows 1
    as $$
      select null, null, concat_ws(E'\n', s.summary, nullif(decisions_made, ''), nullif(tasks_completed, ''),
                                   nullif(tasks_created, ''), nullif(projects_touched, '')), session_date
        from assistant_sessions as s where searched_kind = 'session' and id = searched_id
      union all select key || ' ' || category, key, value, updated_at
        from assistant_state where searched_kind = 'state' and id = searched_id
      union all select null, null, task, updated_at
        from assistant_tasks where searched_kind = 'task' and id = searched_id
      union all select p.name, p.name, concat_ws(E'\n', nullif(description, ''), nullif(notes, ''),
                                                 nullif(stack, ''), nullif(server, ''), nullif(url, '')), updated_at
        from assistant_projects as p where searched_kind = 'project' and id = searched_id
      union all select p.name, p.name, concat_ws(E'\n', nullif(relationship, ''), nullif(notes, '')), updated_at
        from assistant_people as p where searched_kind = 'person' and id = searched_id
      union all select chat_id, chat_id || ', ' || role, message, timestamp
        from chat_history where searched_kind = 'chat' and id = searched_id
      union all select null, null, text, d.at
        from assistant_decisions as d where searched_kind = 'decision' and id = searched_id
    $$;`;

export const SEARCH = QUEUE + SOURCE;
