import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * Finds the sessions that say a decision by an index. Before, a corrected or deleted session read all entries of all sessions of its
 * projects.
 */
export class FindSessionsByDecision1796296000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(DIGESTS);
    await runner.query(UNSAID_BY_INDEX);
  }
}

/**
 * The entries as decision_entries() has them, with each identity made once: it is what costs. In standard SQL, which keeps what it names:
 * an index finds no function by its name alone.
 */
const DIGESTS = String.raw`
  create function decision_digests(listed jsonb, said text) returns bytea[]
    language sql immutable parallel safe
    return array(
      select text_digest(identity)
      from (
        select decision_identity(entry) as identity
        from (
          select jsonb_array_elements_text(listed) as entry where listed is not null
          union all
          select regexp_replace(line, '^\s*(?:[-*•]|\d+[.)])\s+', '') from string_to_table(said, E'\n') as line where listed is null
        ) as entries offset 0
      ) as identities
      where identity <> ''
      limit 200);
  create index assistant_sessions_decided on assistant_sessions
    using gin (decision_digests(decisions_list, decisions_made)) where decisions_made <> ''`;

const unsaid = (said: string) => `
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
          cross join lateral (${said}
          ) as said
          where asked.id = any (ids)
          order by asked.id, said.session_date desc, said.id desc
        ) as other
        where known.id = other.decision_id
        returning known.id
      )
      delete from assistant_decisions where id = any (ids) and id not in (select id from handed);
    end $$`;

const UNSAID_BY_INDEX = unsaid(`
            select id, session_date, written_by, written_through
            from assistant_sessions
            where decisions_made <> ''
              and decision_digests(decisions_list, decisions_made) @> array[text_digest(decision_identity(asked.text))]
              and case when asked.project_id is null then not exists (select from linked_projects(projects))
                       else projects ? asked.project_id::text end`);
