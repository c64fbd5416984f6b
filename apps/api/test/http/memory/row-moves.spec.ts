import type {
  DecisionDto,
  MovedRowsDto,
  PageDto,
  SessionDto,
  StateDto,
  TaskDto,
} from '@groupless/shared-dto';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { emptyMemory, insertRows } from '../../harness/databases/rows';
import { expectProblem } from '../../harness/http/problems';
import { emptyTables } from '../../harness/databases/empty-tables';

const [SHOP, INFRA] = [60_101, 60_102];

describe('rows that belong to no project', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    admin = await signIn(t);
  });
  beforeEach(async () => {
    await emptyMemory(t.memory);
    await emptyTables(t.memory, 'memory_versions');
    await insertRows(t.memory, 'assistant_projects', [
      { id: SHOP, name: 'shop' },
      { id: INFRA, name: 'infra' },
    ]);
  });
  afterAll(() => t.close());

  const move = (body: object) => t.http.post('/api/memory/move').set(admin.bearer).send(body);
  const moved = async (body: object) => (await move(body).expect(200)).body as MovedRowsDto;
  async function list<Row>(path: string): Promise<Row[]> {
    const { body } = await t.http.get(`/api/memory/${path}`).set(admin.bearer).expect(200);
    return (body as PageDto<Row>).items;
  }
  const insert = (table: string, rows: object[]) => insertRows(t.memory, `assistant_${table}`, rows);
  const everything = async () => {
    const { rows } = await t.memory.query<object>(`
      select 'task' as kind, to_jsonb(row) - 'updated_at' as row from assistant_tasks as row
      union all select 'state', to_jsonb(row) - 'updated_at' from assistant_state as row
      union all select 'session', to_jsonb(row) from assistant_sessions as row
      union all select 'decision', to_jsonb(row) from assistant_decisions as row order by 1, 2`);
    return rows;
  };

  it('are listed apart from those of projects', async () => {
    await insert('state', [
      { key: 'port', value: '1', project_id: SHOP },
      { key: 'port', value: '2', project_id: null },
    ]);
    await insert('tasks', [
      { task: 'Write tests', project_id: SHOP },
      { task: 'Write tests', project_id: null },
    ]);
    await insert('sessions', [
      { summary: 'of shop', projects_touched: 'shop', decisions_made: 'use A' },
      { summary: 'of none', projects_touched: 'unknown', decisions_made: 'use B' },
    ]);

    expect((await list<StateDto>('state?without_project=true')).map(({ value }) => value)).toEqual(['2']);
    expect((await list<TaskDto>('tasks?without_project=true')).map(({ project_id }) => project_id)).toEqual([
      null,
    ]);
    expect((await list<SessionDto>('sessions?without_project=true')).map(({ summary }) => summary)).toEqual([
      'of none',
    ]);
    expect((await list<DecisionDto>('decisions?without_project=true')).map(({ text }) => text)).toEqual([
      'use B',
    ]);
    expect(await list<StateDto>('state?without_project=false')).toHaveLength(2);
    for (const kind of ['state', 'tasks', 'sessions', 'decisions'])
      await t.http.get(`/api/memory/${kind}?without_project=true&project=shop`).set(admin.bearer).expect(400);
  });

  it('are given to a project several at once, and taken back as they were', async () => {
    await insert('state', [
      { id: 1, key: 'port', value: '1', project_id: null },
      { id: 2, key: 'host', value: 'a', project_id: null },
    ]);
    await insert('tasks', [{ id: 1, task: 'Write tests', project_id: null }]);
    await insert('sessions', [
      { id: 1, summary: 'one', projects_touched: '', decisions_made: 'use A\nuse B' },
      { id: 2, summary: 'two', projects_touched: 'unknown', decisions_made: 'use C' },
    ]);
    await t.memory.query(`update assistant_decisions set withdrawn_at = now() where text = 'use B'`);
    const before = await everything();

    const answer = await moved({ from: null, to: SHOP, state: [1, 2], task: [1], session: [1, 2] });
    expect(answer.left).toBe(0);
    expect(answer.moved).toMatchObject({ state: [1, 2], task: [1], session: [1, 2] });
    expect(answer.moved.decision).toHaveLength(3);
    expect((await list<DecisionDto>('decisions?project=shop')).map(({ text }) => text).sort()).toEqual([
      'use A',
      'use B',
      'use C',
    ]);
    expect(
      (await list<SessionDto>('sessions?project=shop'))
        .map(({ projects_touched }) => projects_touched)
        .sort(),
    ).toEqual(['shop', 'unknown, shop']);
    expect(await list<StateDto>('state?without_project=true')).toEqual([]);

    const back = await moved({ from: SHOP, to: null, ...answer.moved });
    expect(back.left).toBe(0);
    expect(await everything()).toEqual(before);
  });

  it('stay where the project has an equal one, and those of other projects stay too', async () => {
    await insert('state', [
      { id: 1, key: 'Port', value: '1', project_id: SHOP },
      { id: 2, key: 'port', value: '2', project_id: null },
      { id: 3, key: 'host', value: '3', project_id: INFRA },
      { id: 4, key: 'node-version', value: '20', project_id: null },
      { id: 5, key: 'node_version', value: '24', project_id: null },
    ]);
    await insert('tasks', [
      { id: 1, task: 'Write tests', project_id: SHOP, status: 'pending' },
      { id: 2, task: 'Write tests', project_id: null, status: 'pending' },
      { id: 3, task: 'Deploy', project_id: null, status: 'completed' },
      { id: 4, task: 'Deploy', project_id: null, status: 'pending' },
    ]);

    const answer = await moved({ from: null, to: SHOP, state: [2, 3, 4, 5, 99], task: [2, 3, 4] });
    expect(answer.moved).toMatchObject({ state: [5], task: [3, 4] });
    expect([answer.left, answer.same]).toEqual([5, 3]);
    expect((await list<StateDto>('state?project=infra')).map(({ value }) => value)).toEqual(['3']);
  });

  it('take along the session that said a decision, and keep it when that is corrected', async () => {
    await insert('sessions', [
      { id: 1, summary: 'one', projects_touched: '', decisions_made: 'use A\nuse B' },
      { id: 2, summary: 'of infra', projects_touched: 'infra', decisions_made: 'use A' },
    ]);
    const [one] = (await list<DecisionDto>('decisions?without_project=true')).filter(
      ({ text }) => text === 'use A',
    );
    const answer = await moved({ from: null, to: SHOP, decision: [one!.id] });
    expect(answer.moved.session).toEqual([1]);
    await t.http
      .patch('/api/memory/sessions/1')
      .set(admin.bearer)
      .send({ decisions_made: 'use A\nuse D' })
      .expect(200);

    expect((await list<DecisionDto>('decisions?project=shop')).map(({ text }) => text).sort()).toEqual([
      'use A',
      'use D',
    ]);
    expect((await list<DecisionDto>('decisions?project=infra')).map(({ text }) => text)).toEqual(['use A']);
    expect(await list<DecisionDto>('decisions?without_project=true')).toEqual([]);
  });

  it('have a version that says who moved them', async () => {
    await insert('state', [{ id: 1, key: 'port', value: '1', project_id: null }]);
    await moved({ from: null, to: SHOP, state: [1] });

    const [version] = await list<{ by: string; through: string; before: StateDto; after: StateDto }>(
      'history?kind=state&id=1',
    );
    expect(version).toMatchObject({ through: 'panel', after: { project_id: SHOP } });
    expect(version!.before.project_id).toBeUndefined();
    expect(version!.by).not.toBeNull();
  });

  it('are not given to a project that is not there, nor to the one that they have', async () => {
    await insert('state', [{ id: 1, key: 'port', value: '1', project_id: null }]);
    expectProblem(await move({ from: null, to: 999_999, state: [1] }), 404, 'not_found');
    expectProblem(await move({ from: SHOP, to: SHOP, state: [1] }), 400, 'invalid_request');
    expect(await list<StateDto>('state?without_project=true')).toHaveLength(1);
  });
});
