import { setTimeout as sleep } from 'node:timers/promises';
import { KEY_SCOPES, type ApiKeyDto, type CreatedApiKeyDto, type KeyScope } from '@groupless/shared-dto';
import { MEMORY_API_KEY } from '../harness/data/credentials';
import { setAgent } from '../harness/data/appointments';
import { whileAway } from '../harness/databases/outage';
import { signIn, type SignedInUser } from '../harness/data/panel-users';
import { expectProblem, refusedFields } from '../harness/http/problems';
import { startServedApp, type ServedApp } from '../harness/apps/served-app';
import { SECRETS } from '../harness/apps/test-app';
import { atOnce, eventually } from '../harness/data/times';
import { UNKNOWN_ID } from '../harness/data/webhooks';

const PATH = '/api/settings/keys';
/** What one replica changed counts on the others after this time. */
const WITHIN_MS = 1_000;
const DAY_MS = 86_400_000;

describe('API keys from the panel', () => {
  let t: ServedApp;
  let there: ServedApp;
  let admin: SignedInUser;
  let made = 0;
  beforeAll(async () => {
    const environment = { MEMORY_API_KEY };
    t = await startServedApp({ environment });
    there = await startServedApp({ environment, urls: t.urls });
    admin = await signIn(t);
  });
  afterEach(() => t.clock.set(new Date()));
  afterAll(async () => {
    await there.close();
    await t.close();
  });

  const create = (key: object) => t.http.post(PATH).set(admin.bearer).send(key);
  const revoke = (id: string) => t.http.delete(`${PATH}/${id}`).set(admin.bearer);
  const list = async () => (await t.http.get(PATH).set(admin.bearer).expect(200)).body as ApiKeyDto[];
  const listed = async (id: string) => (await list()).find((key) => key.id === id);

  async function makeKey(...scopes: KeyScope[]): Promise<CreatedApiKeyDto> {
    return (await create({ name: `Key ${++made}`, scopes }).expect(201)).body as CreatedApiKeyDto;
  }

  /** A request that a key of scope `panel:read` opens. */
  const use = (key: string, at = t) => at.http.get('/api/settings/chat-agent').set('x-api-key', key);

  describe('when they are made', () => {
    it('are shown once, with an expiry of 90 days', async () => {
      const now = Date.now();
      t.clock.set(new Date(now));
      const response = await create({ name: 'Website', scopes: ['agent', 'panel:read'] });
      expect(response.status).toBe(201);
      expect(response.body).toEqual({
        id: expect.any(String),
        name: 'Website',
        scopes: ['agent', 'panel:read'],
        key: expect.stringMatching(/^gl_[0-9A-Za-z]{8}_[0-9A-Za-z]{43}$/),
        expires_at: new Date(now + 90 * DAY_MS).toISOString(),
        created_at: new Date(now).toISOString(),
      });
      expect(response.headers).toMatchObject({
        location: PATH,
        'cache-control': 'no-store',
      });
    });

    it('are listed without the key itself, the newest first', async () => {
      const first = await makeKey('metrics');
      t.clock.set(new Date(Date.now() + 1));
      const second = await makeKey('panel:read');
      const response = await t.http.get(PATH).set(admin.bearer).expect(200);
      expect((response.body as ApiKeyDto[]).slice(0, 2)).toEqual(
        [second, first].map(({ id, name, scopes, key, expires_at, created_at }) => ({
          id,
          name,
          scopes,
          prefix: key.slice(0, 11),
          expires_at,
          created_at,
          last_used_at: null,
          owner: null,
        })),
      );
      for (const { key } of [first, second]) expect(response.text).not.toContain(key.slice(12));
    });

    it('are stored as hashes', async () => {
      const { key } = await makeKey('panel:read');
      const { rows } = await t.panel.query<{ text: string }>('select api_keys::text as text from api_keys');
      for (const { text } of rows) expect(text).not.toContain(key.slice(12));
    });

    it('last as long as is said', async () => {
      const expires_at = new Date(Date.now() + DAY_MS).toISOString();
      const response = await create({ name: 'For a day', scopes: ['panel:read'], expires_at });
      expect(response.body.expires_at).toBe(expires_at);
      const other = await create({
        name: 'For long',
        scopes: ['panel:read'],
        expires_at: `${expires_at.slice(0, -1)}+01:30`,
      });
      const earlier = new Date(Date.parse(expires_at) - 90 * 60_000).toISOString();
      expect(other.body.expires_at).toBe(earlier);
    });

    it('last so many days by the clock of the server', async () => {
      const { body } = await create({ name: 'For 30 days', scopes: ['panel:read'], days: 30 });
      const { created_at, expires_at } = body as { created_at: string; expires_at: string };
      expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(30 * DAY_MS);
    });

    it('have names of their own, which are free again afterwards', async () => {
      const { id, name } = await makeKey('agent');
      expectProblem(await create({ name, scopes: ['agent'] }), 409, 'name_taken');
      await revoke(id).expect(204);
      await create({ name, scopes: ['agent'] }).expect(201);
    });

    it('make one of one name when several are asked for at once', async () => {
      const answers = await atOnce(8, () => create({ name: 'Race', scopes: ['agent'] }));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    });

    it.each(['SWITCH_API_KEY', 'AGENT_API_KEY', 'MEMORY_API_KEY', 'WORKFLOW_API_KEY'])(
      'are not called %s, as the audit calls another',
      async (name) => {
        expectProblem(await create({ name, scopes: ['agent'] }), 409, 'name_taken');
      },
    );

    it.each<[field: string, code: string, change: object]>([
      ['name', 'required', { name: undefined }],
      ['name', 'too_short', { name: '' }],
      ['name', 'too_long', { name: 'x'.repeat(201) }],
      ['name', 'wrong_type', { name: null }],
      ['scopes', 'required', { scopes: undefined }],
      ['scopes', 'too_short', { scopes: [] }],
      ['scopes', 'wrong_type', { scopes: 'agent' }],
      ['scopes', 'wrong_type', { scopes: [1] }],
      ['scopes', 'not_allowed', { scopes: ['agent', 'admin'] }],
      ['scopes', 'not_allowed', { scopes: ['workflows'] }],
      ['scopes', 'repeated', { scopes: ['agent', 'agent'] }],
      ['expires_at', 'wrong_type', { expires_at: null }],
      ['expires_at', 'invalid_format', { expires_at: '2099-01-01' }],
      ['expires_at', 'invalid_format', { expires_at: '2099-01-01T00:00:00' }],
      ['expires_at', 'invalid_format', { expires_at: '2099-02-30T00:00:00Z' }],
      ['expires_at', 'out_of_range', { expires_at: '2026-01-01T00:00:00Z' }],
      ['days', 'out_of_range', { days: 0 }],
      ['days', 'out_of_range', { days: 366 }],
      ['days', 'not_allowed', { days: 30, expires_at: '2099-01-01T00:00:00Z' }],
      ['key', 'unknown_field', { key: 'mine' }],
    ])('refuse %s: %s', async (field, code, change) => {
      const response = await create({ name: 'Never', scopes: ['agent'], ...change });
      expect(refusedFields(response)).toEqual([[field, code]]);
    });

    it('do not expire at the instant at which they are made', async () => {
      t.clock.set(new Date());
      const expires_at = t.clock.now().toISOString();
      const response = await create({ name: 'Never', scopes: ['agent'], expires_at });
      expect(refusedFields(response)).toEqual([['expires_at', 'out_of_range']]);
    });

    it.each(['viewer', 'operator'] as const)('are no business of the role of %s', async (role) => {
      const { bearer } = await signIn(t, { role });
      expectProblem(await t.http.get(PATH).set(bearer), 403, 'forbidden');
      expectProblem(await t.http.post(PATH).set(bearer).send({}), 403, 'forbidden');
      expectProblem(await t.http.delete(`${PATH}/${UNKNOWN_ID}`).set(bearer), 403, 'forbidden');
    });

    it('cannot be made with a key', async () => {
      const { key } = await makeKey('panel:write');
      const response = await t.http.post(PATH).set('x-api-key', key).send({});
      expectProblem(response, 403, 'forbidden');
    });
  });

  describe('when they are used', () => {
    /** What opens with which scopes; the first of each is what it needs. */
    const DOORS: [request: [method: 'get' | 'put', path: string], opens: KeyScope[]][] = [
      [
        ['get', '/api/settings/chat-agent'],
        ['agent', 'panel:read', 'panel:write'],
      ],
      [
        ['get', '/api/memory/projects'],
        ['memory', 'panel:read', 'panel:write'],
      ],
      [['put', '/api/memory/state/door'], ['panel:write']],
      [['get', '/api/settings/keys'], []],
      [['get', '/api/workflows'], []],
    ];

    it.each(DOORS)('open %j with the scopes %j alone', async ([method, path], opens) => {
      for (const scope of KEY_SCOPES) {
        const { id, key } = await makeKey(scope);
        const { status } = await t.http[method](path)
          .set('x-api-key', key)
          .send(method === 'put' ? { value: '' } : undefined);
        expect([scope, status < 300 ? 'open' : status]).toEqual([
          scope,
          opens.includes(scope) ? 'open' : 403,
        ]);
        await revoke(id);
      }
    });

    it('open webhooks that demand a key, with the scope memory', async () => {
      const address = await t.webhook('assistant-context');
      const [right, wrong] = [await makeKey('memory', 'agent'), await makeKey('panel:write')];
      await t.http.get(address).set('x-api-key', right.key).expect(200);
      expectProblem(await t.http.get(address).set('x-api-key', wrong.key), 403, 'forbidden');
    });

    it('come in x-api-key, or as a bearer', async () => {
      const { key } = await makeKey('panel:read');
      const path = '/api/settings/chat-agent';
      expectProblem(await t.http.get(path).set('x-workflow-api-key', key), 401, 'invalid_api_key');
      expect((await t.http.get(path).set('authorization', `Bearer ${key}`)).status).toBe(200);
      expectProblem(await t.http.get(`${path}?key=${key}`), 401, 'unauthenticated');
    });

    it('are not any other text', async () => {
      const { key } = await makeKey('panel:read');
      const last = key.endsWith('0') ? '1' : '0';
      const wrong = [
        key.slice(0, -1) + last,
        key.slice(0, -1),
        `${key}0`,
        key.slice(0, 11),
        key.toUpperCase(),
        `gl_00000000_${key.slice(12)}`,
        `${key}, ${key}`,
      ];
      for (const text of wrong) expectProblem(await use(text), 401, 'invalid_api_key');
      await use(key).expect(200);
    });

    it('are spoilt by a wrong credential beside them', async () => {
      const { key } = await makeKey('panel:read');
      const both = { 'x-api-key': key, authorization: 'Bearer wrong' };
      expectProblem(await t.http.get('/api/settings/chat-agent').set(both), 401, 'unauthenticated');
    });

    it('count as failures of their address when they are wrong', async () => {
      const environment = { KEY_FAILURES_PER_MINUTE: '3', TRUST_PROXY: '1' };
      const limited = await startServedApp({ environment, urls: t.urls });
      const useFromAfar = (text: string) => use(text, limited).set('x-forwarded-for', '203.0.113.77');
      const { key } = await makeKey('panel:read');
      const statuses = [];
      for (let count = 0; count < 5; count++) {
        statuses.push((await useFromAfar(`${key.slice(0, -4)}000${count}`)).status);
      }
      await useFromAfar(key).expect(200);
      await limited.close();
      expect(statuses).toEqual([401, 401, 401, 429, 429]);
    });

    it('ask the database a few times for many requests, right or wrong', async () => {
      const { key } = await makeKey('panel:read');
      await sleep(WITHIN_MS);
      const reads = async () => {
        await t.panel.query('select pg_stat_force_next_flush()');
        const { rows } = await t.panel.query<{ reads: string }>(
          `select idx_scan as reads from pg_stat_all_indexes where indexrelname = 'api_keys_prefix'`,
        );
        return Number(rows[0]!.reads);
      };
      await eventually(async () => (await reads()) > 0);
      await sleep(WITHIN_MS);
      const before = await reads();
      await atOnce(200, () => use(key));
      await sleep(WITHIN_MS);
      await atOnce(200, () => use(`gl_00000000_${key.slice(12)}`));
      await sleep(2 * WITHIN_MS);
      // Of the 400; what others read just before may be counted late.
      expect((await reads()) - before).toBeLessThan(200);
    });

    it('tell when they were used, to the minute', async () => {
      const { id, key } = await makeKey('panel:read');
      const startMs = Date.now();
      const after = (ms: number) => new Date(startMs + ms);
      const useAfter = async (ms: number, at = t) => {
        at.clock.set(after(ms));
        await use(key, at).expect(200);
      };
      const isLastUse = async (ms: number) => (await listed(id))?.last_used_at === after(ms).toISOString();
      await useAfter(0);
      await eventually(() => isLastUse(0));
      await useAfter(59_999);
      await useAfter(30_000, there);
      await useAfter(60_000);
      await eventually(() => isLastUse(60_000));
    });
  });

  describe('when they end', () => {
    it('are refused from their expiry on, and still listed', async () => {
      t.clock.set(new Date());
      const expires_at = new Date(t.clock.now().getTime() + 60_000).toISOString();
      const { body } = await create({ name: 'Short', scopes: ['panel:read'], expires_at }).expect(201);
      t.clock.set(new Date(Date.parse(expires_at) - 1));
      await use(body.key).expect(200);
      t.clock.set(expires_at);
      expectProblem(await use(body.key), 401, 'api_key_expired');
      expectProblem(await use(`${String(body.key).slice(0, -1)}!`), 401, 'invalid_api_key');
      expect(await listed(body.id)).toMatchObject({ expires_at });
    });

    it('are revoked at once here, and within a second on every other replica', async () => {
      const { id, key } = await makeKey('panel:read');
      await use(key).expect(200);
      await use(key, there).expect(200);
      await revoke(id).expect(204);
      expectProblem(await use(key), 401, 'invalid_api_key');
      const until = performance.now() + WITHIN_MS;
      while (performance.now() < until) {
        await use(key, there);
        await sleep(20);
      }
      expectProblem(await use(key, there), 401, 'invalid_api_key');
      expect(await listed(id)).toBeUndefined();
    });

    it('are revoked once', async () => {
      const { id } = await makeKey('panel:read');
      const answers = await atOnce(4, () => revoke(id));
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404]);
      expectProblem(await revoke('nobody'), 404, 'not_found');
    });
  });

  it('stay the same key when they are rotated, and the former counts as long as is said', async () => {
    const rotate = async (id: string, body?: object) =>
      (await t.http.post(`${PATH}/${id}/rotate`).set(admin.bearer).send(body).expect(200))
        .body as CreatedApiKeyDto;
    const booking = { client: { name: 'Ada' }, starts_at: '2027-03-02T10:00', external_id: 'rot-1' };
    await setAgent(t, { agent_hours: 'any' });
    const first = await makeKey('agent');
    const book = (key: string) => t.http.post('/api/appointments').set('x-api-key', key).send(booking);
    const { id } = (await book(first.key).expect(201)).body as { id: string };
    const second = await rotate(first.id, { overlap_hours: 24 });
    expect(second).toMatchObject({ id: first.id, name: first.name, scopes: ['agent'] });
    const span = (key: CreatedApiKeyDto, from: number) => Date.parse(key.expires_at) - from;
    expect(span(second, Date.now()) / DAY_MS).toBeCloseTo(90, 1);
    // A retry that crosses the change books nothing again.
    for (const key of [first.key, second.key])
      expect((await book(key).expect(200)).body).toMatchObject({ id });
    const former = await t.http
      .get('/api/appointments/external/rot-1')
      .set('x-api-key', first.key)
      .expect(200);
    expect(Date.parse(former.headers['x-key-expires']!) / DAY_MS).toBeCloseTo(Date.now() / DAY_MS + 1, 1);
    const third = await rotate(first.id);
    for (const key of [first.key, second.key]) expectProblem(await book(key), 401, 'invalid_api_key');
    await book(third.key).expect(200);
    const fourth = await rotate(first.id, { overlap_hours: 1 });
    t.clock.set(new Date(Date.now() + 2 * 3_600_000));
    expectProblem(await book(third.key), 401, 'api_key_expired');
    t.clock.set(new Date());
    await revoke(first.id).expect(204);
    for (const key of [third.key, fourth.key]) expectProblem(await book(key), 401, 'invalid_api_key');
    expectProblem(await t.http.post(`${PATH}/${first.id}/rotate`).set(admin.bearer), 404, 'not_found');
    const tooLong = t.http.post(`${PATH}/${first.id}/rotate`).set(admin.bearer).send({ overlap_hours: 169 });
    expect(refusedFields(await tooLong)).toEqual([['overlap_hours', 'out_of_range']]);
  });

  it('leave each former secret its own hours, however often they are rotated', async () => {
    const texts = [await makeKey('agent')];
    const { id } = texts[0]!;
    const rotate = (overlap_hours: number) =>
      t.http.post(`${PATH}/${id}/rotate`).set(admin.bearer).send({ overlap_hours }).expect(200);
    for (const hours of [24, 2, 1]) texts.push((await rotate(hours)).body as CreatedApiKeyDto);
    const status = async ({ key }: CreatedApiKeyDto) => {
      const answer = await t.http.get('/api/appointments/external/none').set('x-api-key', key);
      return (answer.body as { code: string }).code;
    };
    const opens = async () => (await Promise.all(texts.map(status))).map((code) => code === 'not_found');
    expect(await opens()).toEqual([true, true, true, true]);
    t.clock.set(new Date(Date.now() + 1.5 * 3_600_000));
    expect(await opens()).toEqual([true, true, false, true]);
    t.clock.set(new Date(Date.now() + 3 * 3_600_000));
    expect(await opens()).toEqual([true, false, false, true]);
    // Without an overlap none of before opens anything more.
    t.clock.set(new Date());
    texts.push((await rotate(0)).body as CreatedApiKeyDto);
    expect(await opens()).toEqual([false, false, false, false, true]);
    const { rows } = await t.panel.query('select prefix from api_key_older_texts where key_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  it('are recorded by name and id, whoever made, used or revoked them, and never themselves', async () => {
    const { id, name, key } = await makeKey('panel:write');
    await revoke(id).expect(204);
    const { rows } = await t.panel.query<Record<string, unknown>>(
      'select user_id, action, object, details from audit_events where object = $1 order by id',
      [`api_key:${id}`],
    );
    const entry = { user_id: admin.id, object: `api_key:${id}`, details: { name, scopes: 'panel:write' } };
    expect(rows).toEqual([
      { ...entry, action: 'api_key.created' },
      { ...entry, action: 'api_key.revoked' },
    ]);
    const { rows: all } = await t.panel.query<{ text: string }>(
      'select audit_events::text as text from audit_events',
    );
    for (const { text } of all) expect(text).not.toContain(key.slice(12));
    for (const line of t.log_lines) expect(line).not.toContain(key.slice(12));
  });

  it('cannot be checked while their database is away; the keys of the settings can', async () => {
    const { key } = await makeKey('agent');
    await sleep(WITHIN_MS);
    await whileAway(t, 'panel', async () => {
      const ofSettings = await t.http.get(PATH).set('x-api-key', SECRETS.AGENT_API_KEY);
      expectProblem(ofSettings, 403, 'forbidden');
      const fromPanel = await t.http.get(PATH).set('x-api-key', key);
      expectProblem(fromPanel, 503, 'database_unavailable');
      expectProblem(await t.http.get(PATH).set('x-api-key', 'wrong'), 401, 'invalid_api_key');
    });
    await use(key).expect(200);
  });
});
