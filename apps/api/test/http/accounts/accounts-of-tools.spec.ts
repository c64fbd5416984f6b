import type { AccountDto, AccountTool, DashboardDto } from '@groupless/shared-dto';
import {
  ACCOUNTS,
  AS_SWITCH,
  claudeSession,
  listAccounts,
  putSession,
  readSession,
} from '../../harness/data/accounts';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

const CODEX = { tokens: { access_token: 'a', refresh_token: 'r', account_id: 'codex-1' } };

describe('the active accounts of two tools', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let made = 0;
  beforeAll(async () => {
    t = await sharedApp();
    admin = await signIn(t);
  });
  afterAll(() => t.close());
  beforeEach(() => t.panel.query('update assistant_accounts set is_active = false'));

  const add = async (tool: AccountTool | null, session?: object) => {
    const body = { name: `Account ${++made}`, type: 'pro', tool };
    const { id } = (await t.http.post(ACCOUNTS).set(admin.bearer).send(body).expect(201)).body as AccountDto;
    if (session !== undefined) expect((await putSession(t, id, JSON.stringify(session))).status).toBe(200);
    return id;
  };
  const activate = (id: string) => t.http.post(`${ACCOUNTS}/${id}/activate`).set(AS_SWITCH).expect(200);
  const active = async () => (await listAccounts(t)).filter(({ is_active }) => is_active).map(({ id }) => id);
  const sessionOf = async (query = '') =>
    JSON.parse((await readSession(t, {}, query)).text) as { id: string };
  const patch = (id: string, body: object) => t.http.patch(`${ACCOUNTS}/${id}`).set(admin.bearer).send(body);

  it('stay active beside each other, each in the place of the one of its tool', async () => {
    const [first, second] = [await add('claude_code'), await add('claude_code')];
    const codex = await add('codex');
    for (const id of [first, codex, second]) await activate(id);
    expect(new Set(await active())).toEqual(new Set([codex, second]));
  });

  it('of an account without a tool is that of Claude Code', async () => {
    const [unnamed, claude] = [await add(null), await add('claude_code')];
    await activate(unnamed);
    await activate(claude);
    expect(await active()).toEqual([claude]);
  });

  it('are asked for by their tool; without one it is the one that was activated last', async () => {
    const claude = await add('claude_code', claudeSession('by-tool'));
    const codex = await add('codex', CODEX);
    for (const id of [claude, codex]) await activate(id);
    expect((await sessionOf()).id).toBe(codex);
    expect((await sessionOf('?tool=claude_code')).id).toBe(claude);
    expect((await sessionOf('?tool=codex')).id).toBe(codex);
    expectProblem(await readSession(t, {}, '?tool=other'), 404, 'no_active_account');
    expectProblem(await readSession(t, {}, '?tool=gemini'), 400, 'invalid_request');
    const { body } = await t.http.get('/api/dashboard').set(admin.bearer).expect(200);
    const { active_account, active_accounts } = body as DashboardDto;
    expect(active_accounts.map(({ id, tool }) => [id, tool])).toEqual([
      [codex, 'codex'],
      [claude, 'claude_code'],
    ]);
    expect(active_account).toEqual(active_accounts[0]);
  });

  it('do not become two of one tool where a person changes it', async () => {
    const [claude, other] = [await add('claude_code'), await add('other')];
    for (const id of [claude, other]) await activate(id);
    expectProblem(await patch(other, { tool: 'claude_code' }), 409, 'account_active');
    expectProblem(await patch(other, { tool: null }), 409, 'account_active');
    await patch(other, { tool: 'codex' }).expect(200);
    expect(new Set(await active())).toEqual(new Set([claude, other]));
  });

  it('do not become two of one tool where a session says which it is: the one that was there stays', async () => {
    const [codex, unnamed] = [await add('codex', CODEX), await add(null)];
    for (const id of [codex, unnamed]) await activate(id);
    const stored = await putSession(t, unnamed, JSON.stringify({ ...CODEX, last_refresh: '2026-11-20' }));
    expect(JSON.parse(stored.text)).toMatchObject({ tool: 'codex', is_active: false });
    expect(await active()).toEqual([codex]);
  });

  it('are not removed', async () => {
    const ids = [await add('claude_code'), await add('codex')];
    for (const id of ids) await activate(id);
    for (const id of ids)
      expectProblem(await t.http.delete(`${ACCOUNTS}/${id}`).set(admin.bearer), 409, 'account_active');
  });
});
