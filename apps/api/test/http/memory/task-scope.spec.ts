import type { ContextDto, TaskDto, TaskResultDto } from '@groupless/shared-dto';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { signIn } from '../../harness/data/panel-users';
import { atOnce, eventually, WAITS_FOR_LOCK } from '../../harness/data/times';
import { countRows, emptyMemory, insertRows } from '../../harness/databases/rows';
import { expectProblem, refusedFields } from '../../harness/http/problems';

const SHOP = 10_001;
const MOBILE = 10_002;

describe('tasks that belong to a project', () => {
  let t: ServedApp;
  let address: string;
  beforeAll(async () => {
    t = await sharedApp();
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

  const send = (action: string, task: string | undefined, more: object = {}) =>
    t.http.post(address).send({ action, task, ...more });
  const result = async (action: string, task: string | undefined, more: object = {}) =>
    (await send(action, task, more).expect(({ status }) => status < 300)).body as TaskResultDto;
  const context = async (project: string) =>
    t.http
      .get(await t.webhook('assistant-context'))
      .query({ project })
      .expect(200);

  it('are not those of another project, whose end leaves them alone', async () => {
    const ofShop = await result('create', 'Write tests', { project: 'shop' });
    const ofMobile = await result('create', 'Write tests', { project: 'mobile' });
    expect([ofShop.result, ofMobile.result]).toEqual(['created', 'created']);
    expect(ofMobile.task.project_id).toBe(MOBILE);
    expect((await result('create', ' Write tests\n', { project: 'Shop' })).result).toBe('exists');
    const ended = await result('done', 'Write tests', { project: 'mobile' });
    expect([ended.result, ended.task.id]).toEqual(['completed', ofMobile.task.id]);
    expect((await result('done', 'Write tests', { project: 'mobile' })).result).toBe('already_completed');
    expect((await result('cancel', 'Write tests', { project: 'shop' })).task.id).toBe(ofShop.task.id);
  });

  it('are ambiguous where those of two projects are pending and none is named', async () => {
    const made = [
      await result('create', 'Write tests', { project: 'shop' }),
      await result('create', 'Write tests', { project: 'mobile' }),
    ];
    for (const action of ['done', 'cancel']) {
      const problem = expectProblem(await send(action, 'Write tests'), 409, 'task_ambiguous');
      expect(problem.tasks).toEqual(
        made.map(({ task }, index) => ({
          ...{ id: task.id, project_id: task.project_id, task: 'Write tests' },
          project: ['Shop', 'mobile'][index],
        })),
      );
    }
    expect((await result('create', 'Write tests')).task.id).toBe(made[0]?.task.id);
    await result('done', 'Write tests', { project: 'shop' });
    expect((await result('done', 'Write tests')).task.id).toBe(made[1]?.task.id);
  });

  it('are ended by their id, whatever their text', async () => {
    const { task } = await result('create', 'Write tests', { project: 'shop' });
    await result('create', 'Write tests', { project: 'mobile' });
    expect(await result('done', undefined, { id: task.id })).toMatchObject({
      result: 'completed',
      task: { id: task.id },
    });
    expect((await result('done', undefined, { id: task.id })).result).toBe('already_completed');
    expectProblem(await send('cancel', undefined, { id: task.id }), 409, 'task_not_pending');
    expectProblem(await send('done', undefined, { id: 999_999 }), 404, 'task_not_found');
    expect(refusedFields(await send('create', undefined, { id: task.id }))).toEqual([['task', 'required']]);
    expect(refusedFields(await send('done', undefined))).toEqual([['task', 'required']]);
  });

  it('are looked for among those of no project too, but not among those of others', async () => {
    await result('create', 'Call the printer');
    await result('create', 'Write tests', { project: 'mobile' });
    expect((await result('done', 'Call the printer', { project: 'shop' })).result).toBe('completed');
    const problem = expectProblem(
      await send('done', 'Write test', { project: 'shop' }),
      404,
      'task_not_found',
    );
    expect(problem.suggestions).toEqual([]);
    expectProblem(await send('done', 'Write tests', { project: 'shop' }), 404, 'task_not_found');
  });

  it('are told which are similar, and which was done before', async () => {
    await result('create', 'Fix the login bug', { project: 'shop' });
    await result('create', 'Fix login bugs', { project: 'mobile' });
    const made = await result('create', 'Fix login bug', { project: 'shop' });
    expect([made.similar, made.completed_before]).toEqual([['Fix the login bug'], null]);
    await result('done', 'Fix login bug', { project: 'shop' });
    const again = await result('create', 'Fix login bug', { project: 'shop' });
    expect(again.completed_before).toEqual({ at: expect.any(String), by: null });
    expect(Object.keys(await result('create', 'Paint'))).toEqual(['result', 'task']);
  });

  it('are made once of many calls in each project', async () => {
    const answers = await atOnce(40, (index) =>
      result('create', 'Race', { project: index % 2 === 0 ? 'shop' : 'mobile' }),
    );
    expect(answers.filter(({ result }) => result === 'created')).toHaveLength(2);
    expect(await countRows(t.memory, 'assistant_tasks')).toBe(2);
  });

  it('stay when their project is deleted, one of each text', async () => {
    const { bearer } = await signIn(t, { role: 'operator' });
    for (const project of ['shop', 'mobile']) {
      await result('create', 'Write tests', { project });
      await result('create', `Paint ${project}`, { project });
    }
    for (const id of [SHOP, MOBILE])
      await t.http.delete(`/api/memory/projects/${id}`).set(bearer).expect(204);
    const { body } = await t.http.get('/api/memory/tasks?status=pending').set(bearer).expect(200);
    expect((body.items as TaskDto[]).map(({ task, project_id }) => `${task} ${project_id}`).sort()).toEqual([
      'Paint mobile null',
      'Paint shop null',
      'Write tests null',
    ]);
  });

  it('go with their project, where one of none gets their text at the same moment', async () => {
    const { bearer } = await signIn(t, { role: 'operator' });
    await result('create', 'Write tests', { project: 'shop' });
    const other = await t.memory.connect();
    try {
      await other.query('begin');
      await other.query(`insert into assistant_tasks (task) values ('Write tests')`);
      const deleted = t.http
        .delete(`/api/memory/projects/${SHOP}`)
        .set(bearer)
        .then(({ status }) => status);
      await eventually(async () => (await t.memory.query(WAITS_FOR_LOCK)).rowCount === 1);
      await other.query('commit');
      expect(await deleted).toBe(204);
    } finally {
      other.release(true);
    }
    const { rows } = await t.memory.query('select task, project_id from assistant_tasks');
    expect(rows).toEqual([{ task: 'Write tests', project_id: null }]);
  });

  it('of other projects are counted in the context of one, but for a few that are very urgent', async () => {
    await insertRows(t.memory, 'assistant_tasks', [
      ...Array.from({ length: 30 }, (_, n) => ({ task: `backlog ${n}`, priority: 8, project_id: MOBILE })),
      ...Array.from({ length: 7 }, (_, n) => ({ task: `urgent ${n}`, priority: 9, project_id: MOBILE })),
      { task: 'own', priority: 1, project_id: SHOP },
      { task: 'of none', priority: 1, project_id: null },
    ]);
    const { body, headers } = await context('shop');
    const shown = (body as ContextDto).pending_tasks.map(({ task }) => task);
    expect(shown).toEqual(['own', 'urgent 0', 'urgent 1', 'urgent 2', 'urgent 3', 'urgent 4', 'of none']);
    expect(headers['x-context-omitted']).toBe('tasks_of_projects=32');
  });
});
