import { LIMITS } from '@groupless/shared-dto';
import { utcTime } from '../../../database/statements/utc-time';
import { PLACE_COLUMNS, TASK_JSON, WRITTEN_AS_SENT } from '../../row-json';
import { isProjectFor } from '../../readers/reader';
import { isQuarantined } from '../../fence/quarantine/held-back';
import { endedAt, inReach, LOCK_TEXT } from './task-statements';

/** $1 is the text without white space around it, $3 the text as it was sent: tasks that belonged to no project keep theirs. */
const HAS_TEXT = 'text_digest(task) in (text_digest($1), text_digest($3)) and task in ($1, $3)';

/** $2 is the project. A text is looked for in the project, then among those of none. */
const IN_REACH = `${HAS_TEXT} and (project_id = $2::bigint or project_id is null)`;
const OWN_FIRST = 'order by project_id is null, task <> $3, id limit 1';

/**
 * Finds the pending task of the project, else takes that of no project into the project, else inserts one. A sent priority is
 * applied. Answers no row if nothing changed.
 */
export const CREATE_IN_PROJECT = {
  name: 'create_task_in_project',
  text: `
    with text_lock as materialized (${LOCK_TEXT}), known as materialized (
      select id as known_id from text_lock cross join assistant_tasks where status = 'pending' and ${IN_REACH} ${OWN_FIRST}
    ), taken as (
      update assistant_tasks
      set priority = coalesce($4::int, priority), project_id = $2, updated_at = now(),
          written_by = $5, written_through = $6, writer_id = $7
      from known
      where id = known_id and status = 'pending' and (priority, project_id) is distinct from (coalesce($4::int, priority), $2)
      returning id, ${TASK_JSON} as row, status, false as created
    ), made as (
      insert into assistant_tasks as known_task
        (task, priority, project_id, written_by, written_through, writer_id, created_at, updated_at, ${PLACE_COLUMNS})
      select $1, coalesce($4::int, ${LIMITS.priority.default}), $2, $5, $6, $7, coalesce($8::timestamptz, now()), coalesce($8::timestamptz, now()),
             $9, $10, $11, $12
      from text_lock where not exists (select from known)
      on conflict (project_id, text_digest(task)) where status = 'pending' and project_id is not null do update
        set priority = coalesce($4::int, known_task.priority), updated_at = now(), ${WRITTEN_AS_SENT}
        where known_task.priority is distinct from coalesce($4::int, known_task.priority)
      returning id, ${TASK_JSON} as row, status, xmax = 0 as created
    )
    select * from taken union all select * from made`,
};

/** The pending task that is as `CREATE_IN_PROJECT` would have it. */
export const FIND_IN_PROJECT = {
  name: 'find_task_in_project',
  text: `
    select id, ${TASK_JSON} as row, status from assistant_tasks
    where status = 'pending' and ${HAS_TEXT} and project_id = $2 and priority = coalesce($4::int, priority)
    order by task <> $3, id limit 1`,
};

/** A task without a project is ended only if the project never had this text: a repeated call must not end a second task. */
export const END_IN_PROJECT = {
  name: 'end_task_in_project',
  text: `
    update assistant_tasks set status = $4, updated_at = ${endedAt('$8')}, written_by = $5, written_through = $6, writer_id = $7
    where status = 'pending' and id = (
      select id from assistant_tasks
      where status = 'pending' and ${IN_REACH}
        and (project_id is not null or not exists (select from assistant_tasks where ${HAS_TEXT} and project_id = $2))
      ${OWN_FIRST}
    )
    returning id, ${TASK_JSON} as row, status`,
};

export const END_BY_ID = {
  name: 'end_task_by_id',
  text: `
    update assistant_tasks set status = $2, updated_at = ${endedAt('$6')}, written_by = $3, written_through = $4, writer_id = $5
    where status = 'pending' and id = $1 and ${isProjectFor('private_to', '$7')}
    returning id, ${TASK_JSON} as row, status`,
};

export const FIND_BY_ID = {
  name: 'find_task_by_id',
  text: `select id, ${TASK_JSON} as row, status from assistant_tasks where id = $1 and ${isProjectFor('private_to', '$2')}`,
};

/** The pending one, else the one that ended last: a task that was opened again may end after one with a higher id. */
export const FIND_NEWEST = {
  name: 'find_newest_task',
  text: `
    select id, ${TASK_JSON} as row, status from assistant_tasks where ${HAS_TEXT} and ${inReach('assistant_tasks', '$4')}
    order by $2::bigint is not null and project_id is null, status = 'pending' desc, updated_at desc, id desc limit 1`,
};

/** $2 is the project, or null for any. */
export const SIMILAR = {
  name: 'similar_tasks',
  text: `
    select task as text from assistant_tasks
    where status = 'pending' and task % $1 and task <> $1 and ${inReach('assistant_tasks', '$3')}
      and not ${isQuarantined("'task'", 'assistant_tasks.id')}
    order by task <-> $1, id
    limit ${LIMITS.suggestions}`,
};

/** When a task with this text was last completed in the project, or without one, and by whom. */
export const COMPLETED_BEFORE = {
  name: 'task_completed_before',
  text: `
    select json_build_object(
      'at', ${utcTime('updated_at')}, 'by', written_by)::text as completed
    from assistant_tasks where status = 'completed' and ${IN_REACH}
    order by updated_at desc, id desc limit 1`,
};
