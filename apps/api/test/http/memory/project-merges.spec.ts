import type { ProjectDto, ProjectRecordDto } from '@groupless/shared-dto';
import { ProjectMergesRepository } from '../../../src/memory/records/projects/merges/project-merges.repository';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { countRows, emptyMemory, insertRows } from '../../harness/databases/rows';
import { expectProblem } from '../../harness/http/problems';
import { emptyTables } from '../../harness/databases/empty-tables';

const [OLD, SHOP, OTHER] = [60_001, 60_002, 60_003];

describe('projects that are merged', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    admin = await signIn(t);
  });
  beforeEach(async () => {
    await emptyMemory(t.memory);
    await emptyTables(t.memory, 'project_merges', 'memory_versions');
    await insertRows(t.memory, 'assistant_projects', [
      { id: OLD, name: 'shop-old' },
      { id: SHOP, name: 'shop' },
      { id: OTHER, name: 'other' },
    ]);
  });
  afterAll(() => t.close());

  const post = (path: string, body: object = {}) =>
    t.http.post(`/api/memory/${path}`).set(admin.bearer).send(body);
  const merge = async (from: number, into: number) =>
    (await post(`projects/${from}/merge`, { into }).expect(200)).body as ProjectDto;
  const undo = (id: number) => post(`projects/${id}/merge/undo`);
  const erase = (kind: string, id: number) => post('erase', { kind, id });
  const tasks = async () =>
    (await t.memory.query<object>('select id::int, project_id::int, task from assistant_tasks order by id'))
      .rows;

  async function fillTwins(): Promise<void> {
    await insertRows(t.memory, 'assistant_tasks', [
      { id: 1, task: 'Write tests', project_id: OLD },
      { id: 2, task: 'Write tests', project_id: SHOP },
      { id: 3, task: 'Only there', project_id: OLD },
    ]);
    await insertRows(t.memory, 'assistant_state', [
      { id: 1, key: 'Port', value: '1', project_id: OLD },
      { id: 2, key: 'port', value: '2', project_id: SHOP },
    ]);
    await insertRows(t.memory, 'assistant_sessions', [
      { id: 1, summary: 'a', projects_touched: 'shop', decisions_made: 'use A', session_date: '2026-01-01' },
      {
        id: 2,
        summary: 'b',
        projects_touched: 'shop, shop-old',
        decisions_made: 'use B',
        session_date: '2026-01-02',
      },
      {
        id: 3,
        summary: 'c',
        projects_touched: 'shop-old',
        decisions_made: 'use A\nuse C',
        session_date: '2026-01-03',
      },
    ]);
    await t.memory.query(`
      update assistant_decisions as old set replaced_by = new.id from assistant_decisions as new
      where old.text = 'use C' and new.text = 'use A' and new.project_id = old.project_id`);
  }
  const everything = async () => {
    const { rows } = await t.memory.query<object>(`
      select 'task' as kind, to_jsonb(row) - 'updated_at' as row from assistant_tasks as row
      union all select 'state', to_jsonb(row) - 'updated_at' from assistant_state as row
      union all select 'session', to_jsonb(row) from assistant_sessions as row
      union all select 'decision', to_jsonb(row) from assistant_decisions as row order by 1, 2`);
    return rows;
  };

  it('have of two pending tasks with one text one, and no task without a project', async () => {
    await fillTwins();
    await merge(OLD, SHOP);
    expect(await tasks()).toEqual([
      { id: 2, project_id: SHOP, task: 'Write tests' },
      { id: 3, project_id: SHOP, task: 'Only there' },
    ]);
  });

  it('are two again with all that each had, twins too', async () => {
    await fillTwins();
    const before = await everything();
    await merge(OLD, SHOP);
    expect(await everything()).not.toEqual(before);
    await undo(OLD).expect(200);
    expect(await everything()).toEqual(before);
    expect(await countRows(t.memory, 'project_merges')).toBe(0);
  });

  it('keep the names that a session got since', async () => {
    await fillTwins();
    await merge(OLD, SHOP);
    await t.memory.query(`update assistant_sessions set projects_touched = 'shop, other' where id = 3`);
    await undo(OLD).expect(200);
    const { rows } = await t.memory.query('select projects_touched from assistant_sessions where id = 3');
    expect(rows).toEqual([{ projects_touched: 'shop-old, other' }]);
  });

  it('do not come apart while the project that has the rows is gone', async () => {
    await fillTwins();
    await merge(OLD, SHOP);
    await merge(SHOP, OTHER);
    expectProblem(await undo(OLD), 409, 'changed_since');
    expect(await countRows(t.memory, 'assistant_projects')).toBe(1);
    await undo(SHOP).expect(200);
    await undo(OLD).expect(200);
  });

  it('lose by the erasure of the one that is gone only what it alone had', async () => {
    await fillTwins();
    await merge(OLD, SHOP);
    const before = await everything();
    await erase('project', OLD).expect(204);
    expect(await everything()).toEqual(before);
    expect(await countRows(t.memory, 'project_merges')).toBe(0);
    const { rows } = await t.memory.query(
      `select from memory_versions where before ->> 'project_id' = $1 and kind in ('state', 'decision')`,
      [String(OLD)],
    );
    expect(rows).toEqual([]);
  });

  it('lose an erased twin in the merge, too', async () => {
    await fillTwins();
    await merge(OLD, SHOP);
    await erase('task', 1).expect(204);
    await undo(OLD).expect(200);
    expect(await tasks()).toEqual([
      { id: 2, project_id: SHOP, task: 'Write tests' },
      { id: 3, project_id: OLD, task: 'Only there' },
    ]);
  });

  it('are known as such for 30 days', async () => {
    await merge(OLD, SHOP);
    const merges = t.app.get(ProjectMergesRepository);
    await merges.removeBefore(new Date('2020-01-01'));
    expect(await countRows(t.memory, 'project_merges')).toBe(1);
    await merges.removeBefore(new Date('9999-01-01'));
    expect(await countRows(t.memory, 'project_merges')).toBe(0);
  });

  it('a decision that another session says stays when a session is erased', async () => {
    await insertRows(t.memory, 'assistant_sessions', [
      { id: 1, summary: 'a', projects_touched: 'shop', decisions_made: 'use A', session_date: '2026-01-01' },
      {
        id: 2,
        summary: 'b',
        projects_touched: 'shop',
        decisions_made: 'use A\nuse B',
        session_date: '2026-01-02',
      },
    ]);
    await erase('session', 2).expect(204);
    const { rows } = await t.memory.query('select text, session_id::int from assistant_decisions');
    expect(rows).toEqual([{ text: 'use A', session_id: 1 }]);
  });

  const get = (path: string) => t.http.get(`/api/memory/${path}`).set(admin.bearer);

  it('tell beforehand how much would move, and what of it the other has already', async () => {
    await fillTwins();
    await insertRows(t.memory, 'project_identities', [{ project_id: OLD, identity: 'github.com/ada/old' }]);
    const { body } = await get(`projects/${OLD}/merge?into=${SHOP}`).expect(200);
    expect(body).toEqual({
      sessions: 2,
      state: 1,
      tasks: 2,
      decisions: 3,
      identities: 1,
      same: { state: 1, tasks: 1, decisions: 2 },
    });
    expect(await countRows(t.memory, 'assistant_projects')).toBe(3);
    expectProblem(await get(`projects/${OLD}/merge?into=999`), 404, 'not_found');
  });

  it('are listed by the one that has their rows, until they are back', async () => {
    await merge(OLD, SHOP);
    const listed = async (id: number) => (await get(`projects/${id}/merges`).expect(200)).body as object;
    expect(await listed(SHOP)).toEqual({
      merges: [{ project_id: OLD, name: 'shop-old', merged_at: expect.any(String) }],
    });
    expect(await listed(OTHER)).toEqual({ merges: [] });
    await undo(OLD).expect(200);
    expect(await listed(SHOP)).toEqual({ merges: [] });
  });
});

