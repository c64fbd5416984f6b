import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * A summary and a turn know the session of the assistant that they are of, where it was (branch, commit, machine), and the key that stored
 * them. What is from before knows none of it. `writer_id` is the id of the user or key that wrote what stands in a row: `written_by` is
 * its name, which another may have later.
 */
export class KnowSessions1796241000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table assistant_sessions
        add column session_id text,
        add column branch text,
        add column head text,
        add column machine text,
        add column key_id text,
        add column stored_at timestamptz(3);
      alter table assistant_sessions alter column stored_at set default now();
      -- The summary of a session of an assistant: one for each key.
      create unique index assistant_sessions_of_session on assistant_sessions (session_id, coalesce(key_id, ''))
        where session_id is not null;
      -- The summaries of a key that have the same text.
      create index assistant_sessions_same_text on assistant_sessions (key_id, text_digest(summary))
        where key_id is not null;
      -- key_id: of the key that stored a turn of an assistant.
      alter table chat_history
        add column session_id text,
        add column branch text,
        add column head text,
        add column machine text,
        add column key_id text;
      alter table assistant_sessions add column writer_id text;
      alter table assistant_state add column writer_id text;
      alter table assistant_tasks add column writer_id text;
      alter table assistant_projects add column writer_id text;
      alter table assistant_people add column writer_id text;
      alter table assistant_decisions add column writer_id text`);
  }
}
