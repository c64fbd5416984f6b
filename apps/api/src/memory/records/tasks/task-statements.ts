import { LIMITS } from '@groupless/shared-dto';
import { ADVISORY_LOCKS } from '../../../database/advisory-locks';
import { PATIENCE } from '../../../database/statements/batched-statements';
import { unnestParameters } from '../../../database/statements/unnest-parameters';
import { isProjectFor } from '../../readers/reader';
import { PLACE_COLUMNS, TASK_JSON, WRITTEN_AS_SENT } from '../../row-json';

/**
 * Taken before the id of a new task. An insert takes its id first and then waits for others with the same text, so without
 * this lock a task could get a smaller id than one that was made, and ended, before it.
 */
const lockText = (hash: string) => `pg_advisory_xact_lock(${ADVISORY_LOCKS.taskText}, ${hash})`;

export const LOCK_TEXT = `select ${lockText('hashtext($1)')}`;

export const HAS_TEXT = `text_digest(task) = text_digest($1) and task = $1`;

/** A caller who names no project means the pending task without a project, else one of any project. */
const OF_NONE_FIRST = 'order by project_id is not null, id';

/**
 * Inserts a pending task that belongs to no project, or applies a sent priority to the pending one with that text, to whatever
 * project it belongs. Answers no row if nothing changed.
 */
export const CREATE = {
  name: 'create_task',
  text: `
    with text_lock as materialized (${LOCK_TEXT}), known as materialized (
      select id as known_id, priority as known_priority from text_lock cross join assistant_tasks
      where status = 'pending' and ${HAS_TEXT} and ${isProjectFor('private_to', '$11')} ${OF_NONE_FIRST} limit 1
    ), raised as (
      update assistant_tasks set priority = $2::int, updated_at = now(), written_by = $3, written_through = $4, writer_id = $5
      from known where id = known_id and status = 'pending' and priority <> $2::int
      returning id, ${TASK_JSON} as row, status, false as created
    ), made as (
      insert into assistant_tasks as known_task
        (task, priority, written_by, written_through, writer_id, created_at, updated_at, ${PLACE_COLUMNS})
      select $1, coalesce($2::int, ${LIMITS.priority.default}), $3, $4, $5, coalesce($6::timestamptz, now()), coalesce($6::timestamptz, now()),
             $7, $8, $9, $10
      from text_lock where not exists (select from known)
      on conflict (text_digest(task)) where status = 'pending' and project_id is null do update
        set priority = coalesce($2::int, known_task.priority), updated_at = now(), ${WRITTEN_AS_SENT}
        where known_task.priority is distinct from coalesce($2::int, known_task.priority)
      returning id, ${TASK_JSON} as row, status, xmax = 0 as created
    )
    select * from raised union all select * from made`,
};

/** The pending task that is as `CREATE` would have it; no row where none is pending, or it was changed since. */
export const FIND_PENDING = {
  name: 'find_pending_task',
  text: `
    select * from (
      select id, ${TASK_JSON} as row, priority from assistant_tasks
      where status = 'pending' and ${HAS_TEXT} and ${isProjectFor('private_to', '$3')} ${OF_NONE_FIRST} limit 1
    ) as pending
    where priority = coalesce($2::int, priority)`,
};

/**
 * When a task was changed, taken while its row is locked. It tells which task of a text ended last, which `now()` could not: that
 * is when the statement arrived, perhaps before another one ended.
 */
export const CHANGED_AT = 'clock_timestamp()';

/** When a task ended: when that was said, if it is sent later, but not before it was made. */
export const endedAt = (said_at: string) =>
  `greatest(coalesce(${said_at}::timestamptz, ${CHANGED_AT}), created_at)`;

/** Ends the pending task with that text, unless those of several projects, or of one and none, have it. */
export const END = {
  name: 'end_task',
  text: `
    with known as materialized (
      select id as known_id from assistant_tasks where status = 'pending' and ${HAS_TEXT} and ${isProjectFor('private_to', '$7')}
    )
    update assistant_tasks set status = $2, updated_at = ${endedAt('$6')}, written_by = $3, written_through = $4, writer_id = $5
    where status = 'pending' and (select count(*) from known) = 1 and id = (select min(known_id) from known)
    returning id, ${TASK_JSON} as row, status`,
};

/** SQL: a task of the project $2 or of none that its owner may see; of any project where $2 is null. */
export const inReach = (row: string, owner: string) =>
  `($2::bigint is null or ${row}.project_id = $2 or ${row}.project_id is null) and ${isProjectFor(`${row}.private_to`, owner)}`;

/** So many former texts of a task are kept. */
const MOST_FORMER = 20;

/** Gives task $1 the text $2, and keeps the one it had. */
export const REWORD = `
  update assistant_tasks set task = $2, former_texts = (
    select coalesce(array_agg(former order by place), '{}') from (
      select former, place from unnest(array_append(former_texts, task)) with ordinality as known (former, place)
      where former <> $2 order by place desc limit ${MOST_FORMER}) as last)
  where id = $1 and task <> $2`;

