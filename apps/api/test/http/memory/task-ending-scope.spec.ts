import type { ProblemDto, TaskResultDto } from '@groupless/shared-dto';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { MEMORY_API_KEY } from '../../harness/data/credentials';
import { signIn } from '../../harness/data/panel-users';
import { countRows, emptyMemory, insertRows } from '../../harness/databases/rows';
import { expectProblem, refusedFields } from '../../harness/http/problems';

const SHOP = 10_001;
const MOBILE = 10_002;
const AT_SHOP = { 'x-assistant-project': 'github.com/ada/shop' };

describe('the end of a task, where several have its text', () => {
  let t: ServedApp;
  let address: string;
  beforeAll(async () => {
    t = await sharedApp({ MEMORY_API_KEY });
    address = await t.webhook('assistant-task');
  });
  beforeEach(async () => {
    await emptyMemory(t.memory);
    await insertRows(t.memory, 'assistant_projects', [
      { id: SHOP, name: 'Shop', url: 'github.com/ada/shop' },
      { id: MOBILE, name: 'mobile', url: '' },
    ]);
  });
  afterAll(() => t.close());

  const insert = (...rows: object[]) => insertRows(t.memory, 'assistant_tasks', rows);
  const send = (action: string, body: object, headers: Record<string, string> = {}) =>
    t.http
      .post(address)
      .set({ 'x-api-key': MEMORY_API_KEY, ...headers })
      .send({ action, ...body });
  const result = async (action: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await send(action, body, headers).expect(({ status }) => status < 300);
    const { result, task } = answer.body as TaskResultDto;
    return [result, task.id];
  };
  const pending = async () => {
    const { rows } = await t.memory.query<{ id: number }>(
      `select id::int from assistant_tasks where status = 'pending' order by id`,
    );
    return rows.map(({ id }) => id);
  };

  it.each(['done', 'cancel'])('by %s, repeated in a project, leaves that of none alone', async (action) => {
    await insert({ id: 1, task: 'X', project_id: null }, { id: 2, task: 'X', project_id: SHOP });
    const ended = action === 'done' ? 'completed' : 'cancelled';
    expect(await result(action, { task: 'X', project: 'shop' })).toEqual([ended, 2]);
    expect(await result(action, { task: 'X', project: 'shop' })).toEqual([`already_${ended}`, 2]);
    expect(await result(action, { task: 'X' }, AT_SHOP)).toEqual([`already_${ended}`, 2]);
    expect(await pending()).toEqual([1]);
  });

  it.each(['done', 'cancel'])(
    'by %s is ambiguous without a project, if it may be that of none',
    async (action) => {
      await insert({ id: 1, task: 'X', project_id: null }, { id: 2, task: 'X', project_id: SHOP });
      for (let call = 0; call < 2; call += 1) {
        const problem: ProblemDto = expectProblem(await send(action, { task: 'X' }), 409, 'task_ambiguous');
        expect(problem.tasks).toEqual([
          { id: 1, project_id: null, project: null, task: 'X' },
          { id: 2, project_id: SHOP, project: 'Shop', task: 'X' },
        ]);
      }
      expect(await pending()).toEqual([1, 2]);
    },
  );

  it('is ambiguous for each of many that ask at once', async () => {
    await insert({ id: 1, task: 'X', project_id: null }, { id: 2, task: 'X', project_id: SHOP });
    await insert({ id: 3, task: 'Y', project_id: null });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => send('done', { task: index % 2 === 0 ? 'X' : 'Y' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill([409, 200]).flat());
    expect(await pending()).toEqual([1, 2]);
  });

  it('looks at the newest of the project, not at a newer one of none', async () => {
    await insert(
      { id: 1, task: 'X', project_id: SHOP, status: 'completed', updated_at: '2026-02-01T00:00:00Z' },
      { id: 2, task: 'X', project_id: null, status: 'cancelled', updated_at: '2026-02-02T00:00:00Z' },
    );
    expect(await result('done', { task: 'X', project: 'shop' })).toEqual(['already_completed', 1]);
  });

  it('finds a text with white space around it, as it was sent first', async () => {
    await insert(
      { id: 1, task: 'Paint ', project_id: null },
      { id: 2, task: ' Call\n', project_id: SHOP },
      { id: 3, task: 'Call', project_id: SHOP },
    );
    expect(await result('create', { task: 'Paint ', project: 'shop' })).toEqual(['exists', 1]);
    expect(await result('done', { task: 'Paint ', project: 'shop' })).toEqual(['completed', 1]);
    expect(await result('create', { task: ' Call\n', priority: 9, project: 'shop' })).toEqual(['exists', 2]);
    expect(await result('create', { task: ' Call\n', project: 'shop' })).toEqual(['exists', 2]);
    expect(await result('cancel', { task: ' Call\n', project: 'shop' })).toEqual(['cancelled', 2]);
    expect(await result('cancel', { task: 'Call\n', project: 'shop' })).toEqual(['cancelled', 3]);
  });

  describe('at hand', () => {
    it('finds a task of another project, as the brief shows it', async () => {
      await insert({ id: 1, task: 'Urgent', priority: 10, project_id: MOBILE });
      expect(await result('done', { task: 'Urgent' }, AT_SHOP)).toEqual(['completed', 1]);
      expect(await result('done', { task: 'Urgent' }, AT_SHOP)).toEqual(['already_completed', 1]);
      expectProblem(await send('done', { task: 'Urgent', project: 'shop' }, AT_SHOP), 404, 'task_not_found');
    });

    it('takes its own, and asks which of two others', async () => {
      await insertRows(t.memory, 'assistant_projects', [{ id: 10_003, name: 'third', url: '' }]);
      await insert({ id: 1, task: 'X', project_id: MOBILE }, { id: 2, task: 'X', project_id: SHOP });
      expect(await result('done', { task: 'X' }, AT_SHOP)).toEqual(['completed', 2]);
      await insert({ id: 3, task: 'Y', project_id: MOBILE }, { id: 4, task: 'Y', project_id: 10_003 });
      expectProblem(await send('done', { task: 'Y' }, AT_SHOP), 409, 'task_ambiguous');
      expect(await pending()).toEqual([1, 3, 4]);
    });

    it('makes no project of a folder that is not known, nor does what is refused', async () => {
      const elsewhere = { 'x-assistant-project': 'github.com/ada/elsewhere' };
      await insert({ id: 1, task: 'X', project_id: null }, { id: 2, task: 'Y', project_id: SHOP });
      expect(await result('done', { task: 'X' }, elsewhere)).toEqual(['completed', 1]);
      expect(await result('cancel', { id: 2 }, elsewhere)).toEqual(['cancelled', 2]);
      expect(refusedFields(await send('create', { id: 2 }, elsewhere))).toEqual([['task', 'required']]);
      expect(await countRows(t.memory, 'assistant_projects')).toBe(2);
    });
  });

  it('by a former text finds the task that a person worded anew, unless another has that text now', async () => {
    const operator = await signIn(t, { role: 'operator' });
    const reword = (id: number, task: string) =>
      t.http.patch(`/api/memory/tasks/${id}`).set(operator.bearer).send({ task });
    await insert(
      { id: 90_001, task: 'X', project_id: SHOP, status: 'pending' },
      { id: 90_002, task: 'Y', project_id: SHOP, status: 'pending' },
      { id: 90_003, task: 'X', project_id: SHOP, status: 'completed' },
    );
    expectProblem(await reword(90_001, 'Y'), 409, 'task_exists');
    for (const text of ['X, but in blue', 'X in blue']) await reword(90_001, text).expect(200);
    expect(await result('create', { task: 'X', project: 'shop' })).toEqual(['created', expect.any(Number)]);
    const [, another] = await result('done', { task: 'X', project: 'shop' });
    expect(another).toBeLessThan(90_000);
    expect(await result('done', { task: ' X ', project: 'shop' })).toEqual(['completed', 90_001]);
    expect(await result('done', { task: 'X, but in blue' })).toEqual(['already_completed', 90_001]);
    await reword(90_002, 'Z').expect(200);
    expect(await result('cancel', { task: 'Y' }, AT_SHOP)).toEqual(['cancelled', 90_002]);
    expectProblem(await send('done', { task: 'Y', project: 'mobile' }), 404, 'task_not_found');
  });

  it('by an id is refused where the text or the project beside it is of another', async () => {
    await insert(
      { id: 1, task: 'Write tests', project_id: SHOP },
      { id: 2, task: 'Paint', project_id: null },
    );
    for (const other of [
      { task: 'Paint' },
      { project: 'mobile' },
      { task: 'Write tests', project: 'mobile' },
    ]) {
      const refused = await send('done', { id: 1, ...other });
      expect(refusedFields(refused)).toEqual([['id', 'not_allowed']]);
      expect(refused.body.detail).toBe(`id 1 is the task "Write tests" of the project with id ${SHOP}.`);
    }
    expect(await pending()).toEqual([1, 2]);
    expect(await result('done', { id: 1, task: 'Write tests ', project: 'shop' })).toEqual(['completed', 1]);
    expect(await result('done', { id: 2, task: 'Paint', project: 'shop' })).toEqual(['completed', 2]);
    expectProblem(await send('done', { id: 9, task: 'Paint' }), 404, 'task_not_found');
  });
});
