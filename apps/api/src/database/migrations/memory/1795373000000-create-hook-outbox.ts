import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CREATE_HOOK_OUTBOX, DROP_HOOK_OUTBOX, unwatch, watch, watchRows } from '../hook-outbox';

const all = (event: string) => ({ insert: event, update: event, delete: event });

const TRIGGERS = [
  ...watchRows('assistant_projects', all('project.updated'), { whole: true }),
  ...watchRows('assistant_people', all('person.updated'), { whole: true }),
  ...watchRows('assistant_tasks', all('task.updated'), { whole: true }),
  // `panel:read` reads no state: its key alone.
  ...watchRows('assistant_state', all('state.updated'), { key: 'key' }),
  ...watchRows('assistant_sessions', { insert: 'session.created' }, { whole: true }),
];

const UP = [...CREATE_HOOK_OUTBOX, ...TRIGGERS.map(watch)];
const DOWN = [...TRIGGERS.map(unwatch), ...DROP_HOOK_OUTBOX];

/** The outbox of the memory's changes, for outbound webhooks. */
export class CreateHookOutbox1795373000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
