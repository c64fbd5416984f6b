/** Stores what sessions say. Of equal ones the latest counts; one that is said again stands again. */
const store = (said: string) => `
      insert into assistant_decisions as known (project_id, text, session_id, at, created_at, written_by, written_through)
      select distinct on (project_id, digest) project_id, entry, id, session_date, session_date, written_by, written_through
      from (select *, text_digest(decision_identity(entry)) as digest from (${said}) as said) as decided
      order by project_id, digest, session_date desc, id desc
      on conflict (project_id, text_digest(decision_identity(text))) do update
        set at = excluded.at, session_id = excluded.session_id, withdrawn_at = null, replaced_by = null,
            written_by = excluded.written_by, written_through = excluded.written_through
        where excluded.at > greatest(known.at, known.withdrawn_at);`;

/** Decisions are the team's: what a private extract says is in it alone. */
const SAID = store(`
        select said.id, session_date, written_by, written_through, entry, project_id
        from new_rows as said
        cross join lateral decision_entries(decisions_list, decisions_made) as entry
        left join lateral linked_projects(projects) as project_id on true
        where decisions_made <> '' and owner_id is null`);

/**
 * What a corrected session says that it did not say before. An entry of before that comes to another project keeps its time, and does
 * not come there if it was withdrawn. What its owner alone could read before is new to the team.
 */
const ADDED = store(`
        select new.id, case when is_old then old.session_date else new.session_date end as session_date,
               new.written_by, new.written_through, entry, project_id
        from decision_entries(new.decisions_list, new.decisions_made) as entry
        left join lateral linked_projects(new.projects) as project_id on true
        cross join lateral (select exists (
          select from decision_entries(old.decisions_list, old.decisions_made) as known
          where decision_identity(known) = decision_identity(entry) and old.owner_id is null) as is_old) as before
        where not is_old
          or case when project_id is null then exists (select from linked_projects(old.projects))
                  else not old.projects ? project_id::text end
            and not exists (
              select from assistant_decisions as gone
              where gone.session_id = new.id and gone.withdrawn_at is not null
                and text_digest(decision_identity(gone.text)) = text_digest(decision_identity(entry)))`);

/** Decisions are made of sessions, so every way of storing a session counts, and the webhook needs no further statement. */
export const DECISIONS = `
  create or replace function decisions_said() returns trigger
    language plpgsql
    as $$
    begin
      if exists (select from new_rows where decisions_made <> '' and owner_id is null) then${SAID}
      end if;
      return null;
    end $$;
  create or replace trigger decisions_said after insert on assistant_sessions referencing new table as new_rows
    for each statement execute function decisions_said();

  -- A session that is corrected takes back what it says no longer; what was withdrawn stays so. What it said before keeps its time.
  create or replace function decisions_corrected() returns trigger
    language plpgsql
    as $$
    begin
      -- A project got another name: what was decided is the same.
      if current_setting('groupless.unversioned', true) = 'on' then return null; end if;
      perform decisions_unsaid(array(
        select id from assistant_decisions as known
        where session_id = new.id and withdrawn_at is null
          and not exists (
            select from decision_entries(new.decisions_list, new.decisions_made) as entry
            left join lateral linked_projects(new.projects) as project on true
            where decision_identity(entry) = decision_identity(known.text) and project is not distinct from known.project_id)));
      if new.owner_id is not null then return null; end if;${ADDED}
      return null;
    end $$;
  create or replace trigger decisions_corrected
    after update of decisions_made, decisions_list, projects_touched, projects, owner_id on assistant_sessions
    for each row
    when ((old.decisions_made, old.decisions_list, old.projects, old.owner_id)
          is distinct from (new.decisions_made, new.decisions_list, new.projects, new.owner_id))
    execute function decisions_corrected();

  -- What was withdrawn stays, so that a session that comes back does not bring it back.
  create or replace function decisions_removed() returns trigger
    language plpgsql
    as $$
    begin
      perform decisions_unsaid(array(
        select id from assistant_decisions
        where session_id in (select id from old_rows) and withdrawn_at is null));
      return null;
    end $$;
  create or replace trigger decisions_removed after delete on assistant_sessions referencing old table as old_rows
    for each statement execute function decisions_removed();

  -- A project that is made or renamed takes in the decisions of sessions that named it before.
  create or replace function decisions_taken_in() returns trigger
    language plpgsql
    as $$
    begin
      update assistant_decisions as own set project_id = new.id
      from assistant_sessions as said
      where own.project_id is null and said.id = own.session_id
        and said.projects ? new.id::text
        and not exists (
          select from assistant_decisions as other
          where other.project_id = new.id
            and text_digest(decision_identity(other.text)) = text_digest(decision_identity(own.text)));
      return null;
    end $$;
  -- By its name it comes after the trigger that ties the sessions to the project.
  create or replace trigger taken_in_decisions after insert or update of name on assistant_projects
    for each row execute function decisions_taken_in();`;
