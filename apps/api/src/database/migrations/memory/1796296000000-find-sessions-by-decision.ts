import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * Finds the sessions that say a decision by an index. Before, a corrected or deleted session read all entries of all sessions of its
 * projects.
 */
export class FindSessionsByDecision1796296000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(DIGESTS);
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
