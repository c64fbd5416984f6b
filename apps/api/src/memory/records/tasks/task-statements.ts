import { LIMITS } from '@groupless/shared-dto';
import { ADVISORY_LOCKS } from '../../../database/advisory-locks';
import { PATIENCE } from '../../../database/statements/joined-statements';
import { TASK_JSON, WRITTEN_AS_SENT } from '../../row-json';

/**
 * Taken before the id of a new task. An insert takes its id first and then waits for others with the same text, so without
 * this lock a task could get a smaller id than one that was made, and ended, before it.
 */
const lockText = (hash: string) => `pg_advisory_xact_lock(${ADVISORY_LOCKS.taskText}, ${hash})`;

export const LOCK_TEXT = `select ${lockText('hashtext($1)')}`;

const HAS_TEXT = `text_digest(task) = text_digest($1) and task = $1`;

/**
 * Inserts a pending task, or applies a sent priority and project to the pending one with that text. Answers
 * no row if nothing changed or the named project does not exist.
 */
export const CREATE = {
  name: 'create_task',
  text: `
    with text_lock as materialized (${LOCK_TEXT})
    insert into assistant_tasks as known (task, priority, project_id, written_by, written_through)
    select $1, coalesce($2::int, ${LIMITS.priority.default}), project.id, $4, $5
    from text_lock left join assistant_projects as project on project.name = $3
    where $3::text is null or project.id is not null
    on conflict (text_digest(task)) where status = 'pending' do update
      set priority = coalesce($2::int, known.priority), project_id = coalesce(known.project_id, excluded.project_id),
          updated_at = now(), ${WRITTEN_AS_SENT}
      where (known.priority, known.project_id)
        is distinct from (coalesce($2::int, known.priority), coalesce(known.project_id, excluded.project_id))
    returning id, ${TASK_JSON} as row, status, xmax = 0 as created`,
};

/**
 * The pending task that is as `CREATE` would have it: no row if the named project does not exist, and one without a task
 * if none is pending, or it was changed since.
 */
export const FIND_PENDING = {
  name: 'find_pending_task',
  text: `
    select pending.* from (select) as one
    left join lateral (
      select id, ${TASK_JSON} as row from assistant_tasks
      where status = 'pending' and ${HAS_TEXT} and priority = coalesce($3::int, priority)
        and ($2::text is null or project_id is not null)
    ) as pending on true
    where $2::text is null or exists (select from assistant_projects where name = $2)`,
};

export const END = {
  name: 'end_task',
  text: `
    update assistant_tasks set status = $2, updated_at = now(), written_by = $3, written_through = $4
    where status = 'pending' and ${HAS_TEXT}
    returning id, ${TASK_JSON} as row, status`,
};

const SENT_PRIORITY =
  'coalesce((select sent_priority from sent where sent_task = excluded.task), known.priority)';
const SENT_PROJECT = 'coalesce(known.project_id, excluded.project_id)';

/**
 * Makes and ends several tasks with different texts: `CREATE` where $2 is null, otherwise `END`. What is so already is
 * answered without a write; a caller whom this statement answers nothing asks alone.
 */
export const CHANGE_SEVERAL = {
  name: 'change_several_tasks',
  text: `
    with ${PATIENCE}, sent as materialized (
      select sent.*, project.id as sent_project_id
      from patience cross join unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[], $6::text[])
        with ordinality as sent (sent_task, sent_status, sent_priority, sent_project, sent_by, sent_through, place)
      left join assistant_projects as project on project.name = sent_project
      where sent_project is null or project.id is not null
    ), unchanged as materialized (
      select place, id, ${TASK_JSON} as row, status, false as created
      from sent join assistant_tasks on status = 'pending' and text_digest(task) = text_digest(sent_task) and task = sent_task
      where sent_status is null and priority = coalesce(sent_priority, priority)
        and (project_id is not null or sent_project_id is null)
    ), to_make as materialized (
      select * from sent where sent_status is null and place not in (select place from unchanged)
    ), text_locks as materialized (
      select count(${lockText('hash')}) from (select hashtext(sent_task) as hash from to_make order by hash) as hashes
    ), made as (
      insert into assistant_tasks as known (task, priority, project_id, written_by, written_through)
      select sent_task, coalesce(sent_priority, ${LIMITS.priority.default}), sent_project_id, sent_by, sent_through
      from text_locks cross join to_make
      -- Those who lock several rows lock them in the same order.
      order by sent_task collate "C"
      on conflict (text_digest(task)) where status = 'pending' do update
        set priority = ${SENT_PRIORITY}, project_id = ${SENT_PROJECT}, updated_at = now(), ${WRITTEN_AS_SENT}
        where (known.priority, known.project_id) is distinct from (${SENT_PRIORITY}, ${SENT_PROJECT})
      returning task as made_task, id, ${TASK_JSON} as row, status, xmax = 0 as created
    ), found as materialized (
      select place, id as found_id, sent_status, sent_by, sent_through
      from sent join assistant_tasks on status = 'pending' and text_digest(task) = text_digest(sent_task) and task = sent_task
      where sent_status is not null
      order by sent_task collate "C"
      for update of assistant_tasks
    ), ended as (
      update assistant_tasks
      set status = sent_status, updated_at = now(), written_by = sent_by, written_through = sent_through
      from found where id = found_id
      returning place, id, ${TASK_JSON} as row, status
    )
    select place::int, id, row, status, created from unchanged
    union all select place::int, id, row, status, created from made join sent on sent_task = made_task
    union all select place::int, id, row, status, false from ended`,
};

/** The pending one, else the one that ended last: a task that was opened again may end after one with a higher id. */
export const FIND_NEWEST = {
  name: 'find_newest_task',
  text: `
    select id, ${TASK_JSON} as row, status from assistant_tasks where ${HAS_TEXT}
    order by status = 'pending' desc, updated_at desc, id desc limit 1`,
};

export const SIMILAR_PENDING = {
  name: 'similar_pending_tasks',
  text: `
    select task as text from assistant_tasks
    where status = 'pending' and task % $1
    order by task <-> $1, id
    limit ${LIMITS.suggestions}`,
};
