import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * Decisions are the team's: what a private extract says is in it alone, and in no list of decisions. Otherwise it would hide
 * what the team decided, or be told to everybody once it is deleted.
 */
export class LeaveDecisionsToTheTeam1796430000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UNSAID);
    await runner.query(TAKE_OUT);
  }
}

const UNSAID = `
  -- They are locked, so that none is deleted before its decisions are stored.
  create or replace function linked_projects(projects jsonb) returns setof bigint
    language sql volatile rows 1
    as $$
      select id from assistant_projects
      where id in (select key::bigint from jsonb_object_keys(projects) as key) for key share
    $$;
  -- What a session says no longer is that of the newest other session that says it; what none says is deleted.
  create or replace function decisions_unsaid(ids bigint[]) returns void
    language plpgsql
    as $$
    begin
      with handed as (
        update assistant_decisions as known
        set session_id = other.id, at = session_date, written_by = other.written_by, written_through = other.written_through
        from (
          select distinct on (asked.id) asked.id as decision_id, said.*
          from assistant_decisions as asked
          cross join lateral (
            select id, session_date, written_by, written_through
            from assistant_sessions
            where decisions_made <> '' and owner_id is null
              and decision_digests(decisions_list, decisions_made) @> array[text_digest(decision_identity(asked.text))]
              and case when asked.project_id is null then not exists (select from linked_projects(projects))
                       else projects ? asked.project_id::text end
          ) as said
          where asked.id = any (ids)
          order by asked.id, said.session_date desc, said.id desc
        ) as other
        where known.id = other.decision_id
        returning known.id
      )
      delete from assistant_decisions where id = any (ids) and id not in (select id from handed);
    end $$`;

const TAKE_OUT = `
  select set_config('groupless.unversioned', 'on', true);
  select decisions_unsaid(array(
    select known.id from assistant_decisions as known join assistant_sessions as said on said.id = known.session_id
    where said.owner_id is not null));
  delete from memory_versions as version using assistant_sessions as said
  where version.kind = 'decision' and said.id = (version.before ->> 'session_id')::bigint and said.owner_id is not null;
  select set_config('groupless.unversioned', '', true);`;
