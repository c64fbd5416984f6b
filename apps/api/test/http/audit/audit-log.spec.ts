import { randomUUID } from 'node:crypto';
import type { AuditEventDto, PageDto } from '@groupless/shared-dto';
import { listAccounts } from '../../harness/data/accounts';
import { setAgent } from '../../harness/data/appointments';
import { Conversations, newChat, says } from '../../harness/data/conversations';
import { AS_MANAGER } from '../../harness/data/credentials';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import { insertRows } from '../../harness/databases/rows';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { INSTANT } from '../../harness/data/times';

const PATH = '/api/settings/audit';

/** Long before anything that the app records by itself. */
const at = (minute: number) => new Date(Date.UTC(2020, 0, 1, 0, minute)).toISOString();

describe('the audit log', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  beforeAll(async () => {
    t = await startServedApp({ environment: { TRUST_PROXY: '1' } });
    admin = await signIn(t);
  });
  afterAll(() => t.close());

  const get = (query: Record<string, string | number> = {}) =>
    t.http.get(PATH).query(query).set(admin.bearer);
  async function page(query: Record<string, string | number> = {}): Promise<PageDto<AuditEventDto>> {
    return (await get(query).expect(200)).body as PageDto<AuditEventDto>;
  }

  it('tells who did what, when and from where, the newest first', async () => {
    const from = { 'x-forwarded-for': '203.0.113.5' };
    const id = (await t.webhook('chat-history')).split('/')[2];
    const post = (action: string, headers: object) =>
      t.http.post(`/api/workflows/${id}/${action}`).set({ ...from, ...headers });
    await post('deactivate', AS_MANAGER).expect(200);
    await post('activate', admin.bearer).expect(200);
    const { items } = await page({ limit: 2 });
    const entry = { object: 'workflow:chat-history', object_name: null, ip: '203.0.113.5', details: {} };
    expect(items).toEqual([
      {
        ...entry,
        id: expect.any(String),
        at: expect.stringMatching(INSTANT),
        user: { id: admin.id, name: 'The admin', email: admin.email },
        key_name: null,
        key_id: null,
        action: 'workflow.activated',
      },
      {
        ...entry,
        id: expect.any(String),
        at: expect.stringMatching(INSTANT),
        user: null,
        key_name: 'WORKFLOW_API_KEY',
        key_id: 'WORKFLOW_API_KEY',
        action: 'workflow.deactivated',
      },
    ]);
  });

  it('keeps the id of a user who was deleted', async () => {
    const user_id = randomUUID();
    await insertRows(t.panel, 'audit_events', [
      { id: randomUUID(), at: at(1), user_id, action: 'auth.logged_in', details: {} },
    ]);
    const { items } = await page({ user_id });
    expect(items.map(({ user }) => user)).toEqual([{ id: user_id, name: null, email: null }]);
  });

  it('names to what something was done, as long as that is there', async () => {
    const { bearer } = admin;
    const post = async (path: string, body: object) =>
      ((await t.http.post(path).set(bearer).send(body).expect(201)).body as { id: string }).id;
    const agent = new Conversations(t, admin);
    const contact = { phone: '+12125550123' };
    const { conversation_id } = await agent.begin(newChat(), { contact, message: says('user', 'Hello') });
    const booking = (more: object) =>
      post('/api/appointments', { client: { name: 'Booked Bo' }, duration_minutes: 30, ...more });
    const [account] = await listAccounts(t);
    const ids = {
      client: await post('/api/clients', { name: 'Named Nell' }),
      user: admin.id,
      account: account!.id,
      api_key: await post('/api/settings/keys', {
        ...{ name: 'Website', scopes: ['panel:read'] },
      }),
      hook: await post('/api/settings/hooks', {
        ...{ url: 'https://hooks.example.com/crm?token=secret', events: ['client.created'] },
      }),
      saved_reply: await post('/api/settings/saved-replies', { name: 'Directions', text: 'Left.' }),
      appointment: await booking({ starts_at: '2027-03-01T09:00:00Z', title: 'Haircut' }),
      conversation: conversation_id,
    };
    const untitled = await booking({ starts_at: '2027-03-01T11:00:00Z' });
    const gone = await post('/api/clients', { name: 'Gone Gus' });
    await t.http.delete(`/api/clients/${gone}`).set(bearer).expect(204);
    const objects = [
      ...Object.entries(ids).map(([kind, id]) => `${kind}:${id}`),
      ...[`appointment:${untitled}`, `client:${gone}`, 'client:none', `session:${ids.client}`, 'task:1'],
      ...['settings:chat-agent', `client:${ids.client}:x`, null],
    ];
    await insertRows(
      t.panel,
      'audit_events',
      objects.map((object, index) => ({
        ...{ id: randomUUID(), at: at(50 + index), action: 'thing.done', object, details: {} },
      })),
    );
    const { items } = await page({ action: 'thing.done' });

    expect(items.map(({ object, object_name }) => [object?.split(':')[0], object_name]).reverse()).toEqual([
      ['client', 'Named Nell'],
      ['user', 'The admin'],
      ['account', account!.name],
      ['api_key', 'Website'],
      ['hook', 'https://hooks.example.com/crm'],
      ['saved_reply', 'Directions'],
      ['appointment', 'Booked Bo, Haircut'],
      ['conversation', '+12125550123'],
      ['appointment', 'Booked Bo'],
      ...['client', 'client', 'session', 'task', 'settings', 'client', undefined].map((kind) => [kind, null]),
    ]);
  });

  describe('of many entries', () => {
    const USERS = [randomUUID(), randomUUID()] as const;
    const ACTIONS = ['client.created', 'client.updated', 'clients.imported', 'Client.created'] as const;
    const entries = Array.from({ length: 40 }, (_, index) => ({
      id: randomUUID(),
      at: at(100 + Math.floor(index / 3)),
      user_id: USERS[index % 2],
      action: ACTIONS[index % 4],
      object: `client:${index % 5}`,
      details: { index },
    }));
    const OF_THESE = { from: at(100), to: at(200) };
    const indexes = ({ items }: PageDto<AuditEventDto>) =>
      items.map(({ details }) => Number(details['index']));
    const expected = (fits: (entry: (typeof entries)[number]) => boolean) =>
      entries
        .map((entry, index) => ({ ...entry, index }))
        .filter(fits)
        .sort((a, b) => (`${a.at} ${a.id}` < `${b.at} ${b.id}` ? 1 : -1))
        .map(({ index }) => index);
    beforeAll(() => insertRows(t.panel, 'audit_events', entries));

    it('is read page by page', async () => {
      const seen: number[] = [];
      let cursor: string | null = null;
      do {
        const query: Record<string, string | number> = { ...OF_THESE, limit: 7 };
        const found: PageDto<AuditEventDto> = await page(cursor === null ? query : { ...query, cursor });
        expect([found.total, found.total_is_exact]).toEqual([40, true]);
        seen.push(...indexes(found));
        cursor = found.next_cursor;
      } while (cursor !== null);
      expect(seen).toEqual(expected(() => true));
    });

    it('is filtered by the user', async () => {
      const found = await page({ user_id: USERS[0], limit: 200 });
      expect(indexes(found)).toEqual(expected(({ user_id }) => user_id === USERS[0]));
    });

    it.each(['client', 'client.', 'clients.', 'client.c', 'client.created', 'Client', 'client%', 'nothing'])(
      'is filtered by how the action begins: %s',
      async (action) => {
        const found = await page({ ...OF_THESE, action, limit: 200 });
        expect(indexes(found)).toEqual(expected((entry) => entry.action!.startsWith(action)));
      },
    );

    it('is filtered by the object', async () => {
      const found = await page({ object: 'client:3', limit: 200 });
      expect(indexes(found)).toEqual(expected(({ object }) => object === 'client:3'));
      expect((await page({ object: 'client:' })).items).toEqual([]);
    });

    it('is filtered by the time, the end excluded', async () => {
      const found = await page({ from: at(102), to: at(105), limit: 200 });
      expect(indexes(found)).toEqual(expected((entry) => entry.at >= at(102) && entry.at < at(105)));
      const offset = await page({ from: '2020-01-01T03:12:00+01:30', to: '2020-01-01T01:45:00Z' });
      expect(indexes(offset)).toEqual(expected((entry) => entry.at >= at(102) && entry.at < at(105)));
    });

    it('is filtered by days of the business', async () => {
      await setAgent(t, { time_zone: 'America/New_York' });
      const found = await page({ from: at(100), to: '2020-01-01', limit: 200 });
      expect(indexes(found)).toEqual(expected(() => true));
      expect((await page({ from: '2020-01-01', to: '2020-01-02T05:00:00Z' })).items).toEqual([]);
    });

    it('is filtered by all of these at once', async () => {
      const query = { user_id: USERS[0], action: 'client.', object: 'client:0', from: at(101), to: at(112) };
      const fits = expected(
        ({ user_id, action, object, ...entry }) =>
          user_id === USERS[0] &&
          action!.startsWith('client.') &&
          object === 'client:0' &&
          entry.at >= at(101) &&
          entry.at < at(112),
      );
      expect(fits.length).toBeGreaterThan(0);
      expect(indexes(await page(query))).toEqual(fits);
    });

    it('takes a cursor only with the filter that it came with', async () => {
      const { next_cursor } = await page({ ...OF_THESE, limit: 5 });
      expectProblem(await get({ action: 'client.', cursor: next_cursor! }), 400, 'invalid_cursor');
      expectProblem(await get({ cursor: 'broken' }), 400, 'invalid_cursor');
    });
  });

  it.each<[field: string, code: string, query: Record<string, string>]>([
    ['user_id', 'invalid_format', { user_id: 'me' }],
    ['action', 'too_short', { action: '' }],
    ['from', 'invalid_format', { from: '2026-11' }],
    ['to', 'invalid_format', { to: '2026-11-20T10:00:00' }],
    ['limit', 'out_of_range', { limit: '201' }],
    ['key_name', 'unknown_field', { key_name: 'x' }],
  ])('refuses %s: %s', async (field, code, query) => {
    expect(refusedFields(await get(query))).toEqual([[field, code]]);
  });

  it.each(['viewer', 'operator'] as const)('is no business of the role of %s', async (role) => {
    const { bearer } = await signIn(t, { role });
    expectProblem(await t.http.get(PATH).set(bearer), 403, 'forbidden');
  });

  it('can only be read', async () => {
    expectProblem(await t.http.delete(PATH).set(admin.bearer), 405, 'method_not_allowed');
  });
});