describe('the identities of a project', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    admin = await signIn(t);
  });
  beforeEach(async () => {
    await emptyMemory(t.memory);
    await insertRows(t.memory, 'assistant_projects', [
      { id: SHOP, name: 'shop' },
      { id: OTHER, name: 'other' },
    ]);
    await insertRows(t.memory, 'project_identities', [
      { project_id: SHOP, identity: 'github.com/ada/shop' },
      { project_id: SHOP, identity: 'laptop:/home/ada/shop' },
      { project_id: SHOP, identity: `laptop:/home/ada/shop#${admin.id}` },
      { project_id: SHOP, identity: 'laptop:/home/ben/shop#two' },
      { project_id: OTHER, identity: `desktop:/home/ada/shop#${admin.id}` },
    ]);
  });
  afterAll(() => t.close());
  const identities = async (id: number) => {
    const { body } = await t.http.get(`/api/memory/projects/${id}`).set(admin.bearer).expect(200);
    return (body as ProjectRecordDto).identities;
  };
  const remove = (id: number, identity: string) =>
    t.http.delete(`/api/memory/projects/${id}/identities`).query({ identity }).set(admin.bearer);

  it('stand in its row, a place once, and none of others', async () => {
    expect(await identities(SHOP)).toEqual(['github.com/ada/shop', 'laptop:/home/ada/shop']);
    const { body } = await t.http.get('/api/memory/projects?sort=name').set(admin.bearer).expect(200);
    const { items } = body as { items: ProjectRecordDto[] };
    expect(items.map((project) => [project.name, project.identities.length])).toEqual([
      ['other', 1],
      ['shop', 2],
    ]);
  });

  it('are removed of this project alone', async () => {
    await remove(SHOP, 'laptop:/home/ada/shop').expect(204);
    expect(await identities(SHOP)).toEqual(['github.com/ada/shop']);
    expect(await identities(OTHER)).toEqual(['desktop:/home/ada/shop']);
    expectProblem(await remove(SHOP, 'laptop:/home/ada/shop'), 404, 'not_found');
  });
});
