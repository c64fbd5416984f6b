import type { AccountDto, AccountTool, ErrorCode } from '@groupless/shared-dto';
import { ACCOUNTS, AS_SWITCH, claudeSession } from '../../harness/data/accounts';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import { countRows } from '../../harness/databases/rows';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

const HOUR_MS = 3_600_000;
const OLD = claudeSession('ada', 1);
const NOW = claudeSession('ada', 2);
const { claudeAiOauth: TOKENS, oauthAccount: ADA } = NOW;

const codexSession = (account_id: string | undefined, hour: number) => ({
  OPENAI_API_KEY: null,
  tokens: { access_token: `a-${hour}`, refresh_token: `r-${hour}`, id_token: 'x.y.z', account_id },
  last_refresh: new Date(Date.UTC(2026, 10, 20) + hour * HOUR_MS).toISOString(),
});
const CODEX = codexSession('acc-1', 2);

describe('a session that an account must not get', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    admin = await signIn(t);
  });
  afterAll(() => t.close());

  const newAccount = async (tool?: AccountTool) => {
    const body = { name: 'Guarded', type: 'pro', ...(tool === undefined ? {} : { tool }) };
    return (await t.http.post(ACCOUNTS).set(admin.bearer).send(body).expect(201)).body as AccountDto;
  };
  const send = (id: string, body: string, query = '') =>
    t.http.put(`${ACCOUNTS}/${id}/session${query}`).set(AS_SWITCH).type('json').send(body);
  const put = (id: string, session_data: object, query = '') =>
    send(id, JSON.stringify({ session_data }), query);
  const read = async (id: string) =>
    (await t.http.get(`${ACCOUNTS}/${id}`).set(admin.bearer).expect(200)).body as AccountDto;

  type Fault = [fault: string, present: object, body: object | string, status: number, code: ErrorCode];

  it.each<Fault>([
    ['empty', NOW, {}, 400, 'incomplete_session'],
    ['without tokens', NOW, { claudeAiOauth: {} }, 400, 'incomplete_session'],
    ['half: no refresh token', NOW, without('refreshToken'), 400, 'incomplete_session'],
    ['half: no access token', NOW, without('accessToken'), 400, 'incomplete_session'],
    ['half: only the owner', NOW, { oauthAccount: ADA }, 400, 'incomplete_session'],
    [
      'wiped',
      NOW,
      { claudeAiOauth: { ...TOKENS, accessToken: '', refreshToken: '' } },
      400,
      'incomplete_session',
    ],
    ['wiped to null', NOW, { claudeAiOauth: null, oauthAccount: ADA }, 400, 'incomplete_session'],
    ['of another account', NOW, claudeSession('bob', 3), 409, 'account_identity_mismatch'],
    [
      'of the same person elsewhere',
      inOrganisation('a'),
      inOrganisation('b'),
      409,
      'account_identity_mismatch',
    ],
    ['of another tool', NOW, CODEX, 400, 'incomplete_session'],
    ['older', NOW, OLD, 409, 'older_session'],
    ['truncated', NOW, JSON.stringify({ session_data: NOW }).slice(0, -9), 400, 'malformed_json'],
    ['not JSON', NOW, '{"session_data":sk-ant}', 400, 'malformed_json'],
    ['a text', NOW, { session_data: 'sk-ant' }, 400, 'invalid_request'],
    ['Codex: wiped', CODEX, { ...CODEX, tokens: { access_token: '' } }, 400, 'incomplete_session'],
    ['Codex: half', CODEX, { ...CODEX, tokens: { access_token: 'a' } }, 400, 'incomplete_session'],
    ['Codex: of another account', CODEX, codexSession('acc-2', 3), 409, 'account_identity_mismatch'],
    ['Codex: older', CODEX, codexSession('acc-1', 1), 409, 'older_session'],
    ['Codex: of another tool', CODEX, NOW, 400, 'incomplete_session'],
  ])('is refused: %s', async (fault, present, body, status, code) => {
    const { id } = await newAccount();
    await put(id, present).expect(200);
    const before = await read(id);
    const sent = typeof body === 'string' ? body : fault === 'a text' ? JSON.stringify(body) : null;
    const answer = sent === null ? await put(id, body as object) : await send(id, sent);
    const problem = expectProblem(answer, status, code);
    expect(JSON.stringify(problem)).not.toMatch(/access-|refresh-|uuid-|\bacc-\d|@example/);
    expect(await read(id)).toEqual(before);
    expect((await t.http.get(`${ACCOUNTS}/${id}/sessions`).set(AS_SWITCH)).body).toHaveLength(1);
  });

  it('says which members are missing', async () => {
    const { id } = await newAccount('claude_code');
    const { errors, detail } = expectProblem(
      await put(id, without('refreshToken')),
      400,
      'incomplete_session',
    );
    expect(errors?.map(({ field, code }) => [field, code])).toEqual([
      ['session_data.claudeAiOauth.refreshToken', 'required'],
    ]);
    expect(detail).toContain('claudeAiOauth.refreshToken');
    expect(expectProblem(await put(id, CODEX), 400, 'incomplete_session').detail).toBe(
      'This is a session of Codex, and the account is for Claude Code.',
    );
  });

  it.each<[string, object, object]>([
    ['of another account', NOW, claudeSession('bob', 3)],
    ['older', NOW, OLD],
  ])('is stored by force: %s', async (_, present, next) => {
    const { id } = await newAccount();
    await put(id, present).expect(200);
    await put(id, next, '?force=false').expect(409);
    await put(id, next, '?force=true').expect(200);
    await put(id, {}, '?force=true').expect(400);
    expectProblem(await put(id, next, '?force=1'), 400, 'invalid_request');
  });

  it('is none whose owner is not known on either side, nor a renewed one', async () => {
    const { id } = await newAccount();
    const unknown = (generation: number) => ({
      claudeAiOauth: claudeSession('bob', generation).claudeAiOauth,
    });
    for (const next of [
      NOW,
      unknown(1),
      claudeSession('cy', 1),
      claudeSession('cy', 1),
      claudeSession('cy', 2),
    ])
      await put(id, next).expect(200);
  });

  it('does not replace one that an earlier version of the program stored', async () => {
    const { id } = await newAccount();
    await put(id, NOW).expect(200);
    await t.panel.query('update assistant_accounts set tool = null, identity = null where id = $1', [id]);
    await t.panel.query('delete from assistant_account_sessions where account_id = $1', [id]);
    await put(id, claudeSession('bob')).expect(409);
    await put(id, CODEX).expect(400);
    await put(id, claudeSession('ada', 3)).expect(200);
  });

  it('is judged by the tool that a person or the first session named', async () => {
    const fresh = await newAccount();
    expect(fresh.tool).toBeNull();
    expectProblem(await put(fresh.id, { token: 'x' }), 400, 'incomplete_session');
    expect((await put(fresh.id, CODEX).expect(200)).body).toMatchObject({ tool: 'codex' });
    const ofCodex = await newAccount('codex');
    expectProblem(await put(ofCodex.id, NOW), 400, 'incomplete_session');
    await put(ofCodex.id, { OPENAI_API_KEY: 'sk-1' }).expect(200);
    const other = await newAccount('other');
    expectProblem(await put(other.id, {}), 400, 'incomplete_session');
    await put(other.id, { token: 'x' }).expect(200);
  });

  it('does not come to be by a change of the tool', async () => {
    const { id } = await newAccount();
    await put(id, NOW).expect(200);
    const patch = (tool: AccountTool | null) =>
      t.http.patch(`${ACCOUNTS}/${id}`).set(admin.bearer).send({ tool });
    expectProblem(await patch('codex'), 400, 'incomplete_session');
    for (const tool of ['other', null, 'claude_code'] as const)
      expect((await patch(tool).expect(200)).body).toMatchObject({ tool });
  });

  it('is refused also where two arrive at once', async () => {
    const { id } = await newAccount();
    const statuses = await Promise.all(
      ['ada', 'bob', 'cy', 'dee'].map(async (owner) => (await put(id, claudeSession(owner))).status),
    );
    expect(statuses.sort()).toEqual([200, 409, 409, 409]);
  });

  it('shows owners apart without naming them', async () => {
    const [one, two, three] = [await newAccount(), await newAccount(), await newAccount()];
    await put(one.id, NOW).expect(200);
    await put(two.id, OLD).expect(200);
    await put(three.id, claudeSession('bob')).expect(200);
    const [ada, same, bob] = await Promise.all(
      [one, two, three].map(async ({ id }) => (await read(id)).identity),
    );
    expect(ada).toMatch(/^[\w-]{22}$/);
    expect([same === ada, bob === ada]).toEqual([true, false]);
    await t.http.delete(`${ACCOUNTS}/${one.id}/session`).set(admin.bearer).expect(204);
    expect((await read(one.id)).identity).toBeNull();
  });

  it('is not recorded', async () => {
    const { id } = await newAccount();
    await put(id, NOW).expect(200);
    const before = await countRows(t.panel, 'audit_events');
    await put(id, OLD).expect(409);
    await put(id, {}).expect(400);
    expect(await countRows(t.panel, 'audit_events')).toBe(before);
  });
});

function without(name: 'accessToken' | 'refreshToken') {
  const { [name]: _, ...rest } = TOKENS;
  return { claudeAiOauth: rest, oauthAccount: ADA };
}

function inOrganisation(organizationUuid: string) {
  return { claudeAiOauth: TOKENS, oauthAccount: { ...ADA, organizationUuid } };
}
