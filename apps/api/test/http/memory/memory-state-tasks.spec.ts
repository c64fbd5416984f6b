import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { emptyTables } from '../../harness/databases/empty-tables';

describe('state, tasks and sessions in the panel', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    operator = await signIn(t, { role: 'operator' });
  });
  afterAll(() => t.close());
  beforeEach(() => emptyTables(t.memory, 'assistant_state', 'assistant_tasks'));

  const put = (key: string, body: object) =>
    t.http
      .put(`/api/memory/state/${encodeURIComponent(key)}`)
      .set(operator.bearer)
      .send(body);
  const createTask = (body: object) => t.http.post('/api/memory/tasks').set(operator.bearer).send(body);
  const patchTask = (id: number, body: object) =>
    t.http.patch(`/api/memory/tasks/${id}`).set(operator.bearer).send(body);

  it('puts a state entry, whatever its key looks like, and answers the row', async () => {
    const key = 'a/b ?#% é 👩‍🔧';
    const made = await put(key, { value: 'one' });
    expect([made.status, made.body]).toMatchObject([200, { key, value: 'one', category: 'config' }]);
    const changed = await put(key, { value: 'two', category: 'server' });
    expect(changed.body).toMatchObject({ id: made.body.id, value: 'two', category: 'server' });
    const read = await t.http.get(`/api/memory/state/${encodeURIComponent(key)}`).set(operator.bearer);
    expect(read.body).toEqual(changed.body);
  });

  it('removes a state entry', async () => {
    await put('gone', { value: 'x' });
    expect((await t.http.delete('/api/memory/state/gone').set(operator.bearer)).status).toBe(204);
    expectProblem(await t.http.delete('/api/memory/state/gone').set(operator.bearer), 404, 'not_found');
    expectProblem(await t.http.get('/api/memory/state/gone').set(operator.bearer), 404, 'not_found');
  });

  it('refuses a key that is too long', async () => {
    expectProblem(await put('x'.repeat(201), { value: '' }), 400, 'invalid_request');
    expect((await put('👍'.repeat(200), { value: '' })).status).toBe(200);
  });

  it('makes a task, and not a second one with the same text', async () => {
    const made = await createTask({ task: 'call', priority: 9 });
    expect([made.status, made.body]).toMatchObject([201, { task: 'call', priority: 9, status: 'pending' }]);
    expect(made.headers['location']).toBe(`/api/memory/tasks/${made.body.id}`);
    expectProblem(await createTask({ task: 'call' }), 409, 'task_exists');
  });

  it('completes, cancels and reopens a task', async () => {
    const { body } = await createTask({ task: 'call' });
    expect((await patchTask(body.id, { status: 'completed' })).body).toMatchObject({ status: 'completed' });
    expect((await patchTask(body.id, { status: 'cancelled' })).body).toMatchObject({ status: 'cancelled' });
    expect((await patchTask(body.id, { status: 'pending' })).body).toMatchObject({ status: 'pending' });
  });

  it('does not reopen a task beside a pending one with the same text', async () => {
    const { body } = await createTask({ task: 'call' });
    await patchTask(body.id, { status: 'completed' });
    await createTask({ task: 'call' });
    expectProblem(await patchTask(body.id, { status: 'pending' }), 409, 'task_exists');
  });

  it('gives a task a project and takes it away, and leaves it alone otherwise', async () => {
    const project = await t.http.post('/api/memory/projects').set(operator.bearer).send({ name: 'P' });
    const { body } = await createTask({ task: 'call', project_id: project.body.id });
    expect((await patchTask(body.id, { priority: 2 })).body).toMatchObject({
      project_id: project.body.id,
      priority: 2,
    });
    expect((await patchTask(body.id, { project_id: null })).body).toMatchObject({ project_id: null });
    expectProblem(await patchTask(body.id, { project_id: 999_999 }), 404, 'project_not_found');
    expectProblem(await createTask({ task: 'other', project_id: 999_999 }), 404, 'project_not_found');
  });

  it('gives a task another text, but no empty one, and nothing to a task that is not there', async () => {
    const { body } = await createTask({ task: 'call' });
    expect((await patchTask(body.id, { task: 'call back' })).body).toMatchObject({
      id: body.id,
      task: 'call back',
    });
    for (const task of ['', ' ', null])
      expectProblem(await patchTask(body.id, { task }), 400, 'invalid_request');
    expectProblem(await patchTask(999_999, { priority: 1 }), 404, 'not_found');
  });

  it('reads a session where the webhook said that it is', async () => {
    const stored = await t.http.post(await t.webhook('assistant-session-summary')).send({ summary: 'Done.' });
    const read = await t.http.get(stored.headers['location']!).set(operator.bearer);
    expect([read.status, read.body]).toEqual([200, stored.body.session]);
  });

  it('finds what the webhooks made where they said that it is', async () => {
    const state = await t.http
      .post(await t.webhook('assistant-update-state'))
      .send({ key: 'a b', value: 'c' });
    const task = await t.http.post(await t.webhook('assistant-task')).send({ action: 'create', task: 'x' });
    const at = (path: string) => t.http.get(path).set(operator.bearer);
    expect((await at(state.headers['location']!)).body).toEqual(state.body.state);
    expect((await at(task.headers['location']!)).body).toEqual(task.body.task);
  });
});
