import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { lockResources } from '../../src/database/resource-locks';
import { MEMORY } from '../../src/database/memory.data-source';
import { poolOf } from '../../src/database/statements/run-in';
import { ChatMessagesRepository } from '../../src/memory/chats/chat-messages.repository';
import { ChatWritesRepository } from '../../src/memory/chats/chat-writes.repository';
import { TurnWritesRepository } from '../../src/memory/chats/turns/turn-writes.repository';
import { toNewSession } from '../../src/memory/records/sessions/new-session';
import { SessionSummariesRepository } from '../../src/memory/records/sessions/session-summaries.repository';
import { StateChangesRepository } from '../../src/memory/records/state/state-changes.repository';
import { TaskChangesRepository } from '../../src/memory/records/tasks/task-changes.repository';
import type { WriteSource } from '../../src/platform/access/write-source';
import { startTestApp, type TestApp } from '../harness/apps/test-app';
import { goesThrough } from '../harness/apps/through';

const SOURCE: WriteSource = { by: null, id: null, owner: null, through: 'webhook' };
const AT = new Date('2026-11-20T09:00:00Z');

/** PostgreSQL plans a prepared statement for its values so many times before it compares that with a generic plan. */
const PLANNED_AT_FIRST = 5;
const TIMES = 25;

interface Plans {
  name: string;
  custom_plans: number;
  generic_plans: number;
}

if (goesThrough('pgbouncer'))
  console.warn('SKIPPED: kept plans (PgBouncer prepares statements under names of its own).');
(goesThrough('pgbouncer') ? describe.skip : describe)('a statement of a webhook', () => {
  let t: TestApp;
  let memory: DataSource;
  beforeAll(async () => {
    t = await startTestApp();
    memory = t.app.get<DataSource>(getDataSourceToken(MEMORY));
  });
  afterAll(() => t.close());

  const calls = {
    upsert_several_states: (number) =>
      t.app
        .get(StateChangesRepository)
        .upsert({ project_id: null, key: `key ${number}`, value: 'value', category: null, source: SOURCE }),
    change_several_tasks: (number) =>
      t.app.get(TaskChangesRepository).createTask(`task ${number}`, null, SOURCE),
    insert_sessions: (number) =>
      t.app
        .get(SessionSummariesRepository)
        .insertSession(
          toNewSession({ summary: `summary ${number}`, tasks_completed: 'task 1' }, '', SOURCE, null),
        ),
    store_several_messages: (number) =>
      t.app.get(ChatWritesRepository).storeMessage(
        {
          chat_id: `chat ${number}`,
          role: 'user',
          text: 'Hello',
          timestamp: AT,
          external_id: `${number}`,
          part: 0,
          sent_by: 'key',
          reported_by: 'a key',
          sent_at: null,
          channel: null,
        },
        null,
        `digest ${number}`,
      ),
    newest_messages_of_several_chats: (number) =>
      t.app.get(ChatMessagesRepository).listHistory(`chat ${number}`, 30, null),
    store_messages_of_project: (number) =>
      t.app
        .get(TurnWritesRepository)
        .store(
          'project:shop',
          [{ external_id: `${number}`, role: 'user', text: 'Hello', timestamp: AT }],
          {},
          SOURCE,
        ),
  } satisfies Record<string, (number: number) => Promise<unknown>>;

  /** Of each connection. */
  async function plansOf(name: string, dataSource = memory): Promise<Plans[]> {
    const pool = poolOf(dataSource);
    const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
    const found: Plans[] = [];
    for (const client of clients) {
      const { rows } = await client.query<Plans>(
        `select name, custom_plans::int, generic_plans::int from pg_prepared_statements where name = $1`,
        [name],
      );
      found.push(...rows);
      client.release();
    }
    return found;
  }

  it.each(Object.entries(calls))('keeps its plan, whatever the size of the batch: %s', async (name, call) => {
    let number = 0;
    for (let time = 0; time < TIMES; time++)
      for (const size of [2, 4]) await Promise.all(Array.from({ length: size }, async () => call(++number)));

    const plans = await plansOf(name);
    expect(Math.max(...plans.map(({ generic_plans }) => generic_plans))).toBeGreaterThan(PLANNED_AT_FIRST);
    expect(Math.max(...plans.map(({ custom_plans }) => custom_plans))).toBeLessThanOrEqual(PLANNED_AT_FIRST);
  });

  it('keeps its plan for a single call: insert_sessions', async () => {
    for (let number = 0; number < TIMES; number++) await calls.insert_sessions(number + 1_000);

    const plans = await plansOf('insert_sessions');
    expect(plans).not.toHaveLength(0);
    expect(Math.max(...plans.map(({ custom_plans }) => custom_plans))).toBeLessThanOrEqual(PLANNED_AT_FIRST);
  });

  it('keeps its plan in bookings: lock_resources', async () => {
    const panel = t.app.get<DataSource>(getDataSourceToken());
    for (let time = 0; time < TIMES; time++)
      await panel.transaction((transaction) =>
        lockResources(transaction, [{ resource: 'main', resource_id: null }]),
      );

    const plans = await plansOf('lock_resources', panel);
    expect(plans).not.toHaveLength(0);
    expect(Math.max(...plans.map(({ custom_plans }) => custom_plans))).toBeLessThanOrEqual(PLANNED_AT_FIRST);
  });
});
