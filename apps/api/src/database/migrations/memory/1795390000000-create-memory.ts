import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ASSISTANT_RUNS } from './create-memory/assistant-runs';
import { CHATS } from './create-memory/chats';
import { HOOK_OUTBOX, HOOK_TRIGGERS } from './create-memory/hook-outbox';
import { RECORDS } from './create-memory/records';
import { SEARCH } from './create-memory/search';
import { VERSIONS } from './create-memory/versions';

const UP = [RECORDS, ASSISTANT_RUNS, CHATS, SEARCH, VERSIONS, HOOK_OUTBOX, HOOK_TRIGGERS];

/** The memory's database as version 1.0.0 has it. */
export class CreateMemory1795390000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statements of UP) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DOWN);
  }
}

// The extensions stay: they may have been here before, and others may use them.
const DOWN = `
  drop function assistant_sessions_as_of, assistant_state_as_of, assistant_tasks_as_of, assistant_projects_as_of,
    assistant_people_as_of;
  drop table hook_outbox, hook_events, memory_versions, search_words, search_documents, search_queue, chats,
    chat_history, memory_quarantine, assistant_runs, assistant_tasks, assistant_people, assistant_projects,
    assistant_state, assistant_sessions;
  drop function hook_enqueue_rows, keep_deleted, keep_changed, search_enqueue_all, search_enqueue, search_source,
    search_vector, search_lexemes, search_identifiers, search_parts, sort_name, text_digest;
`;
