import type {
  MemoryVersionDto,
  NamedRowDto,
  PageDto,
  SessionDto,
  StateDto,
  TaskDto,
  UndoneSeveralDto,
} from '@groupless/shared-dto';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { eventually } from '../../harness/data/times';
import { expectProblem } from '../../harness/http/problems';
import { SearchIndexService } from '../../../src/memory/search/index/search-index.service';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { ADVISORY_LOCKS } from '../../../src/database/advisory-locks';
import { RetentionService } from '../../../src/retention/retention.service';

interface Written {
  state: StateDto;
  task: TaskDto;
  session: SessionDto;
}

const WAITS_FOR_INDEX = `
  select from pg_locks where locktype = 'advisory' and classid = $1 and not granted
    and database = (select oid from pg_database where datname = current_database())`;

describe('versions of the memory', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  let viewer: SignedInUser;
  let admin: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    operator = await signIn(t, { role: 'operator' });
    viewer = await signIn(t, { role: 'viewer' });
    admin = await signIn(t, { role: 'admin' });
  });
  afterAll(() => t.close());

  const get = (path: string, user = operator) => t.http.get(`/api/memory/${path}`).set(user.bearer);
  const post = (path: string, body: object = {}, user = operator) =>
    t.http.post(`/api/memory/${path}`).set(user.bearer).send(body);
  const undo = (version: number) => post(`history/${version}/undo`);
  const putState = async (key: string, value: string) => {
    const { body } = await t.http.put(`/api/memory/state/${key}`).set(operator.bearer).send({ value });
    return body as { id: number };
  };
  const webhook = async (path: string, body: object): Promise<Written> =>
    (await t.http.post(await t.webhook(path)).send(body)).body as Written;
  const history = async (query: string, user = operator): Promise<MemoryVersionDto[]> => {
    const { items } = (await get(`history?${query}`, user)).body as PageDto<MemoryVersionDto>;
    return items;
  };
  /** A time after all that was stored, and before all that follows: both are kept in milliseconds. */
  const moment = async () => {
    const { rows } = await t.memory.query<{ now: Date }>(
      `select date_trunc('milliseconds', clock_timestamp()) + interval '2 milliseconds' as now`,
    );
    await t.memory.query(`select pg_sleep(0.004)`);
    return rows[0]!.now.toISOString();
  };

  it('keep who changed a row, by which way, and what it was before and after', async () => {
    const made = (await webhook('assistant-update-state', { key: 'host', value: 'a' })).state;
    expect(await history(`kind=state&id=${made.id}`)).toEqual([]);
    await putState('host', 'b');
    await webhook('assistant-update-state', { key: 'host', value: 'c' });
    await t.http.delete('/api/memory/state/host').set(operator.bearer);
    const [deleted, second, first] = await history(`kind=state&id=${made.id}`);
    expect(first).toMatchObject({
      kind: 'state',
      id: made.id,
      by: 'The operator',
      through: 'panel',
      before: made,
      after: { id: made.id, key: 'host', value: 'b' },
    });
    expect(second).toMatchObject({
      by: null,
      through: 'webhook',
      before: first!.after,
      after: { value: 'c' },
    });
    expect(deleted).toMatchObject({
      by: 'The operator',
      through: 'panel',
      before: second!.after,
      after: null,
    });
  });

  it('are kept of tasks, projects, people and sessions too, and of tasks that lose their project', async () => {
    const { identities: _, ...project } = (await post('projects', { name: 'Versions' })).body;
    const person = (await post('people', { name: 'Žofie' })).body;
    const { task } = await webhook('assistant-task', { action: 'create', task: 'call', project: 'Versions' });
    const { session } = await webhook('assistant-session-summary', { summary: 'done' });
    const patch = (path: string, body: object) =>
      t.http.patch(`/api/memory/${path}`).set(operator.bearer).send(body);
    await patch(`people/${person.id}`, { notes: 'new' });
    expect((await patch(`sessions/${session.id}`, { summary: 'corrected', mood: null })).body).toEqual({
      ...session,
      summary: 'corrected',
    });
    await webhook('assistant-task', { action: 'done', task: 'call' });
    await t.http.delete(`/api/memory/projects/${project.id}`).set(operator.bearer);
    expect((await history(`kind=person&id=${person.id}`))[0]).toMatchObject({ before: person });
    expect((await history(`kind=session&id=${session.id}`))[0]).toMatchObject({ before: session });
    expect((await history(`kind=project&id=${project.id}`))[0]).toMatchObject({
      before: project,
      after: null,
    });
    expect(await history(`kind=task&id=${task.id}`)).toMatchObject([
      {
        by: 'The operator',
        through: 'panel',
        before: { project_id: project.id },
        after: { project_id: null },
      },
      { by: null, through: 'webhook', before: { status: 'pending' }, after: { status: 'completed' } },
    ]);
  });

  it('name a hook that stored a summary by the form of its key', async () => {
    const url = await t.webhook('assistant-session-summary');
    const { body } = await t.http.post(url).set('Idempotency-Key', 'abc:end:1').send({ summary: 'hook' });
    const { rows } = await t.memory.query(
      `select written_through from assistant_sessions where id = ${Number(body.session.id)}`,
    );
    expect(rows).toEqual([{ written_through: 'hook' }]);
  });

  it('are undone, and an undo too; what was changed since is left, and told', async () => {
    const { id } = await putState('undo', 'one');
    const before = (await get('state/undo')).body;
    await putState('undo', 'two');
    const [first] = await history(`kind=state&id=${id}`);
    await putState('undo', 'three');
    expectProblem(await undo(first!.version), 409, 'changed_since');
    expect((await undo(first!.version)).body.current).toMatchObject({ value: 'three' });
    const [second] = await history(`kind=state&id=${id}`);
    expect((await undo(second!.version)).body).toMatchObject({ by: 'The operator', after: first!.after });
    const undone = await undo(first!.version);
    expect([undone.status, undone.body]).toMatchObject([200, { before: first!.after, after: before }]);
    expect((await get('state/undo')).body).toEqual(before);
    await undo(undone.body.version);
    expect((await get('state/undo')).body).toMatchObject({ value: 'two' });
    expectProblem(await undo(999_999), 404, 'not_found');
  });

  it('bring back a deleted row with its id, unless another has its place', async () => {
    const { session } = await webhook('assistant-session-summary', { summary: 'kept' });
    expect((await t.http.delete(`/api/memory/sessions/${session.id}`).set(operator.bearer)).status).toBe(204);
    const [deleted] = await history(`kind=session&id=${session.id}`);
    const back = await undo(deleted!.version);
    expect(back.body).toMatchObject({ before: null, after: session });
    expect((await get(`sessions/${session.id}`)).body).toEqual(session);
    // Undoing the undo deletes it again.
    expect((await undo(back.body.version)).body).toMatchObject({ before: session, after: null });

    const { id } = await putState('taken', 'old');
    await t.http.delete('/api/memory/state/taken').set(operator.bearer);
    await putState('taken', 'new');
    const [gone] = await history(`kind=state&id=${id}`);
    expectProblem(await undo(gone!.version), 409, 'changed_since');
  });

  it('of all that one caller did in a time are undone together, with the rows that it made', async () => {
    await putState('several', 'mine');
    const since = await moment();
    await webhook('assistant-update-state', { key: 'several', value: 'theirs' });
    await webhook('assistant-update-state', { key: 'several', value: 'theirs again' });
    await webhook('assistant-update-state', { key: 'several-new', value: 'x' });
    await webhook('assistant-update-state', { key: 'several-kept', value: 'x' });
    await putState('several-kept', 'mine');
    const wish = { by: null, through: 'webhook', since };
    const preview = await post('history/undo/preview', wish);
    expect([preview.status, preview.body]).toMatchObject([
      200,
      {
        changes: [
          { before: { value: 'theirs' }, after: { value: 'theirs again' } },
          { before: { value: 'mine' }, after: { value: 'theirs' } },
        ],
        changes_total: 2,
        made: [{ kind: 'state', title: 'several-new' }],
        made_total: 1,
      },
    ]);
    // Nobody has seen this one when it comes to undoing.
    await webhook('assistant-update-state', { key: 'several-later', value: 'x' });
    const answer = await post('history/undo', { ...wish, until: preview.body.until });
    expect([answer.status, answer.body]).toEqual([
      200,
      { undone: 2, deleted: 1, left: 0, remaining: 0, next: null },
    ]);
    expect((await get('state/several')).body).toMatchObject({ value: 'mine' });
    expect((await get('state/several-later')).body).toMatchObject({ value: 'x' });
    expect((await get('state/several-new')).status).toBe(404);
    expect((await get('state/several-kept')).body).toMatchObject({ value: 'mine' });
  });

  it('of very many changes are undone a part at a time, with what to send to go on', async () => {
    const write = (key: string) =>
      t.memory.query(
        `insert into assistant_state (key, value, written_through)
         select $1 || n, 'before', 'webhook' from generate_series(1, 250) as n
         on conflict (key) where project_id is null do update set value = 'after', updated_at = now(), written_through = 'webhook'`,
        [key],
      );
    const values = async (prefix: string) => {
      const { rows } = await t.memory.query<{ value: string; count: number }>(
        'select value, count(*)::int as count from assistant_state where starts_with(key, $1) group by value',
        [prefix],
      );
      return rows;
    };
    await write('many-changed-');
    const since = await moment();
    await write('many-changed-');
    await write('many-made-');
    const wish = { by: null, through: 'webhook', since };
    const parts: UndoneSeveralDto[] = [];
    for (let next: object | null = wish; next !== null; next = parts.at(-1)!.next)
      parts.push((await post('history/undo', next).expect(200)).body as UndoneSeveralDto);
    expect(parts.map(({ undone, deleted, left, remaining }) => [undone, deleted, left, remaining])).toEqual([
      [200, 0, 0, 300],
      [50, 200, 0, 50],
      [0, 50, 0, 0],
    ]);
    expect(await values('many-changed-')).toEqual([{ value: 'before', count: 250 }]);
    expect(await values('many-made-')).toEqual([]);
  });

  it('of very many tasks whose project is gone are undone, though it comes back in a later part', async () => {
    const { body: project } = await post('projects', { name: 'Of many tasks' });
    await t.memory.query(
      `insert into assistant_tasks (task, project_id) select 'Of many ' || n, $1 from generate_series(1, 250) as n`,
      [project.id],
    );
    const since = await moment();
    await t.http.delete(`/api/memory/projects/${project.id}`).set(admin.bearer).expect(204);
    const first = (await post('history/undo', { by: 'The admin', since }).expect(200))
      .body as UndoneSeveralDto;
    expect(first).toMatchObject({ undone: 200, left: 0, remaining: 51 });
    const second = (await post('history/undo', first.next!).expect(200)).body as UndoneSeveralDto;
    expect(second).toMatchObject({ undone: 51, left: 0, next: null });
    const { rowCount } = await t.memory.query('select from assistant_tasks where project_id = $1', [
      project.id,
    ]);
    expect(rowCount).toBe(250);
  });

  it('of one’s own are undone in parts too, and what undid them stays', async () => {
    const keys = Array.from({ length: 201 }, (_, n) => `own-${n}`);
    await t.memory.query(
      `insert into assistant_state (key, value, written_by, written_through)
       select key, 'before', 'The operator', 'panel' from unnest($1::text[]) as key`,
      [keys],
    );
    const since = await moment();
    await t.memory.query(
      `update assistant_state set value = 'after', updated_at = now() where key = any($1)`,
      [keys],
    );
    const wish = { by: 'The operator', since };
    const first = (await post('history/undo', wish).expect(200)).body as UndoneSeveralDto;
    expect(first).toMatchObject({ undone: 200, remaining: 1 });
    const second = (await post('history/undo', first.next!).expect(200)).body as UndoneSeveralDto;
    expect(second).toMatchObject({ undone: 1, remaining: 0, next: null });
    const { rows } = await t.memory.query('select distinct value from assistant_state where key = any($1)', [
      keys,
    ]);
    expect(rows).toEqual([{ value: 'before' }]);
  });

  it('of a project with its tasks are undone in an order in which each has its project', async () => {
    const mine = (await post('projects', { name: 'Mine' })).body;
    const { task: kept } = await webhook('assistant-task', {
      action: 'create',
      task: 'kept',
      project: 'Mine',
    });
    const before = (await get(`tasks/${kept.id}`)).body;
    const since = await moment();
    const asAdmin = (method: 'patch' | 'delete', path: string, body: object = {}) =>
      t.http[method](`/api/memory/${path}`)
        .set(admin.bearer)
        .send(body)
        .expect(method === 'patch' ? 200 : 204);
    const theirs = (await post('projects', { name: 'Theirs' }, admin)).body;
    await asAdmin('patch', `tasks/${kept.id}`, { project_id: theirs.id, priority: 9 });
    await asAdmin('patch', `tasks/${kept.id}`, { project_id: mine.id });
    await asAdmin('delete', `projects/${mine.id}`);
    await post('tasks', { task: 'of theirs', project_id: theirs.id }, admin);

    const answer = await post('history/undo', { by: 'The admin', since });
    expect(answer.body).toMatchObject({ undone: 4, deleted: 2, left: 0, next: null });
    expect((await get(`tasks/${kept.id}`)).body).toEqual(before);
    expect((await get(`projects/${mine.id}`)).body).toEqual(mine);
    expect((await get(`projects/${theirs.id}`)).status).toBe(404);
  });

  it.each(['state', 'task', 'decision'] as const)(
    'of who made a project leave it where somebody else’s %s is in it',
    async (kind) => {
      const since = await moment();
      const { body: theirs } = await post('projects', { name: `With ${kind}` }, admin).expect(201);
      const { body: empty } = await post('projects', { name: `Without ${kind}` }, admin).expect(201);
      const project = theirs.name as string;
      if (kind === 'state')
        await webhook('assistant-update-state', { key: `of-others-${kind}`, value: 'x', project });
      else if (kind === 'task')
        await webhook('assistant-task', { action: 'create', task: `of others ${kind}`, project });
      else await post('decisions', { text: `Decided by others ${kind}`, project }).expect(201);
      await t.memory.query(
        `insert into assistant_state (key, value, project_id, written_by, written_through) values ($1, 'x', $2, 'The admin', 'panel')`,
        [`own-${kind}`, theirs.id],
      );
      const wish = { by: 'The admin', since };
      const { body: preview } = await post('history/undo/preview', wish).expect(200);
      expect((preview as { made: NamedRowDto[] }).made).toEqual([
        expect.objectContaining({ kind: 'state', title: `own-${kind}` }),
        { kind: 'project', id: empty.id, title: empty.name },
      ]);
      expect((await post('history/undo', wish).expect(200)).body).toMatchObject({ deleted: 2, next: null });
      const { rows } = await t.memory.query(
        `select written_by from assistant_${kind === 'state' ? kind : `${kind}s`} where project_id = $1`,
        [theirs.id],
      );
      expect(rows).toHaveLength(1);
      expect(rows).not.toContainEqual({ written_by: 'The admin' });
      await get(`projects/${theirs.id}`).expect(200);
      await get(`projects/${empty.id}`).expect(404);
    },
  );

  it('of a project that came back leave it while anything is in it', async () => {
    const { body: project } = await post('projects', { name: 'Came back' }).expect(201);
    await t.http.delete(`/api/memory/projects/${project.id}`).set(operator.bearer).expect(204);
    const [deleted] = await history(`kind=project&id=${project.id}`);
    const { body: back } = await undo(deleted!.version).expect(200);
    await webhook('assistant-update-state', { key: 'in-it', value: 'x', project: 'Came back' });
    const refused = await undo(back.version);
    expectProblem(refused, 409, 'changed_since');
    expect(refused.body.current).toMatchObject({ id: project.id });
    const { rows } = await t.memory.query('select id from assistant_state where project_id = $1', [
      project.id,
    ]);
    expect(rows).toHaveLength(1);
    await t.memory.query('delete from assistant_state where project_id = $1', [project.id]);
    await undo(back.version).expect(200);
    await get(`projects/${project.id}`).expect(404);
  });

  it('show the lists and the context as they were', async () => {
    const { id } = await putState('then', 'one');
    const { task } = await webhook('assistant-task', { action: 'create', task: 'as of', priority: 10 });
    // A brief leaves out what is not judged yet.
    await eventually(async () => {
      await t.app.get(SearchIndexService).catchUp();
      return (await t.app.get(SearchIndexService).backlog()).waiting === 0;
    });
    const context = (await get('context')).body;
    const brief = await get('context?format=markdown&budget=2000');
    const as_of = await moment();
    await putState('then', 'two');
    await putState('later', 'new');
    await t.http.delete(`/api/memory/tasks/${task.id}`).set(operator.bearer);
    await webhook('assistant-session-summary', { summary: 'later' });
    const then = (path: string) => get(`${path}${path.includes('?') ? '&' : '?'}as_of=${as_of}`);
    const { items: state } = (await then('state?sort=-updated_at')).body as PageDto<StateDto>;
    expect(state.find((row) => row.id === id)).toMatchObject({ value: 'one' });
    expect(state.some(({ key }) => key === 'later')).toBe(false);
    expect((await then('tasks')).body.items).toContainEqual(task);
    expect((await then('context')).body).toEqual(context);
    expect((await then('context?budget=100000')).body).toEqual(context);
    const withoutTimes = (text: string) => text.replaceAll(/\b\d+[mhd]\b|T\d\d:.*Z/g, '');
    expect(withoutTimes((await then('context?format=markdown&budget=2000')).text)).toBe(
      withoutTimes(brief.text),
    );
    const page = (await then('state?limit=1')).body;
    expectProblem(await get(`state?limit=1&cursor=${page.next_cursor}`), 400, 'invalid_cursor');
    expect((await then(`state?limit=1&cursor=${page.next_cursor}`)).status).toBe(200);
    expectProblem(await get('tasks?as_of=2001-01-01T00:00:00Z'), 400, 'invalid_request');
    expectProblem(await get('context?as_of=yesterday'), 400, 'invalid_request');
  });

  it('show the lists of a project that had another name then, however its name is written', async () => {
    const { body: shop } = await post('projects', { name: 'Shop-then' }, admin);
    await webhook('assistant-update-state', { key: 'of-then', value: '1', project: 'Shop-then' });
    await webhook('assistant-task', { action: 'create', task: 'of then', project: 'Shop-then' });
    const said = { summary: 'of then', projects_touched: 'Shop-then', decisions_made: 'decided then' };
    await webhook('assistant-session-summary', said);
    const as_of = await moment();
    await t.http.patch(`/api/memory/projects/${shop.id}`).set(admin.bearer).send({ name: 'shop-now' });
    for (const kind of ['state', 'tasks', 'sessions', 'decisions']) {
      const count = async (name: string) => {
        const { body, status } = await get(`${kind}?project=${name}&as_of=${as_of}`);
        return status === 200 ? (body as PageDto<object>).items.length : (body as { code: string }).code;
      };
      expect([kind, await count('Shop-then'), await count('SHOP-THEN')]).toEqual([kind, 1, 1]);
      expect([kind, await count('shop-now')]).toEqual([kind, 'project_not_found']);
    }
  });

  it('of the state are for those who may read the state', async () => {
    await putState('hidden', 'one');
    await putState('hidden', 'two');
    expectProblem(await get('history?kind=state', viewer), 403, 'forbidden');
    expect((await history('limit=200', viewer)).map(({ kind }) => kind)).not.toContain('state');
    expect((await history('by=The+operator')).every(({ by }) => by === 'The operator')).toBe(true);
    expectProblem(await get('history?id=1'), 400, 'invalid_request');
  });

  it('are removed when they are too old', async () => {
    const { id } = await putState('old', 'one');
    await putState('old', 'two');
    await t.memory.query(
      `update memory_versions set at = '2020-01-01' where row_id = ${id} and kind = 'state'`,
    );
    await t.app.get(RetentionService).removeOld();
    expect(await history(`kind=state&id=${id}`)).toEqual([]);
  });

  it('are gone with an erased row; only the audit says so', async () => {
    const { id } = await putState('secret', 'canary-one');
    await putState('secret', 'canary-two');
    await t.http.delete('/api/memory/state/secret').set(operator.bearer);
    expectProblem(await post('erase', { kind: 'state', id }), 403, 'forbidden');
    expect((await post('erase', { kind: 'state', id }, admin)).status).toBe(204);
    expectProblem(await post('erase', { kind: 'state', id }, admin), 404, 'not_found');
    expect(await history(`kind=state&id=${id}`)).toEqual([]);
    expect((await get('search?q=canary')).body.items).toEqual([]);
    const { rows } = await t.panel.query(
      `select object from audit_events where action = 'memory.erased' order by at desc limit 1`,
    );
    expect(rows).toEqual([{ object: `state:${id}` }]);
  });

  it('are erased while another process takes their row out of the index', async () => {
    const indexing = await t.memory.connect();
    await indexing.query(`begin; select pg_advisory_xact_lock(${ADVISORY_LOCKS.searchIndex}, 0)`);
    const waiting = async (count: number) =>
      (await t.memory.query(WAITS_FOR_INDEX, [ADVISORY_LOCKS.searchIndex])).rowCount === count;
    const { id } = await putState('raced', 'canary-three');
    await t.http.delete('/api/memory/state/raced').set(operator.bearer);
    // The background's batch has the row before the erasure looks for it.
    await eventually(() => waiting(1));
    const erased = post('erase', { kind: 'state', id }, admin).then(({ status }) => status);
    await eventually(() => waiting(2));
    await indexing.query('commit');
    indexing.release();
    expect(await erased).toBe(204);
  });
});
