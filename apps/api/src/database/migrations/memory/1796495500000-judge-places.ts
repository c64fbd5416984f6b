import type { QueryRunner } from 'typeorm';
import { withLock } from '../../advisory-locks';
import { Step } from '../step';

/** What a brief shows besides what is searched: a change of it is judged, too. */
const WATCHED = [
  [
    'session',
    'assistant_sessions',
    'session_date, summary, projects_touched, decisions_made, tasks_completed, tasks_created, mood, session_id, branch, head, machine',
  ],
  ['project', 'assistant_projects', 'name, description, server, url, stack, notes, status'],
] as const;

/** What is told of turns, newest first; older ones are told to nobody who does not search for them. */
const MOST_TURNS = 20_000;

const JUDGED_ANEW = [
  ['state', 'assistant_state', ''],
  ['task', 'assistant_tasks', ''],
  ['decision', 'assistant_decisions', ''],
  ['project', 'assistant_projects', ''],
  ['person', 'assistant_people', ''],
  ['session', 'assistant_sessions', ''],
  ['chat', 'chat_history', `where chat_id like 'project:%' order by id desc limit ${MOST_TURNS}`],
] as const;

/**
 * Branches, machines and moods are judged as the texts of their rows are, and all is judged anew by the rules of now: until then
 * briefs leave it out, the smallest tables first.
 */
export class JudgePlaces1796495500000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    for (const watched of WATCHED) await runner.query(watch(watched));
    // Processes that serve meanwhile judge nothing by the old rules after the rows below were looked up.
    await withLock(runner, 'searchIndex');
    for (const judged of JUDGED_ANEW) await runner.query(queue(judged));
  }
}

function watch([kind, table, columns]: (typeof WATCHED)[number]): string {
  return `
    drop trigger search_changed on ${table};
    create trigger search_changed after insert or delete or update of ${columns} on ${table}
      for each row execute function search_enqueue('${kind}')`;
}

function queue([kind, table, newest]: (typeof JUDGED_ANEW)[number]): string {
  return `
    insert into search_queue (kind, id) select '${kind}', id from (select id from ${table} ${newest}) as judged
    order by id desc`;
}
