/**
 * Who says a decision, where no trigger tells: a person says it, a session says it once more, another session keeps it. What a session
 * says when it is stored, corrected or deleted its triggers say (`database/functions/memory/decisions.ts`).
 */

/** What says the same, of the same project. */
export const SAYS = (text: string, project: string) =>
  `project_id is not distinct from ${project} and text_digest(decision_identity(text)) = text_digest(decision_identity(${text}))`;

/** What is known and stands is left as it is, and answered by `KNOWN`. */
export const SAY = `
  insert into assistant_decisions as known
    (project_id, text, written_by, written_through, writer_id, assistant_session, branch, head, machine)
  values ($1::bigint, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (project_id, text_digest(decision_identity(text))) do update
    set text = excluded.text, at = excluded.at, session_id = null, withdrawn_at = null, replaced_by = null,
        written_by = excluded.written_by, written_through = excluded.written_through, writer_id = excluded.writer_id,
        assistant_session = excluded.assistant_session, branch = excluded.branch, head = excluded.head, machine = excluded.machine
    where known.withdrawn_at is not null
  returning id::float8 as id`;
export const KNOWN = `select id::float8 as id from assistant_decisions where ${SAYS('$2', '$1::bigint')}`;

/**
 * What a session had decided before and says once more stands again, unless it was withdrawn after the session ended. The trigger
 * sees no change of the session then.
 */
export const STAND_AGAIN = `
  update assistant_decisions as known
  set withdrawn_at = null, replaced_by = null, session_id = told.id, at = told.session_date,
      written_by = told.written_by, written_through = told.written_through
  from assistant_sessions as told
  where told.id = $1 and told.owner_id is null and known.withdrawn_at < told.session_date
    and (known.project_id is null and told.projects = '{}' or told.projects ? known.project_id::text)
    and exists (select from decision_entries($2::jsonb, $3) as entry
                where decision_identity(entry) = decision_identity(known.text))`;

/** Decisions that another session also made are given to it. */
export const HAND_OVER = `
  update assistant_decisions as own set session_id = other.id, at = other.session_date
  from assistant_decisions as known
  cross join lateral (
    select said.id, said.session_date from assistant_sessions as said
    where said.id <> $1 and said.decisions_made <> ''
      and (known.project_id is null or said.projects ? known.project_id::text)
      and exists (select from decision_entries(said.decisions_list, said.decisions_made) as entry
                  where decision_identity(entry) = decision_identity(known.text))
    order by said.session_date desc, said.id desc limit 1
  ) as other
  where known.session_id = $1 and own.id = known.id`;
