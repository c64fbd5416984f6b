import type {
  ChatHistoryDto,
  SessionSummaryResultDto,
  TaskDto,
  TaskResultDto,
  UpdateStateResultDto,
} from '@groupless/shared-dto';
import { SessionsService } from '../../src/memory/records/sessions/sessions.service';
import { StateService } from '../../src/memory/records/state/state.service';
import type { KnownActor } from '../../src/platform/access/caller';
import { OF_CUSTOMERS } from '../../src/memory/readers/reader';
import type { WriteSource } from '../../src/platform/access/write-source';
import { ADVISORY_LOCKS } from '../../src/database/advisory-locks';
import { TasksService } from '../../src/memory/records/tasks/tasks.service';
import { ChatMessagesService } from '../../src/memory/chats/chat-messages.service';
import { AppError } from '../../src/platform/errors/app-error';
import { isLinearizable, type EndedCall } from '../harness/rolling/linearizable';
import { countRows, emptyMemory } from '../harness/databases/rows';
import { startTestApp, type TestApp } from '../harness/apps/test-app';
import { atOnce, eventually, WAITS_FOR_LOCK } from '../harness/data/times';

const CALLERS = 32;
/** Calls of one round; each round has keys of its own. */
const ROUND = 1_000;
const CALLS = process.env['FULL_TESTS'] === '1' ? 100_000 : 3_000;

const SOURCE: WriteSource = { by: null, id: null, owner: null, through: 'webhook' };
const ACTOR: KnownActor = {
  caller: { kind: 'key', id: 'key', name: 'panel', scopes: ['panel:write'] },
  ip: '127.0.0.1',
};

interface StateModel {
  value: string;
  category: string;
}

interface TaskModel {
  status: TaskDto['status'];
  priority: number;
}

/** By one key, in one part. */
const SENT = { part: 0, reported_by: 'a key', sent_at: null, sent_by: 'AGENT_API_KEY', channel: null };

