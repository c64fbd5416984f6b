import type { AccountDto } from '@groupless/shared-dto';
import { ACCOUNTS, activeAccount, AS_SWITCH, listAccounts, putSession } from '../../harness/data/accounts';
import { EventReader } from '../../harness/http/event-reader';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import { countRows } from '../../harness/databases/rows';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { SECRETS } from '../../harness/apps/test-app';

const UNKNOWN = '0192f0c1-7f3e-7c59-9d0e-0a4a3f0b6f11';

describe('the assistant accounts', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  beforeAll(async () => {
    t = await startServedApp();
    admin = await signIn(t);
  });
  afterAll(() => t.close());

  const create = (body: object) => t.http.post(ACCOUNTS).set(admin.bearer).send(body);
  const patch = (id: string, body: object) => t.http.patch(`${ACCOUNTS}/${id}`).set(admin.bearer).send(body);
  const read = (id: string) => t.http.get(`${ACCOUNTS}/${id}`).set(admin.bearer);
  const remove = (id: string) => t.http.delete(`${ACCOUNTS}/${id}`).set(admin.bearer);
  const newAccount = async () =>
    (await create({ name: 'New', type: 'pro', tool: 'other' })).body as AccountDto;

  it('are three at first, of which the first is active, all without a session', async () => {
    const accounts = await listAccounts(t);
    expect(accounts.map(({ type, is_active }) => [type, is_active])).toEqual([
      ['teams', true],
      ['teams', false],
      ['pro', false],
    ]);
    expect(new Set(accounts.map(({ name }) => name)).size).toBe(3);
    for (const account of accounts) {
      expect(account).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        name: expect.stringMatching(/./),
        type: expect.any(String),
        description: '',
        tool: null,
        session_refresh_expires_at: null,
        identity: null,
        owner: null,
        held_by: null,
        usage: null,
        activated_at: account.is_active ? expect.stringMatching(/Z$/) : null,
        is_active: expect.any(Boolean),
        has_session: false,
        session_version: null,
        session_updated_at: null,
        session_expires_at: null,
        created_at: expect.stringMatching(/Z$/),
        updated_at: expect.stringMatching(/Z$/),
      });
    }
  });

  it('are made inactive and without a session, at an address of their own', async () => {
    const made = await create({ name: ' Team ✨ ', type: 'teams' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      name: ' Team ✨ ',
      type: 'teams',
      description: '',
      is_active: false,
      has_session: false,
    });
    expect(made.headers['location']).toBe(`${ACCOUNTS}/${made.body.id}`);
    expect((await read(made.body.id)).body).toEqual(made.body);
    expect((await listAccounts(t)).at(-1)).toEqual(made.body);
  });

  it('may have the same name', async () => {
    await create({ name: 'Twin', type: 'pro' }).expect(201);
    await create({ name: 'Twin', type: 'pro' }).expect(201);
  });

  it.each<[object, [string, string][]]>([
    [{ type: 'pro' }, [['name', 'required']]],
    [{ name: 'x' }, [['type', 'required']]],
    [{ name: '', type: 'pro' }, [['name', 'too_short']]],
    [{ name: 'x'.repeat(201), type: 'pro' }, [['name', 'too_long']]],
    [{ name: 'x', type: 'Pro' }, [['type', 'not_allowed']]],
    [{ name: 'x', type: 'max' }, [['type', 'not_allowed']]],
    [{ name: 'x', type: 'pro', description: null }, [['description', 'wrong_type']]],
    [{ name: 'x', type: 'pro', description: 'x'.repeat(10_001) }, [['description', 'too_long']]],
    [{ name: 'x', type: 'pro', is_active: true }, [['is_active', 'unknown_field']]],
    [{ name: 'x', type: 'pro', session_data: {} }, [['session_data', 'unknown_field']]],
  ])('are not made from %.60j', async (body, refused) => {
    expect(refusedFields(await create(body))).toEqual(refused);
  });

  it('change as far as is said, and not where nothing is', async () => {
    const account = await newAccount();
    const changed = await patch(account.id, { name: 'Renamed', description: 'why' });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({
      ...account,
      name: 'Renamed',
      description: 'why',
      updated_at: changed.body.updated_at,
    });
    expect((await patch(account.id, { type: 'teams' })).body).toMatchObject({
      name: 'Renamed',
      type: 'teams',
    });
    const before = (await read(account.id)).body;
    const recorded = await countRows(t.panel, 'audit_events');
    for (const nothing of [{}, { name: 'Renamed' }, { type: 'teams', description: 'why' }])
      expect((await patch(account.id, nothing)).body).toEqual(before);
    expect(await countRows(t.panel, 'audit_events')).toBe(recorded);
  });

  it.each([{ is_active: true }, { session_data: {} }, { id: UNKNOWN }, { session_version: 1 }])(
    'do not change their %j',
    async (body) => {
      const { id } = await newAccount();
      expect(refusedFields(await patch(id, body))).toEqual([[Object.keys(body)[0], 'unknown_field']]);
    },
  );

  it('are removed, unless they are the active one', async () => {
    const { id } = await newAccount();
    await remove(id).expect(204);
    expectProblem(await read(id), 404, 'not_found');
    expectProblem(await remove(id), 404, 'not_found');
    const active = await activeAccount(t);
    expectProblem(await remove(active.id), 409, 'account_active');
    expect((await read(active.id)).body).toEqual(active);
  });

  it.each([UNKNOWN, 'x', '1', `${UNKNOWN}0`])('are not there under the id %s', async (id) => {
    expectProblem(await read(id), 404, 'not_found');
    expectProblem(await patch(id, { name: 'x' }), 404, 'not_found');
    expectProblem(await remove(id), 404, 'not_found');
    expectProblem(await t.http.post(`${ACCOUNTS}/${id}/activate`).set(admin.bearer), 404, 'not_found');
    expectProblem(await t.http.delete(`${ACCOUNTS}/${id}/session`).set(admin.bearer), 404, 'not_found');
    const stored = t.http
      .put(`${ACCOUNTS}/${id}/session`)
      .set(admin.bearer)
      .send({ session_data: { a: 1 } });
    expectProblem(await stored, 404, 'not_found');
  });

  it('are recorded with whoever changed them, and never with what they say', async () => {
    const { id } = await newAccount();
    await patch(id, { name: 'Very private', type: 'teams' });
    await remove(id);
    const { rows } = await t.panel.query(
      'select user_id, key_name, action, details from audit_events where object = $1 order by at, id',
      [`account:${id}`],
    );
    const by = { user_id: admin.id, key_name: null };
    expect(rows).toEqual([
      { ...by, action: 'account.created', details: {} },
      { ...by, action: 'account.updated', details: { fields: 'name, type' } },
      { ...by, action: 'account.deleted', details: {} },
    ]);
  });

  it('are announced to whoever has the panel open', async () => {
    const reader = await EventReader.open(t.port, admin.bearer);
    const { id } = await newAccount();
    await reader.next('account.created', id);
    await patch(id, { name: 'Other' });
    await reader.next('account.updated', id);
    await putSession(t, id, '{"token":"sk-announced"}');
    await reader.next('account.updated', id);
    await t.http.post(`${ACCOUNTS}/${id}/activate`).set(admin.bearer).expect(200);
    await reader.next('account.activated', id);
    const { id: next } = await newAccount();
    await remove(next);
    await reader.next('account.deleted', next);
    expect(reader.text).not.toContain('sk-announced');
    reader.close();
  });

  it('do not change where the change cannot be recorded', async () => {
    const { id } = await newAccount();
    await putSession(t, id, '{"n":1}');
    const before = (await t.panel.query('select * from assistant_accounts order by id')).rows;
    await t.panel.query(`
      create function refuse_to_record() returns trigger language plpgsql as
        $$ begin raise exception 'not now'; end $$;
      create trigger refuse_to_record before insert on audit_events
        for each row execute function refuse_to_record()`);
    const answers = [
      await create({ name: 'New', type: 'pro' }),
      await patch(id, { name: 'Other' }),
      await t.http.post(`${ACCOUNTS}/${id}/activate`).set(admin.bearer),
      await putSession(t, id, '{"n":2}'),
      await t.http.delete(`${ACCOUNTS}/${id}/session`).set(admin.bearer),
      await remove(id),
    ];
    await t.panel.query('drop trigger refuse_to_record on audit_events; drop function refuse_to_record()');
    for (const answer of answers) expectProblem(answer, 500, 'internal_error');
    expect((await t.panel.query('select * from assistant_accounts order by id')).rows).toEqual(before);
  });

  describe('are open', () => {
    const KEYS = {
      switch: AS_SWITCH,
      agent: { 'x-api-key': SECRETS.AGENT_API_KEY },
      workflow: { 'x-workflow-api-key': SECRETS.WORKFLOW_API_KEY },
      wrong: { 'x-api-key': 'wrong-key-wrong-key-wrong-key-wrong' },
    };
    const callers: Record<string, Record<string, string>> = { nobody: {}, ...KEYS };
    beforeAll(async () => {
      for (const role of ['admin', 'operator', 'viewer'] as const)
        callers[role] = (await signIn(t, { role })).bearer;
    });

    it.each<[method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, open_to: string[]]>([
      ['get', '', ['admin', 'switch']],
      ['post', '', ['admin']],
      ['get', '/:id', ['admin']],
      ['patch', '/:id', ['admin']],
      ['delete', '/:id', ['admin']],
      ['post', '/:id/activate', ['admin', 'switch']],
      ['put', '/:id/session', ['admin', 'switch']],
      ['delete', '/:id/session', ['admin']],
      ['get', '/active-session', ['switch']],
    ])('for %s %s to %j alone', async (method, path, openTo) => {
      const address = ACCOUNTS + path.replace(':id', UNKNOWN);
      const letIn: string[] = [];
      for (const [name, headers] of Object.entries(callers)) {
        const { status } = await t.http[method](address).set(headers);
        const closed = name === 'nobody' || name === 'wrong' ? 401 : 403;
        if (status !== closed) letIn.push(name);
        if (openTo.includes(name)) expect([401, 403]).not.toContain(status);
      }
      expect(letIn.sort()).toEqual([...openTo].sort());
    });

    it('to a right key alone: a wrong one beside an admin is refused', async () => {
      await t.http
        .get(ACCOUNTS)
        .set({ ...admin.bearer, ...KEYS.wrong })
        .expect(401);
    });
  });
});
