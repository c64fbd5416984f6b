import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * Facts, tasks and decisions know where they were said, as summaries and turns do; what is from before knows none of it. A session of an
 * assistant has at most two summaries of each key: the one that the assistant or a person wrote, and the one that hooks made.
 */
export class PlaceRows1796740000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table assistant_state
        add column session_id text, add column branch text, add column head text, add column machine text;
      alter table assistant_tasks
        add column session_id text, add column branch text, add column head text, add column machine text;
      -- The session_id of a decision is that of a row.
      alter table assistant_decisions
        add column assistant_session text, add column branch text, add column head text, add column machine text;
      -- What a session of an assistant has said.
      create index assistant_state_of_session on assistant_state (session_id) where session_id is not null;
      create index assistant_tasks_of_session on assistant_tasks (session_id) where session_id is not null;
      create index assistant_decisions_said_by on assistant_decisions (assistant_session) where assistant_session is not null;
      drop index assistant_sessions_of_session;
      create unique index assistant_sessions_of_session
        on assistant_sessions (session_id, coalesce(key_id, ''), (made = 'written')) where session_id is not null`);
  }
}