describe('batched statements over the memory, on two replicas', () => {
  let replicas: TestApp[];
  let memory: TestApp['memory'];
  beforeAll(async () => {
    const first = await startTestApp();
    replicas = [first, await startTestApp({ urls: first.urls })];
    memory = first.memory;
  });
  beforeEach(() => emptyMemory(memory));
  afterAll(async () => {
    for (const replica of replicas.toReversed()) await replica.close();
  });

  const on = (caller: number) => replicas[caller % replicas.length]!.app;
  const pick = <T>(...choices: T[]): T => choices[Math.floor(Math.random() * choices.length)]!;
  let lastText = 0;

  /** The code of a refusal, which a model expects like an answer. */
  const orCode = <T>(answer: Promise<T>): Promise<T | string> =>
    answer.catch((error: unknown) => {
      if (error instanceof AppError) return error.code;
      throw error;
    });

  async function updateState(caller: number, key: string) {
    const value = pick('a', 'b', `v${++lastText}`);
    const category = pick(undefined, undefined, 'config', 'server');
    const { json } = await on(caller)
      .get(StateService)
      .update({ key, value, ...(category === undefined ? {} : { category }) }, SOURCE);
    const answer = JSON.parse(json) as UpdateStateResultDto;
    return (before: StateModel | 'none') => {
      const known = before === 'none' ? null : before;
      const after = { value, category: category ?? known?.category ?? 'config' };
      const isSame = known?.value === after.value && known.category === after.category;
      const result = known === null ? 'created' : isSame ? 'unchanged' : 'updated';
      const { key: answeredKey, ...row } = answer.state;
      return answer.result === result &&
        answeredKey === key &&
        answer.previous_value === (known?.value ?? null) &&
        row.value === after.value &&
        row.category === after.category
        ? after
        : null;
    };
  }

  async function changeTask(caller: number, task: string) {
    const action = pick('create', 'create', 'done', 'cancel');
    const priority = pick(undefined, 3, 9);
    const tasks = on(caller).get(TasksService);
    const sent = { task, ...(priority === undefined ? {} : { priority }) };
    const outcome = await orCode(tasks.change({ action, ...sent }, SOURCE));
    const answer =
      typeof outcome === 'string'
        ? { result: outcome, task: null }
        : (JSON.parse(outcome.json) as TaskResultDto);
    return (before: TaskModel | 'none') => {
      const known = before === 'none' ? null : before;
      const status = { create: 'pending', done: 'completed', cancel: 'cancelled' }[
        action
      ] as TaskDto['status'];
      const isPending = known?.status === 'pending';
      let expected: [string, TaskModel | null];
      if (action === 'create') {
        const made = { status, priority: priority ?? (isPending ? known.priority : 5) };
        expected = [isPending ? 'exists' : 'created', made];
      } else if (isPending) expected = [status, { ...known, status }];
      else if (known === null) expected = ['task_not_found', null];
      else if (known.status === status) expected = [`already_${status}`, known];
      else expected = ['task_not_pending', null];
      const [result, row] = expected;
      const isRow =
        row === null ||
        (answer.task?.task === task &&
          answer.task.status === row.status &&
          answer.task.priority === row.priority);
      return answer.result === result && isRow ? (row ?? before) : null;
    };
  }

  async function storeSummary(caller: number, key: string) {
    const summary = pick('one', 'other');
    const stored = await orCode(on(caller).get(SessionsService).store({ summary }, key, SOURCE));
    const answer =
      typeof stored === 'string' ? null : (JSON.parse(stored.json) as SessionSummaryResultDto).session;
    return (known: { id: number; summary: string } | 'none') => {
      if (known === 'none')
        return typeof stored !== 'string' && stored.created_id !== null && answer?.summary === summary
          ? { id: answer.id, summary }
          : null;
      if (known.summary !== summary) return stored === 'idempotency_key_reused' ? known : null;
      return typeof stored !== 'string' && stored.created_id === null && answer?.id === known.id
        ? known
        : null;
    };
  }

  async function useChat(caller: number, chat_id: string) {
    if (pick(true, false)) {
      const { messages } = JSON.parse(
        await on(caller).get(ChatMessagesService).history({ chat_id, limit: 5 }, OF_CUSTOMERS),
      ) as ChatHistoryDto;
      const read = messages.map(({ message }) => message);
      return (stored: string[]) =>
        JSON.stringify(stored.slice(-5)) === JSON.stringify(read) ? stored : null;
    }
    const external_id = pick(null, 'twice');
    const text = external_id ?? `m${++lastText}`;
    // All of one time: the order is that of the ids, which is the order in which they are stored.
    const timestamp = new Date('2026-11-20T09:30:00Z');
    const id = await on(caller)
      .get(ChatMessagesService)
      .storeOnce({ chat_id, role: 'user', text, timestamp, external_id, ...SENT }, null);
    return (stored: string[]) => {
      if (id === null) return null;
      return external_id !== null && stored.includes(text) ? stored : [...stored, text];
    };
  }

  const OBJECTS = [
    { name: 'state', initial: 'none', call: updateState },
    { name: 'task', initial: 'none', call: changeTask },
    { name: 'summary with a key', initial: 'none', call: storeSummary },
    { name: 'chat', initial: [], call: useChat },
  ] as {
    name: string;
    initial: unknown;
    call: (caller: number, key: string) => Promise<EndedCall<unknown>['apply']>;
  }[];

  it.each(OBJECTS)(
    'mean the same as calls one by one: $name',
    async ({ name, initial, call }) => {
      for (let round = 0; round * ROUND < CALLS / OBJECTS.length; round++) {
        const calls = new Map<string, EndedCall<unknown>[]>();
        let left = Math.min(ROUND, CALLS / OBJECTS.length);
        await atOnce(CALLERS, async (caller) => {
          while (left-- > 0) {
            const key = `${name} ${round} ${Math.floor(Math.random() * 24)}`;
            const began = performance.now();
            const apply = await call(caller, key);
            const ended = performance.now();
            calls.set(key, [...(calls.get(key) ?? []), { began, ended, apply }]);
          }
        });
        const wrong = [...calls].filter(([, ended]) => !isLinearizable(initial, ended)).map(([key]) => key);
        expect(wrong).toEqual([]);
      }
    },
    600_000,
  );

  it.each<[string, (tasks: TasksService) => Promise<unknown>]>([
    ['an assistant', (tasks) => tasks.change({ action: 'create', task: 'one' }, SOURCE)],
    ['the panel', (tasks) => tasks.insert({ task: 'one' }, ACTOR)],
  ])('take a task that %s made for the newest if it was made last, whoever had to wait', async (_, make) => {
    const tasks = on(0).get(TasksService);
    const other = await memory.connect();
    await other.query('begin');
    await other.query('select pg_advisory_xact_lock($1, hashtext($2))', [ADVISORY_LOCKS.taskText, 'one']);
    const made = make(tasks);
    await eventually(async () => (await memory.query(WAITS_FOR_LOCK)).rowCount !== 0);
    await other.query(`insert into assistant_tasks (task, written_through) values ('one', 'webhook')`);
    await other.query(`update assistant_tasks set status = 'completed'`);
    await other.query('commit');
    other.release();
    await made;
    await tasks.change({ action: 'cancel', task: 'one' }, SOURCE);
    expect(await orCode(tasks.change({ action: 'done', task: 'one' }, SOURCE))).toBe('task_not_pending');
  });

  it('give each summary a row of its own, and its caller that row', async () => {
    const answers = await atOnce(500, async (index) => {
      const { json } = await on(index)
        .get(SessionsService)
        .store({ summary: `summary ${index}` }, null, SOURCE);
      return (JSON.parse(json) as SessionSummaryResultDto).session;
    });
    expect(answers.map(({ summary }) => summary)).toEqual(answers.map((_, index) => `summary ${index}`));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(500);
    expect(await countRows(memory, 'assistant_sessions')).toBe(500);
  });

  it('answer every chat with its own messages', async () => {
    await memory.query(`
      insert into chat_history (chat_id, role, message)
      select 'chat ' || chat, 'user', 'message ' || chat || ' ' || number
      from generate_series(0, 199) as chat cross join generate_series(1, 3) as number`);
    const answers = await atOnce(200, async (chat) => {
      const limit = 1 + (chat % 3);
      return JSON.parse(
        await on(chat)
          .get(ChatMessagesService)
          .history({ chat_id: `chat ${chat}`, limit }, OF_CUSTOMERS),
      ) as ChatHistoryDto;
    });
    for (const [chat, { chat_id, messages }] of answers.entries()) {
      expect(chat_id).toBe(`chat ${chat}`);
      expect(messages.map(({ message }) => message)).toEqual(
        [1, 2, 3].slice(2 - (chat % 3)).map((number) => `message ${chat} ${number}`),
      );
    }
  });

  describe.each([
    {
      table: 'assistant_sessions',
      column: 'summary',
      write: (text: string) => on(0).get(SessionsService).store({ summary: text }, null, SOURCE),
    },
    {
      table: 'assistant_state',
      column: 'key',
      write: (text: string) => on(0).get(StateService).update({ key: text, value: 'v' }, SOURCE),
    },
    {
      table: 'assistant_tasks',
      column: 'task',
      write: (text: string) => on(0).get(TasksService).change({ action: 'create', task: text }, SOURCE),
    },
    {
      table: 'chat_history',
      column: 'chat_id',
      write: (text: string) =>
        on(0)
          .get(ChatMessagesService)
          .storeOnce(
            { chat_id: text, role: 'user', text, timestamp: new Date(), external_id: null, ...SENT },
            null,
          ),
    },
  ])('into $table', ({ table, column, write }) => {
    afterEach(() => memory.query('drop function if exists refuse_poison() cascade'));

    it('fail for the one caller whose row the database refuses, and for nobody else', async () => {
      await memory.query(`
        create function refuse_poison() returns trigger language plpgsql as $$
        begin raise exception 'poison'; end $$`);
      await memory.query(`
        create trigger refuse_poison before insert on ${table} for each row
        when (new.${column} = 'row 17') execute function refuse_poison()`);
      const ended = await Promise.allSettled(Array.from({ length: 40 }, (_, index) => write(`row ${index}`)));
      const failed = ended.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []));
      expect(failed).toEqual([17]);
      const { rows } = await memory.query<{ found: string }>(
        `select ${column} as found from ${table} order by ${column}`,
      );
      const expected = Array.from({ length: 40 }, (_, index) => `row ${index}`).filter(
        (_, index) => index !== 17,
      );
      expect(rows.map(({ found }) => found)).toEqual(expected.sort());
    });
  });

  it('do not wait with others for a row that somebody holds', async () => {
    const state = on(0).get(StateService);
    await state.update({ key: 'held', value: 'before' }, SOURCE);
    const holder = await memory.connect();
    try {
      await holder.query('begin');
      await holder.query(`select from assistant_state where key = 'held' for update`);
      let hasEnded = false;
      const held = state.update({ key: 'held', value: 'after' }, SOURCE).finally(() => (hasEnded = true));
      await atOnce(40, (index) => state.update({ key: `free ${index}`, value: 'v' }, SOURCE));
      expect(hasEnded).toBe(false);
      await holder.query('commit');
      expect(JSON.parse((await held).json)).toMatchObject({ result: 'updated', previous_value: 'before' });
    } finally {
      holder.release();
    }
  });

  it('answer each of many callers with a 503, once the connections break', async () => {
    const state = on(0).get(StateService);
    const holder = await memory.connect();
    try {
      await holder.query('begin');
      await holder.query('lock table assistant_state in access exclusive mode');
      const writes = Promise.allSettled(
        Array.from({ length: 20 }, (_, index) => state.update({ key: `key ${index}`, value: 'v' }, SOURCE)),
      );
      // The writes themselves: others wait for the table too, such as the search index.
      const waiting = `wait_event_type = 'Lock' and datname = current_database()
        and query like '%insert into assistant_state%'`;
      await eventually(
        async () => (await memory.query(`select from pg_stat_activity where ${waiting}`)).rowCount !== 0,
      );
      await memory.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${waiting}`);
      await holder.query('commit');
      const statuses = (await writes).map(({ status }) => status);
      expect(statuses).toContain('rejected');
    } finally {
      holder.release();
    }
    // The next ones have connections again.
    await atOnce(20, (index) => state.update({ key: `next ${index}`, value: 'v' }, SOURCE));
    expect(await memory.query(`select from assistant_state where key like 'next %'`)).toMatchObject({
      rowCount: 20,
    });
  });
});
