import { expectProblem, refusedFields } from '../../harness/http/problems';
import { countRows, emptyMemory, insertRows } from '../../harness/databases/rows';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { atOnce } from '../../harness/data/times';
import { END } from '../../../src/memory/records/tasks/task-statements';

const ENDINGS = [
  { action: 'done', status: 'completed', other_action: 'cancel', other_status: 'cancelled' },
  { action: 'cancel', status: 'cancelled', other_action: 'done', other_status: 'completed' },
];

describe('the end of a task', () => {
  let t: ServedApp;
  let address: string;
  beforeAll(async () => {
    t = await sharedApp();
    address = await t.webhook('assistant-task');
  });
  beforeEach(() => emptyMemory(t.memory));
  afterAll(() => t.close());

  const send = (action: string, task: string, more: object = {}) =>
    t.http.post(address).send({ action, task, ...more });

  describe.each(ENDINGS)('by $action', ({ action, status, other_action, other_status }) => {
    it('ends the pending task', async () => {
      const { body: made } = await send('create', 'Paint', { priority: 8 }).expect(201);
      await t.memory.query(`update assistant_tasks set updated_at = '2026-01-01T00:00:00Z'`);
      const { body } = await send(action, 'Paint').expect(200);
      expect(body.result).toBe(status);
      expect(body.task).toEqual({ ...made.task, status, updated_at: expect.any(String) });
      expect(body.task.updated_at).not.toBe('2026-01-01T00:00:00.000Z');
    });

    it('changes nothing the second time', async () => {
      await send('create', 'Paint').expect(201);
      const { body: first } = await send(action, 'Paint').expect(200);
      await t.memory.query(`update assistant_tasks set updated_at = '2026-01-01T00:00:00Z'`);
      const { body: second } = await send(action, 'Paint').expect(200);
      expect(second).toEqual({
        result: `already_${status}`,
        task: { ...first.task, updated_at: '2026-01-01T00:00:00.000Z' },
      });
    });

    it('is refused for a task that ended the other way', async () => {
      await send('create', 'Paint').expect(201);
      await send(other_action, 'Paint').expect(200);
      expectProblem(await send(action, 'Paint'), 409, 'task_not_pending');
      const { rows } = await t.memory.query<{ status: string }>('select status from assistant_tasks');
      expect(rows).toEqual([{ status: other_status }]);
    });

    it('ends the pending one among older ones with that text', async () => {
      await insertRows(t.memory, 'assistant_tasks', [
        { task: 'Paint', status: other_status },
        { task: 'Paint', status },
      ]);
      const { body: made } = await send('create', 'Paint').expect(201);
      const { body } = await send(action, 'Paint').expect(200);
      expect([body.result, body.task.id]).toEqual([status, made.task.id]);
    });

    it('looks at the newest of several that have ended', async () => {
      await insertRows(t.memory, 'assistant_tasks', [
        { task: 'Paint', status: other_status },
        { task: 'Paint', status },
        { task: 'Clean', status },
        { task: 'Clean', status: other_status },
      ]);
      expect((await send(action, 'Paint').expect(200)).body.result).toBe(`already_${status}`);
      expectProblem(await send(action, 'Clean'), 409, 'task_not_pending');
    });

    it('looks at the one that ended last, not at the one that was made last', async () => {
      await insertRows(t.memory, 'assistant_tasks', [
        { task: 'Paint', status, updated_at: '2026-02-02T00:00:00Z' },
        { task: 'Paint', status: other_status, updated_at: '2026-02-01T00:00:00Z' },
      ]);
      expect((await send(action, 'Paint').expect(200)).body.result).toBe(`already_${status}`);
    });

    it('looks at the one that ended last, also where its statement waited before it began', async () => {
      const waiting = await t.memory.connect();
      try {
        await waiting.query('begin');
        await send('create', 'Paint').expect(201);
        await send(other_action, 'Paint').expect(200);
        await send('create', 'Paint').expect(201);
        await waiting.query(END.text, ['Paint', status, null, null, null, null, '']);
        await waiting.query('commit');
      } finally {
        waiting.release();
      }
      expect((await send(action, 'Paint').expect(200)).body.result).toBe(`already_${status}`);
    });

    it('needs exactly the stored text', async () => {
      await send('create', 'Paint').expect(201);
      for (const task of ['paint', 'Paint ', ' Paint', 'Pain']) {
        expectProblem(await send(action, task), 404, 'task_not_found');
      }
    });

    it('ignores a right priority and project', async () => {
      await insertRows(t.memory, 'assistant_projects', [{ name: 'website' }]);
      await send('create', 'Paint', { priority: 8 }).expect(201);
      const { body } = await send(action, 'Paint', { priority: 1, project: 'website' }).expect(200);
      expect([body.task.priority, body.task.project_id]).toEqual([8, null]);
    });

    it('refuses a wrong priority and an unknown project all the same', async () => {
      await send('create', 'Paint').expect(201);
      expect(refusedFields(await send(action, 'Paint', { priority: 11 }))).toEqual([
        ['priority', 'out_of_range'],
      ]);
      expectProblem(await send(action, 'Paint', { project: 'unknown' }), 404, 'project_not_found');
      expect((await send(action, 'Paint').expect(200)).body.result).toBe(status);
    });

    it('counts once of 20 calls at once', async () => {
      await send('create', 'Race').expect(201);
      const answers = await atOnce(20, () => send(action, 'Race'));
      const results = answers.map(({ body }) => String(body.result)).sort();
      expect(results).toEqual([...Array<string>(19).fill(`already_${status}`), status]);
    });
  });

  it('has one outcome when done and cancel come at once', async () => {
    await send('create', 'Race').expect(201);
    const answers = await atOnce(20, (index) => send(index % 2 === 0 ? 'done' : 'cancel', 'Race'));
    const results = answers.map(({ body }) => String(body.result ?? body.code));
    const [winner = ''] = results.filter((result) => ['completed', 'cancelled'].includes(result));
    expect(results.sort()).toEqual(
      [
        winner,
        ...Array<string>(9).fill(`already_${winner}`),
        ...Array<string>(10).fill('task_not_pending'),
      ].sort(),
    );
    const { rows } = await t.memory.query<{ status: string }>('select status from assistant_tasks');
    expect(rows).toEqual([{ status: winner }]);
  });

  it.each(['done', 'cancel'])('never makes a task: %s', async (action) => {
    expectProblem(await send(action, 'Unheard of'), 404, 'task_not_found');
    expect(await countRows(t.memory, 'assistant_tasks')).toBe(0);
  });

  it('works with a text of 2,000 code points', async () => {
    const task = '😀'.repeat(1_999) + '.';
    await send('create', task).expect(201);
    expect((await send('done', task).expect(200)).body.task.task).toBe(task);
  });
});
