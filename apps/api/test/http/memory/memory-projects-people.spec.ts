import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { emptyTables } from '../../harness/databases/empty-tables';

describe('projects and people in the panel', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  let viewer: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    operator = await signIn(t, { role: 'operator' });
    viewer = await signIn(t, { role: 'viewer' });
  });
  afterAll(() => t.close());
  beforeEach(() => emptyTables(t.memory, 'assistant_projects', 'assistant_people', 'assistant_tasks'));

  const create = (kind: 'projects' | 'people', body: object) =>
    t.http.post(`/api/memory/${kind}`).set(operator.bearer).send(body);
  const read = (path: string) => t.http.get(path).set(viewer.bearer);

  it('makes a project with defaults, and says where it is', async () => {
    const made = await create('projects', { name: ' Booking ✨ ' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      name: ' Booking ✨ ',
      status: 'active',
      priority: 5,
      ...{ description: '', server: '', url: '', stack: '', notes: '' },
    });
    expect(made.headers['location']).toBe(`/api/memory/projects/${made.body.id}`);
    expect((await read(made.headers['location']!)).body).toEqual(made.body);
  });

  it('keeps the name of a project unique', async () => {
    await create('projects', { name: 'One' });
    const { body } = await create('projects', { name: 'Two' });
    expectProblem(await create('projects', { name: 'One' }), 409, 'name_taken');
    const renamed = t.http
      .patch(`/api/memory/projects/${body.id}`)
      .set(operator.bearer)
      .send({ name: 'One' });
    expectProblem(await renamed, 409, 'name_taken');
  });

  it('changes only what is sent, and nothing where nothing is', async () => {
    const { body } = await create('projects', { name: 'One', notes: 'old', priority: 3 });
    const address = `/api/memory/projects/${body.id}`;
    const changed = await t.http.patch(address).set(operator.bearer).send({ notes: '', priority: 9 });
    expect(changed.body).toEqual({ ...body, notes: '', priority: 9, updated_at: changed.body.updated_at });
    expect((await t.http.patch(address).set(operator.bearer).send({})).body).toEqual(changed.body);
  });

  it('removes a project and leaves its tasks without one', async () => {
    const { body } = await create('projects', { name: 'One' });
    const task = await t.http
      .post('/api/memory/tasks')
      .set(operator.bearer)
      .send({ task: 'of one', project_id: body.id });
    expect((await t.http.delete(`/api/memory/projects/${body.id}`).set(operator.bearer)).status).toBe(204);
    expectProblem(await read(`/api/memory/projects/${body.id}`), 404, 'not_found');
    expect((await read(task.headers['location']!)).body).toMatchObject({ task: 'of one', project_id: null });
  });

  it('lists projects by importance, then by name without regard to case and accents', async () => {
    for (const [name, priority] of [
      ['zeta', 5],
      ['Élan', 5],
      ['beta', 9],
      ['alpha', 5],
    ] as const) {
      await create('projects', { name, priority });
    }
    const { body } = await read('/api/memory/projects');
    expect((body.items as { name: string }[]).map(({ name }) => name)).toEqual([
      'beta',
      'alpha',
      'Élan',
      'zeta',
    ]);
    expect(body).toMatchObject({ next_cursor: null, total: 4, total_is_exact: true });
  });

  it('makes, changes and removes a person', async () => {
    const made = await create('people', { name: '王秀英', relationship: 'client' });
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: made.body.id,
        name: '王秀英',
        relationship: 'client',
        notes: '',
        updated_at: made.body.updated_at,
      },
    ]);
    const address = made.headers['location']!;
    const changed = await t.http.patch(address).set(operator.bearer).send({ notes: 'calls on Mondays' });
    expect(changed.body).toMatchObject({ name: '王秀英', notes: 'calls on Mondays' });
    expect((await t.http.delete(address).set(operator.bearer)).status).toBe(204);
    expectProblem(await t.http.delete(address).set(operator.bearer), 404, 'not_found');
  });

  it('shows what it holds in the context of the assistant', async () => {
    const project = await create('projects', { name: 'One' });
    const person = await create('people', { name: 'Ann' });
    const { body } = await t.http.get(await t.webhook('assistant-context'));
    const { identities: _own, ...row } = project.body;
    expect(body).toMatchObject({ projects: [row], people: [person.body] });
  });

  it('lets a viewer read and nothing else, and nobody without a log-in', async () => {
    const { body } = await create('projects', { name: 'One' });
    const address = `/api/memory/projects/${body.id}`;
    expectProblem(
      await t.http.post('/api/memory/projects').set(viewer.bearer).send({ name: 'x' }),
      403,
      'forbidden',
    );
    expectProblem(await t.http.patch(address).set(viewer.bearer).send({ name: 'x' }), 403, 'forbidden');
    expectProblem(await t.http.delete(address).set(viewer.bearer), 403, 'forbidden');
    expectProblem(await t.http.get(address), 401, 'unauthenticated');
  });

  it.each([
    ['an empty name', { name: '' }],
    ['a long name', { name: 'x'.repeat(201) }],
    ['a null', { name: 'x', notes: null }],
    ['a priority out of range', { name: 'x', priority: 11 }],
    ['a field of its own', { name: 'x', id: 5 }],
    ['long notes', { name: 'x', notes: 'x'.repeat(10_001) }],
  ])('refuses %s', async (_, body) => {
    expectProblem(await create('projects', body), 400, 'invalid_request');
  });

  it.each(['0', '-1', '1.5', '1e3', 'abc', '9'.repeat(30), '9007199254740993'])(
    'has no project %s',
    async (id) => {
      expectProblem(await read(`/api/memory/projects/${id}`), 404, 'not_found');
    },
  );
});
