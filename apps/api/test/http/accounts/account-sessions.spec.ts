import type { AccountDto } from '@groupless/shared-dto';
import {
  acceptAnySession,
  ACCOUNTS,
  activeAccount,
  AS_SWITCH,
  listAccounts,
  putSession,
  readSession,
} from '../../harness/data/accounts';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import { sendRaw } from '../../harness/http/raw-http';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

const KIB = 1_024;

describe('the session of an assistant account', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let active: AccountDto;
  beforeAll(async () => {
    t = await sharedApp();
    await acceptAnySession(t);
    admin = await signIn(t);
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    active = await activeAccount(t);
  });

  const removeSession = (id: string) => t.http.delete(`${ACCOUNTS}/${id}/session`).set(admin.bearer);
  const stored = async (json: string) => {
    const answer = await putSession(t, active.id, json);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return JSON.parse(answer.text) as AccountDto;
  };
  const version = async (json: string) => (await stored(json)).session_version ?? 0;
  const tagged = (of: number) => ({ 'if-match': `"${of}"` });

  describe('when it is stored', () => {
    it('shows in the account, but for what it says', async () => {
      const account = await stored(
        '{"claudeAiOauth":{"accessToken":"at-private","expiresAt":1795200000000}}',
      );
      expect(account).toEqual({
        ...active,
        has_session: true,
        session_version: expect.any(Number),
        session_updated_at: expect.stringMatching(/Z$/),
        session_expires_at: new Date(1_795_200_000_000).toISOString(),
        identity: null,
        owner: null,
        held_by: null,
        updated_at: account.session_updated_at,
      });
      const detail = await t.http.get(`${ACCOUNTS}/${active.id}`).set(admin.bearer);
      expect(detail.body).toEqual(account);
      expect(await listAccounts(t)).toContainEqual(account);
      expect(detail.text).not.toMatch(/at-private|session_data/);
    });

    it('shows whose it is to who may read it: the address, and the organisation', async () => {
      const ada = (more: object) => ({ oauthAccount: { emailAddress: 'ada@firm.com', ...more } });
      const claims = Buffer.from(JSON.stringify({ email: 'ada@firm.com' })).toString('base64url');
      const codex = { tokens: { account_id: 'ws-1', id_token: `e30.${claims}.x` } };
      const ownerOf = async () => (await activeAccount(t)).owner;
      for (const [document, owner] of [
        [ada({ organizationName: 'Ops Ltd', organizationUuid: 'o-1' }), 'ada@firm.com (Ops Ltd)'],
        [ada({ organizationUuid: 'o-1' }), 'ada@firm.com (o-1)'],
        [ada({ organizationName: 'ada@firm.com’s Organization' }), 'ada@firm.com'],
        [codex, 'ada@firm.com (workspace ws-1)'],
        [{ a: 1 }, null],
      ] as const) {
        await putSession(t, active.id, JSON.stringify(document));
        expect(await ownerOf()).toBe(owner);
        const rows = await t.panel.query('select to_jsonb(a)::text as row from assistant_accounts a');
        expect(JSON.stringify(rows.rows)).not.toContain('ada@firm.com');
      }
      const made = { name: 'activates', scopes: ['account:activate'] };
      const { body } = await t.http.post('/api/settings/keys').set(admin.bearer).send(made).expect(201);
      await putSession(t, active.id, JSON.stringify(codex));
      const seen = await t.http
        .get(ACCOUNTS)
        .set({ 'x-api-key': (body as { key: string }).key })
        .expect(200);
      expect(seen.text).not.toContain('ada@firm.com');
    });

    it('answers its version as the entity tag', async () => {
      const answer = await putSession(t, active.id, '{"a":1}');
      const { session_version } = JSON.parse(answer.text) as AccountDto;
      expect(answer.headers['etag']).toBe(`"${session_version}"`);
    });

    it('can be an admin’s, through the panel', async () => {
      const address = `${ACCOUNTS}/${active.id}/session`;
      await t.http
        .put(address)
        .set(admin.bearer)
        .send({ session_data: { of: 'admin' } })
        .expect(200);
      expect(JSON.parse((await readSession(t)).text).session_data).toEqual({ of: 'admin' });
    });

    it('has no expiry where it says none that makes sense', async () => {
      expect(await stored('{"expiresAt":-1}')).toMatchObject({ session_expires_at: null });
    });

    it.each([
      ['null', 'null'],
      ['a list', '[]'],
      ['a text', '"{}"'],
      ['a number', '1'],
      ['true', 'true'],
    ])('is an object, not %s', async (_, json) => {
      expect(refusedFields(await putSession(t, active.id, json))).toEqual([['session_data', 'wrong_type']]);
    });

    it.each<[string, [string, string][]]>([
      ['{}', [['session_data', 'required']]],
      ['{"session_data":{},"name":"x"}', [['name', 'unknown_field']]],
      ['{"session_data":{},"__proto__":{}}', [['__proto__', 'unknown_field']]],
      ['{"session_data":{"a":"\\u0000"}}', [['session_data.a', 'invalid_characters']]],
      ['{"session_data":{"a":["\\ud800"]}}', [['session_data.a.0', 'invalid_characters']]],
    ])('is not taken from %s', async (body, refused) => {
      const path = `${ACCOUNTS}/${active.id}/session`;
      const headers = { ...AS_SWITCH, 'content-type': 'application/json' };
      expect(refusedFields(await sendRaw(t.port, { method: 'PUT', path, body, headers }))).toEqual(refused);
    });

    it('has at most 256 KiB, as it is sent', async () => {
      const largest = JSON.stringify({ a: 'é'.repeat((256 * KIB - 8) / 2) });
      expect(Buffer.byteLength(largest)).toBe(256 * KIB);
      await stored(largest);
      expect((await readSession(t, {}, '?format=raw')).text).toBe(largest);
      expect(refusedFields(await putSession(t, active.id, largest.replace(':', ': ')))).toEqual([
        ['session_data', 'too_long'],
      ]);
    });

    it('comes in a body of at most 1 MiB', async () => {
      const path = `${ACCOUNTS}/${active.id}/session`;
      const headers = { ...AS_SWITCH, 'content-type': 'application/json' };
      const put = (body: string) => sendRaw(t.port, { method: 'PUT', path, body, headers });
      const largest = '{"session_data":{"a":1}}'.padEnd(1_024 * KIB);
      expect((await put(largest)).status).toBe(200);
      expectProblem(await put(`${largest} `), 413, 'body_too_large');
    });

    it.each([
      ['1,000 levels', '{"a":'.repeat(1_000) + '1' + '}'.repeat(1_000)],
      ['1,001 keys', JSON.stringify(Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [i, i])))],
    ])('is not taken with %s', async (_, json) => {
      expectProblem(await putSession(t, active.id, json), 400, 'body_too_complex');
    });
  });

  describe('when it is replaced', () => {
    it('has a version that none had before, whatever the account', async () => {
      const versions: number[] = [];
      for (const account of await listAccounts(t)) {
        for (const json of ['{"a":1}', '{"a":1}']) {
          const answer = await putSession(t, account.id, json);
          versions.push((JSON.parse(answer.text) as AccountDto).session_version ?? 0);
        }
        await removeSession(account.id).expect(204);
      }
      versions.push(await version('{"a":1}'));
      expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
    });

    it('is the one that If-Match names', async () => {
      const first = await version('{"n":1}');
      const second = await putSession(t, active.id, '{"n":2}', tagged(first));
      expect(second.status).toBe(200);
      expectProblem(await putSession(t, active.id, '{"n":3}', tagged(first)), 412, 'version_mismatch');
      expect(JSON.parse((await readSession(t)).text).session_data).toEqual({ n: 2 });
    });

    it.each(['"0"', 'W/"1"', '"x"', '1', ''])('is not one that If-Match: %s names', async (tag) => {
      await stored('{"n":1}');
      const answer = await putSession(t, active.id, '{"n":2}', { 'if-match': tag });
      expectProblem(answer, 412, 'version_mismatch');
    });

    it('does not match where there is none', async () => {
      const last = await version('{"n":1}');
      await removeSession(active.id).expect(204);
      expectProblem(await putSession(t, active.id, '{"n":2}', tagged(last)), 412, 'version_mismatch');
      expect((await putSession(t, active.id, '{"n":2}')).status).toBe(200);
    });

    it('is replaced by one of those who saw the same', async () => {
      const seen = await version('{"n":0}');
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => putSession(t, active.id, `{"n":${n}}`, tagged(seen))),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 412)).toHaveLength(19);
    });
  });

  describe('when it is removed', () => {
    it('leaves the account without one, also a second time', async () => {
      await stored('{"expiresAt":1795200000000}');
      await removeSession(active.id).expect(204);
      await removeSession(active.id).expect(204);
      expect(await activeAccount(t)).toMatchObject({
        has_session: false,
        session_version: null,
        session_updated_at: null,
        session_expires_at: null,
      });
      const { rows } = await t.panel.query('select session_data from assistant_accounts where id = $1', [
        active.id,
      ]);
      expect(rows).toEqual([{ session_data: null }]);
    });
  });

  describe('of an account by its id', () => {
    it('is read without activating the account, and the read is recorded', async () => {
      const other = (await listAccounts(t)).find(({ id }) => id !== active.id)!;
      await putSession(t, other.id, '{"claudeAiOauth":{"accessToken":"a","refreshToken":"r"}}');
      const read = await t.http.get(`${ACCOUNTS}/${other.id}/session`).set(AS_SWITCH).expect(200);
      expect(read.body).toMatchObject({
        id: other.id,
        session_data: { claudeAiOauth: { accessToken: 'a', refreshToken: 'r' } },
      });
      expect(read.headers['cache-control']).toBe('no-store');
      expect((await activeAccount(t)).id).toBe(active.id);
      const { rows } = await t.panel.query(
        `select count(*)::int from audit_events where action = 'account.session_read' and object like $1`,
        [`%${other.id}%`],
      );
      expect(rows).toEqual([{ count: 1 }]);
      await removeSession(other.id).expect(204);
      expectProblem(await t.http.get(`${ACCOUNTS}/${other.id}/session`).set(AS_SWITCH), 404, 'no_session');
    });
  });

  describe('when it is read', () => {
    it('is that of the active account, with its version', async () => {
      const session_version = await version('{"token":"x"}');
      const { status, headers, text } = await readSession(t);
      expect(status).toBe(200);
      const { id, name, type, updated_at } = await activeAccount(t);
      const session_data = { token: 'x' };
      expect(JSON.parse(text)).toEqual({ id, name, type, session_data, session_version, updated_at });
      expect(headers).toMatchObject({
        etag: `"${session_version}"`,
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
      });
    });

    it.each([
      '{"b":1,"a":2,"2":"two","1":"one"}',
      '{"big":12345678901234567890,"real":1.0,"huge":1e400,"exp":1E5,"minus":-0}',
      '{ "claudeAiOauth" : {\n\t"accessToken":"a\\u00e9é😀\\/"} , "list":[ 1 , 2 ] }',
      '{"__proto__":{"x":1},"constructor":{"prototype":{}},"toString":null,"then":"x"}',
      '{"twice":1,"twice":2}',
    ])('is to the letter what was stored: %s', async (json) => {
      await stored(json);
      const raw = await readSession(t, {}, '?format=raw');
      expect([raw.status, raw.text]).toEqual([200, json]);
      expect((await readSession(t)).text).toContain(`"session_data":${json},"session_version":`);
    });

    it('comes alone with format=raw, under the same rules', async () => {
      const of = await version('{"alone":true}');
      const { headers } = await readSession(t, {}, '?format=raw');
      expect(headers).toMatchObject({
        etag: `"${of}"`,
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
      });
      expect(refusedFields(await readSession(t, {}, '?format=yaml'))).toEqual([['format', 'not_allowed']]);
      expect(refusedFields(await readSession(t, {}, '?raw=1'))).toEqual([['raw', 'unknown_field']]);
    });

    it('does not come again to who has it', async () => {
      const of = await version('{"n":1}');
      const known: Record<string, string>[] = [
        { 'if-none-match': `"${of}"` },
        { 'if-none-match': `W/"${of}"`, 'cache-control': 'no-cache' },
        { 'if-none-match': `"0", "${of}"` },
      ];
      for (const headers of known) {
        const answer = await readSession(t, headers);
        expect([answer.status, answer.text]).toEqual([304, '']);
        expect(answer.headers).toMatchObject({ etag: `"${of}"`, 'cache-control': 'no-store' });
      }
      const next = await version('{"n":1}');
      const changed = await readSession(t, { 'if-none-match': `"${of}"` });
      expect([changed.status, changed.headers['etag']]).toEqual([200, `"${next}"`]);
    });

    it('is another one after another account was activated', async () => {
      const accounts = await listAccounts(t);
      for (const { id, name } of accounts) await putSession(t, id, JSON.stringify({ name }));
      for (const { id, name } of accounts) {
        await t.http.post(`${ACCOUNTS}/${id}/activate`).set(AS_SWITCH).expect(200);
        expect(JSON.parse((await readSession(t)).text)).toMatchObject({ id, session_data: { name } });
      }
    });

    it('is not there in an account that holds none', async () => {
      await removeSession(active.id);
      expectProblem(await readSession(t), 404, 'no_session');
      expectProblem(await readSession(t, { 'if-none-match': '*' }), 404, 'no_session');
    });

    it('is not there while no account is active', async () => {
      await t.panel.query('update assistant_accounts set is_active = false');
      expectProblem(await readSession(t), 404, 'no_active_account');
      await t.http.post(`${ACCOUNTS}/${active.id}/activate`).set(AS_SWITCH).expect(200);
    });
  });
});
