import type { ProjectDto, SessionDto, SessionSummaryResultDto } from '@groupless/shared-dto';
import { toNewSession } from '../../../src/memory/records/sessions/new-session';
import { SessionSummariesRepository } from '../../../src/memory/records/sessions/session-summaries.repository';
import type { QueryRunner } from 'typeorm';
import { CutScratchpads1796405000000 } from '../../../src/database/migrations/memory/1796405000000-cut-scratchpads';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { MEMORY_API_KEY } from '../../harness/data/credentials';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { countRows, emptyMemory } from '../../harness/databases/rows';
import { expectProblem, refusedFields } from '../../harness/http/problems';

const PLACE = { branch: 'feature/cart', head: '1f3e5d7', machine: 'laptop' };

describe('the summary of a session of an assistant', () => {
  let t: ServedApp;
  let address: string;
  let admin: SignedInUser;
  let other_key: string;
  beforeAll(async () => {
    t = await sharedApp({ MEMORY_API_KEY });
    address = await t.webhook('assistant-session-summary');
    admin = await signIn(t, { role: 'admin' });
    const made = await t.http
      .post('/api/settings/keys')
      .set(admin.bearer)
      .send({
        name: 'Desktop',
        scopes: ['memory'],
        expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      })
      .expect(201);
    other_key = (made.body as { key: string }).key;
  });
  beforeEach(() => emptyMemory(t.memory));
  afterAll(() => t.close());

  const send = (body: object, headers: Record<string, string> = {}, key = MEMORY_API_KEY) =>
    t.http
      .post(address)
      .set({ 'x-api-key': key, ...headers })
      .send(body);
  const store = async (body: object, headers: Record<string, string> = {}, key = MEMORY_API_KEY) =>
    (await send(body, headers, key)).body as SessionSummaryResultDto;
  const hook = (what: string) => ({ 'idempotency-key': what });
  const rows = () => countRows(t.memory, 'assistant_sessions');

  it('is one row, however often it is told of, with where the session was', async () => {
    const first = await store({ summary: 'First half', session_id: 's-1', ...PLACE });
    expect(first).toMatchObject({ result: 'created', session: { session_id: 's-1', ...PLACE } });
    const second = await store({ summary: 'Both halves', session_id: 's-1', head: '2a2a2a2' });
    expect(second).toMatchObject({
      result: 'updated',
      session: { id: first.session.id, summary: 'Both halves', ...PLACE, head: '2a2a2a2' },
    });
    expect(await rows()).toBe(1);
    const history = await t.http
      .get(`/api/memory/history?kind=session&id=${first.session.id}`)
      .set(admin.bearer);
    expect(history.body.items).toMatchObject([{ before: { summary: 'First half' } }]);
  });

  it('of one name by two keys are two', async () => {
    const mine = await store({ summary: 'Mine', session_id: 's-1' });
    const theirs = await store({ summary: 'Theirs', session_id: 's-1' }, {}, other_key);
    expect([mine.result, theirs.result, mine.session.id === theirs.session.id]).toEqual([
      'created',
      'created',
      false,
    ]);
  });

  it('keeps what hooks tell of its parts together: a compaction, what came after, and what was resumed', async () => {
    const at = (what: string, summary: string) => store({ summary, session_id: 's-1' }, hook(`s-1:${what}`));
    await at('compact:1', 'The first half.');
    await at('compact:2', 'The first half and more.');
    await at('end:1', 'First request: go on.');
    const last = await at('end:2', 'First request: thanks.');
    expect(last.session.summary).toBe(
      'The first half and more.\n\nFirst request: go on.\n\nFirst request: thanks.',
    );
    for (const repeated of ['end:2', 'end:1', 'compact:1'])
      expect(await at(repeated, 'First request: go on.')).toMatchObject({
        result: 'exists',
        session: { summary: last.session.summary },
      });
    expect(await rows()).toBe(1);
  });

  it.each([
    [
      '<analysis>\nFirst, GraphQL. <summary> comes next.\n</analysis>\n\n<summary>\nREST.\n</summary>',
      'REST.',
    ],
    [
      '<thinking>GraphQL?</thinking><summary>REST, with <summary> of HTML.</summary> More?',
      'REST, with <summary> of HTML.',
    ],
    ['<analysis>GraphQL?</analysis>\nREST.', 'REST.'],
    ['<analysis>GraphQL?\n<summary>REST, until it was cut', 'REST, until it was cut'],
    ['<summary>REST.</summary>', 'REST.'],
    ['REST. <analysis>stays</analysis>', 'REST. <analysis>stays</analysis>'],
    ['<analysis>all there is</analysis>', '<analysis>all there is</analysis>'],
  ])('is told by a compaction without what the model thought before: %s', async (sent, stored) => {
    const { session } = await store({ summary: sent, session_id: 's-1' }, hook('s-1:compact:1'));
    expect(session.summary).toBe(stored);
  });

  it('that was stored with such thoughts before has its summary alone after the update', async () => {
    const thought = '<analysis>\nGraphQL?\n</analysis>\n\n';
    const texts = {
      [`${thought}<summary>\nREST.\n</summary>`]: 'REST.',
      [`${thought}<summary>REST.</summary>\n\nFirst request: go on.`]: 'REST.\n\nFirst request: go on.',
      [`Cents.\n\n${thought}<summary>REST.</summary>`]: 'Cents.\n\nREST.',
      [`${thought}REST.`]: 'REST.',
      [thought]: thought,
      'The tag <analysis> is ours.': 'The tag <analysis> is ours.',
    };
    for (const summary of Object.keys(texts))
      await t.memory.query(`insert into assistant_sessions (summary, written_through) values ($1, 'hook')`, [
        summary,
      ]);
    await new CutScratchpads1796405000000().up(t.memory as unknown as QueryRunner);
    const { rows: told } = await t.memory.query<{ summary: string }>(
      'select summary from assistant_sessions order by id',
    );
    expect(told.map(({ summary }) => summary)).toEqual(Object.values(texts));
  });

  it('that the assistant wrote stays above what hooks add', async () => {
    await store({ summary: 'Cents, never floats.', decisions_made: 'cents', session_id: 's-1' });
    const { session } = await store({ summary: 'Extract', session_id: 's-1' }, hook('s-1:end:1'));
    expect([session.summary, session.decisions_made]).toEqual(['Cents, never floats.\n\nExtract', 'cents']);
  });

  it('is told of by eight calls at once, and one row', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => store({ summary: `Part ${index}`, session_id: 's-1' })),
    );
    expect(answers.map(({ result }) => result).sort()).toEqual(['created', ...Array(7).fill('updated')]);
  });

  it('is dated by the end of the session, which is neither to come nor long ago', async () => {
    const hours = (ago: number) => new Date(Date.now() - ago * 3_600_000).toISOString();
    const { session } = await store({ summary: 'On Monday', ended_at: hours(70) });
    expect(Date.parse(session.session_date)).toBeCloseTo(Date.now() - 70 * 3_600_000, -4);
    await store({ summary: 'On Tuesday', ended_at: hours(48) });
    await store({ summary: 'Offline since Sunday', ended_at: hours(90) });
    const { body } = await t.http.get('/api/memory/sessions').set(admin.bearer);
    expect((body.items as SessionDto[]).map(({ summary }) => summary)).toEqual([
      'On Tuesday',
      'On Monday',
      'Offline since Sunday',
    ]);
    for (const ended_at of [hours(-1), hours(24 * 31)])
      expect(refusedFields(await send({ summary: 'x', ended_at }))).toEqual([['ended_at', 'out_of_range']]);
  });

  it.each([
    ['fast', 600_000],
    ['a little fast', 30_000],
    ['a little slow', -30_000],
    ['slow', -600_000],
  ])('is as old as its machine says, whose clock is %s', async (_, ahead) => {
    const byItsClock = (agoMs: number) => new Date(Date.now() - agoMs + ahead);
    const date = () => ({ date: byItsClock(0).toUTCString() });
    for (const agoMs of [0, 20_000, 3 * 3_600_000]) {
      const began = Date.now();
      const ended_at = byItsClock(agoMs).toISOString();
      const { session } = await store({ summary: `${agoMs} ms ago`, ended_at }, date());
      const said = Date.parse(session.session_date) + agoMs;
      // The header has whole seconds.
      expect([said > began - 1_000, said < Date.now() + 1_000]).toEqual([true, true]);
    }
  });

  it('that came late is still known by its Idempotency-Key', async () => {
    const body = { summary: 'Late', ended_at: new Date(Date.now() - 70 * 3_600_000).toISOString() };
    expect((await store(body, hook('k'))).result).toBe('created');
    expect((await store(body, hook('k'))).result).toBe('exists');
  });

  it('of the same text by the same key within an hour is the same', async () => {
    const [one, two] = [await store({ summary: 'Same' }), await store({ summary: 'Same' })];
    expect([one.result, two.result, two.session.id]).toEqual(['created', 'exists', one.session.id]);
    expect((await store({ summary: 'Same' }, {}, other_key)).result).toBe('created');
    await t.memory.query(`update assistant_sessions set stored_at = stored_at - interval '61 minutes'`);
    expect((await store({ summary: 'Same' })).result).toBe('created');
  });

  it('of the same text by the same key is one row, also where eight calls come at once', async () => {
    const repository = t.app.get(SessionSummariesRepository);
    const storeOf = (id: string | null) =>
      repository.insertSession(
        toNewSession({ summary: 'At once' }, '', { by: null, id, owner: null, through: 'webhook' }, null),
      );
    const resultsOf = async (...ids: (string | null)[]) =>
      (await Promise.all(ids.map(storeOf))).map(({ result }) => result).sort();
    const seven = Array.from({ length: 7 }, () => 'exists');
    expect(await resultsOf(...Array.from({ length: 8 }, () => 'one'), 'other')).toEqual([
      'created',
      'created',
      ...seven,
    ]);
    // What comes without a key is never a repeat.
    expect(await resultsOf(null, null)).toEqual(['created', 'created']);
    expect(await rows()).toBe(4);
  });

  it('names the tasks that it did not complete and the projects that there are not', async () => {
    await t.http.post('/api/memory/projects').set(admin.bearer).send({ name: 'shop' });
    const tasks = await t.webhook('assistant-task');
    for (const [task, project] of [['Write tests', 'shop'], ['Pay, then ship']])
      await t.http
        .post(tasks)
        .set('x-api-key', MEMORY_API_KEY)
        .send({ action: 'create', task, project })
        .expect(201);
    expect(
      await store({
        summary: 's',
        projects_touched: 'SHOP, shopp',
        tasks_completed: ['Write tests', 'Pay, then ship', 'Unknown'],
      }),
    ).toMatchObject({
      still_pending: ['Pay, then ship', 'Write tests'],
      unknown_projects: ['shopp'],
    });
    const named = { summary: 't', projects_touched: 'shop' };
    for (const result of ['created', 'exists'])
      expect(await store(named, hook('key'))).toEqual({
        result,
        session: expect.anything(),
        still_pending: [],
        unknown_projects: [],
      });
    expect(await store({ summary: 'of none', tasks_completed: ['Write tests'] })).toMatchObject({
      still_pending: ['Write tests'],
    });
    expect(Object.keys(await store({ summary: 'u' }))).toEqual(['result', 'session']);
  });

  describe('of a project', () => {
    const project = async (name: string, url = '') =>
      (await t.http.post('/api/memory/projects').set(admin.bearer).send({ name, url })).body as ProjectDto;
    const rename = (id: number, name: string) =>
      t.http.patch(`/api/memory/projects/${id}`).set(admin.bearer).send({ name }).expect(200);
    const ofProject = async (name: string) => {
      const { body } = await t.http
        .get('/api/memory/sessions')
        .query({ project: name, sort: 'session_date' })
        .set(admin.bearer);
      return (body as { items?: SessionDto[] }).items?.map(
        (row) => `${row.summary}: ${row.projects_touched}`,
      );
    };
    const search = async (name: string) => {
      const { body } = await t.http
        .get('/api/memory/search')
        .query({ q: 'stripe', project: name })
        .set(admin.bearer);
      return (body as { items?: unknown[] }).items?.length;
    };

    it('goes with it when it is renamed, and comes back', async () => {
      const [shop, par] = [await project('shop'), await project('par')];
      await store({ summary: 'stripe', projects_touched: 'par , Shop' });
      await rename(shop.id, 'web-shop (new)');
      expect(await ofProject('web-shop (new)')).toEqual(['stripe: par , web-shop (new)']);
      expect(await search('web-shop (new)')).toBe(1);
      await project('shop');
      expect(await ofProject('shop')).toEqual([]);
      await rename(par.id, 'parser');
      expect(await ofProject('Parser')).toEqual(['stripe: parser , web-shop (new)']);
      const context = await t.http
        .get(await t.webhook('assistant-context'))
        .query({ project: 'parser' })
        .set('x-api-key', MEMORY_API_KEY);
      expect(context.body.recent_sessions).toMatchObject([{ projects_touched: 'parser , web-shop (new)' }]);
    });

    it('is known by a word until a project of that name is made, which takes it in', async () => {
      const { session } = await store({ summary: 'stripe', projects_touched: 'shop, a, b' });
      expectProblem(
        await t.http.get('/api/memory/sessions?project=shop').set(admin.bearer),
        404,
        'project_not_found',
      );
      await project('Shop');
      await project('a, b');
      expect([await ofProject('shop'), await ofProject('a, b')]).toEqual([
        ['stripe: shop, a, b'],
        ['stripe: shop, a, b'],
      ]);
      const history = await t.http.get(`/api/memory/history?kind=session&id=${session.id}`).set(admin.bearer);
      expect(history.body.items).toEqual([]);
    });

    it('is that of the identity or the name that a list says', async () => {
      await project('shop', 'github.com/ada/shop');
      const { session } = await store({ summary: 's', projects_touched: ['github.com/ada/shop', 'other'] });
      expect(session.projects_touched).toBe('shop, other');
    });

    it('keeps its corrections undoable after its project was renamed', async () => {
      const shop = await project('shop');
      const { session } = await store({ summary: 'Redis', projects_touched: 'shop' });
      await t.http
        .patch(`/api/memory/sessions/${session.id}`)
        .set(admin.bearer)
        .send({ summary: 'Rediss' })
        .expect(200);
      await rename(shop.id, 'web');
      const { body } = await t.http
        .get(`/api/memory/history?kind=session&id=${session.id}`)
        .set(admin.bearer);
      const [version, ...others] = body.items as { version: number }[];
      expect(others).toEqual([]);
      await t.http.post(`/api/memory/history/${version!.version}/undo`).set(admin.bearer).expect(200);
      expect(await ofProject('web')).toEqual(['Redis: web']);
    });

    it('of a project that is deleted stays a word, and comes back with it', async () => {
      const shop = await project('shop');
      await store({ summary: 's', projects_touched: 'shop' });
      await t.http.delete(`/api/memory/projects/${shop.id}`).set(admin.bearer).expect(204);
      const { body } = await t.http.get(`/api/memory/history?kind=project&id=${shop.id}`).set(admin.bearer);
      const [{ version }] = body.items as [{ version: number }];
      await t.http.post(`/api/memory/history/${version}/undo`).set(admin.bearer).expect(200);
      expect(await ofProject('shop')).toEqual(['s: shop']);
    });
  });
});
