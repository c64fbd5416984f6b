import type { QueryRunner } from 'typeorm';
import { Step } from '../step';
import { withLock } from '../../advisory-locks';

const partsOf = (characters: string) => String.raw`
  create or replace function search_parts(text) returns text
    language sql immutable strict parallel safe
    return regexp_replace(
      regexp_replace(
        lower(unaccent('unaccent'::regdictionary, regexp_replace($1,
          '(?<=[[:lower:][:digit:]])(?=[[:upper:]])|(?<=[[:upper:]])(?=[[:upper:]][[:lower:]])', ' ', 'g'))),
        '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', ' ', 'g'),
      '([^ ]{64}|[${characters}])', '\1 ', 'g')`;

const TEXTS = {
  session: [
    'assistant_sessions',
    'summary, decisions_made, tasks_completed, tasks_created, projects_touched',
  ],
  decision: ['assistant_decisions', 'text'],
  state: ['assistant_state', 'key, value, category'],
  task: ['assistant_tasks', 'task'],
  project: ['assistant_projects', 'name, description, server, url, stack, notes'],
  person: ['assistant_people', 'name, relationship, notes'],
  chat: ['chat_history', 'chat_id, message'],
} as const;

/**
 * Korean puts particles behind its words without a space, so it is cut into its syllables, as Chinese and Japanese are: what
 * has the word finds the word with a particle. What has Korean in it is indexed again, the newest first: until then briefs leave it out.
 */
export class CutKorean1796306000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await cutAnew(runner, String.raw`\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3`);
  }
}

async function cutAnew(runner: QueryRunner, characters: string): Promise<void> {
  // Processes that serve meanwhile index nothing by the old function after the rows below were looked up.
  await withLock(runner, 'searchIndex');
  await runner.query(partsOf(characters));
  for (const [kind, [table, columns]] of Object.entries(TEXTS))
    await runner.query(String.raw`
      insert into search_queue (kind, id)
      select '${kind}', id from ${table} where concat_ws(' ', ${columns}) ~ '[\uac00-\ud7a3]'
      order by id desc`);
}