/** $1 is the text without white space around it, $3 the text as it was sent; $2 the project, or null for any of the reader. */
const hadText = (owner: string) =>
  `former_texts <> '{}' and former_texts && array[$1, $3] and ${inReach('assistant_tasks', owner)}`;

/** Ends the one pending task that had the text before; none where a pending one has it now. */
export const END_REWORDED = {
  name: 'end_reworded_task',
  text: `
    with had as materialized (select id as had_id from assistant_tasks where status = 'pending' and ${hadText('$9')})
    update assistant_tasks set status = $4, updated_at = ${endedAt('$8')}, written_by = $5, written_through = $6, writer_id = $7
    where status = 'pending' and id = (select min(had_id) from had having count(*) = 1)
      and not exists (
        select from assistant_tasks as other
        where other.status = 'pending' and text_digest(other.task) in (text_digest($1), text_digest($3)) and ${inReach('other', '$9')})
    returning id, ${TASK_JSON} as row, status`,
};

/** Of those that had the text before the one that ended last. */
export const FIND_ENDED_REWORDED = {
  name: 'find_ended_reworded_task',
  text: `
    select id, ${TASK_JSON} as row, status from assistant_tasks where status <> 'pending' and ${hadText('$4')}
    order by updated_at desc, id desc limit 1`,
};

const SENT_PRIORITY =
  'coalesce((select sent_priority from sent where sent_task = excluded.task), known_task.priority)';

/**
 * Makes and ends several tasks with different texts: `CREATE` where $2 is null, otherwise `END`. What is so already is
 * answered without a write; a caller whom this statement answers nothing asks alone.
 */
export const CHANGE_SEVERAL = {
  name: 'change_several_tasks',
  text: `
    with ${PATIENCE}, sent as materialized (
      select sent.* from patience cross join ${unnestParameters(['text', 'text', 'int', 'text', 'text', 'text', 'text'])}
        with ordinality as sent (sent_task, sent_status, sent_priority, sent_by, sent_through, sent_writer, sent_owner, place)
    ), known as materialized (
      select place, (array_agg(id ${OF_NONE_FIRST}))[1] as known_id, count(*) as scopes
      from sent join assistant_tasks on status = 'pending' and text_digest(task) = text_digest(sent_task) and task = sent_task
        and ${isProjectFor('private_to', 'sent_owner')}
      group by place
    ), unchanged as materialized (
      select place, id, ${TASK_JSON} as row, status, false as created
      from known join sent using (place) join assistant_tasks on id = known_id
      where sent_status is null and priority = coalesce(sent_priority, priority)
    ), raised as (
      update assistant_tasks
      set priority = sent_priority, updated_at = now(), written_by = sent_by, written_through = sent_through,
          writer_id = sent_writer
      from known join sent using (place)
      where id = known_id and status = 'pending' and sent_status is null and priority <> sent_priority
      returning place, id, ${TASK_JSON} as row, status
    ), to_make as materialized (
      select * from sent where sent_status is null and place not in (select place from known)
    ), text_locks as materialized (
      select count(${lockText('hash')}) from (select hashtext(sent_task) as hash from to_make order by hash) as hashes
    ), made as (
      insert into assistant_tasks as known_task (task, priority, written_by, written_through, writer_id)
      select sent_task, coalesce(sent_priority, ${LIMITS.priority.default}), sent_by, sent_through, sent_writer
      from text_locks cross join to_make
      -- Those who lock several rows lock them in the same order.
      order by sent_task collate "C"
      on conflict (text_digest(task)) where status = 'pending' and project_id is null do update
        set priority = ${SENT_PRIORITY}, updated_at = now(), ${WRITTEN_AS_SENT}
        where known_task.priority is distinct from ${SENT_PRIORITY}
      returning task as made_task, id, ${TASK_JSON} as row, status, xmax = 0 as created
    ), found as materialized (
      select place, id as found_id, sent_status, sent_by, sent_through, sent_writer
      from known join sent using (place) join assistant_tasks on id = known_id
      where sent_status is not null and scopes = 1 and status = 'pending'
      order by sent_task collate "C"
      for update of assistant_tasks
    ), ended as (
      update assistant_tasks
      set status = sent_status, updated_at = ${CHANGED_AT}, written_by = sent_by, written_through = sent_through,
          writer_id = sent_writer
      from found where id = found_id
      returning place, id, ${TASK_JSON} as row, status
    )
    select place::int, id, row, status, created from unchanged
    union all select place::int, id, row, status, false from raised
    union all select place::int, id, row, status, created from made join sent on sent_task = made_task
    union all select place::int, id, row, status, false from ended`,
};

/** The pending tasks that have a text, with their projects. */
export const PENDING_WITH_PROJECTS = {
  name: 'pending_tasks_with_projects',
  text: `
    select assistant_tasks.id::float8 as id, project_id::float8 as project_id, project.name as project, task
    from assistant_tasks left join assistant_projects as project on project.id = project_id
    where assistant_tasks.status = 'pending' and ${HAS_TEXT} and ${isProjectFor('assistant_tasks.private_to', '$2')}
    order by assistant_tasks.id limit ${LIMITS.context_rows}`,
};
