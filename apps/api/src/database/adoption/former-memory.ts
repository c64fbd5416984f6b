import { ASSISTANT_RUNS } from '../migrations/memory/create-memory/assistant-runs';
import { HOOK_TRIGGERS } from '../migrations/memory/create-memory/hook-outbox';
import type { FormerVersions } from './former-versions';

export const FORMER_MEMORY: FormerVersions = {
  oldest: { count: 12, last: 'TellStateByItsId1795375200000' },
  steps: [
    { migration: 'CreateAssistantRuns1795376000000', sql: ASSISTANT_RUNS },
    {
      // The quarantine holds turns of chats about projects too: what is stored already is judged once.
      migration: 'JudgeTurns1795376000001',
      sql: `insert into search_queue (kind, id)
        select 'chat', id from chat_history where starts_with(chat_id, 'project:')`,
    },
    {
      // Summaries are indexed again, so that the words of their first lines count more.
      migration: 'WeighFirstLines1795377000000',
      sql: String.raw`drop index search_words_similar;
        create index search_words_similar on search_words using gin (word gin_trgm_ops)
          where word ~ '^[a-z\u00a0-\uffff]{4,40}$';
        insert into search_queue (kind, id)
        select kind, id from search_documents where kind = 'session' order by at desc`,
    },
    {
      migration: 'NoteEventsByStatement1795378000000',
      sql: `drop function hook_enqueue cascade; ${HOOK_TRIGGERS}`,
    },
  ],
};
