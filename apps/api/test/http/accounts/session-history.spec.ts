import type { AccountDto, AccountSessionDto } from '@groupless/shared-dto';
import { ACCOUNTS, activeAccount, AS_SWITCH, claudeSession, readSession } from '../../harness/data/accounts';
import { EventReader } from '../../harness/http/event-reader';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import { sendRaw } from '../../harness/http/raw-http';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';

const ON_LAPTOP = { 'x-machine-name': 'ada-laptop' };

describe('the last sessions of an assistant account', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let active: AccountDto;
  beforeAll(async () => {
    t = await startServedApp();
    admin = await signIn(t);
    active = await activeAccount(t);
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    await t.panel.query('delete from assistant_account_sessions');
    await t.panel.query(
      `update assistant_accounts set tool = null, session_data = null, session_version = null,
         session_updated_at = null, session_expires_at = null, held_by = null, identity = null`,
    );
  });

  const put = async (owner: string, generation: number, headers: Record<string, string> = {}) => {
    const session_data = claudeSession(owner, generation);
    const request = t.http
      .put(`${ACCOUNTS}/${active.id}/session?force=true`)
      .set({ ...AS_SWITCH, ...headers });
    return (await request.send({ session_data }).expect(200)).body as AccountDto;
  };
  const list = async (id = active.id) =>
    (await t.http.get(`${ACCOUNTS}/${id}/sessions`).set(AS_SWITCH).expect(200)).body as AccountSessionDto[];
  const restore = (version: number | string, id = active.id) =>
    t.http.post(`${ACCOUNTS}/${id}/sessions/${version}/restore`).set(admin.bearer);
  const present = async () => JSON.parse((await readSession(t, {}, '?format=raw')).text) as object;
  const account = () => activeAccount(t);

  it('are ten, the newest first, the present one among them, and none tells its content', async () => {
    for (let generation = 1; generation <= 12; generation++) await put('ada', generation, ON_LAPTOP);
    const { session_version, identity } = await account();
    const answer = await t.http.get(`${ACCOUNTS}/${active.id}/sessions`).set(admin.bearer).expect(200);
    const kept = answer.body as AccountSessionDto[];
    expect(kept).toHaveLength(10);
    expect(kept.map(({ version }) => version)).toEqual(
      [...kept.map(({ version }) => version)].sort((a, b) => b - a),
    );
    expect(kept[0]).toEqual({
      version: session_version,
      is_current: true,
      stored_at: expect.stringMatching(/Z$/),
      stored_by: 'SWITCH_API_KEY',
      machine: 'ada-laptop',
      expires_at: new Date(claudeSession('ada', 12).claudeAiOauth.expiresAt).toISOString(),
      refresh_expires_at: null,
      identity,
      owner: 'ada@example.com',
      restored_from: null,
    });
    expect(kept.filter(({ is_current }) => is_current)).toHaveLength(1);
    expect(answer.text).not.toMatch(/access-|refresh-ada|session_data/);
  });

  it('are put back, whoever’s and however old, as a new version', async () => {
    const first = await put('ada', 5);
    await put('bob', 1);
    const reader = await EventReader.open(t.port, admin.bearer);
    const restored = (await restore(first.session_version!).expect(200)).body as AccountDto;
    await reader.next('account.updated', active.id);
    reader.close();
    expect(restored.session_version).toBeGreaterThan(first.session_version!);
    expect(restored).toEqual(await account());
    expect(restored).toMatchObject({ identity: first.identity, held_by: null });
    expect(await present()).toEqual(claudeSession('ada', 5));
    expect((await list()).map(({ restored_from }) => restored_from)).toEqual([
      first.session_version,
      null,
      null,
    ]);
    const { rows } = await t.panel.query(
      `select user_id, details from audit_events where action = 'account.session_restored'`,
    );
    const { session_version } = restored;
    expect(rows).toEqual([
      { user_id: admin.id, details: { session_version, restored_from: first.session_version } },
    ]);
  });

  it('keep the document to the letter', async () => {
    const json = `{"claudeAiOauth":{"accessToken":"a","refreshToken":"r","2":1.0,"1":12345678901234567890}}`;
    const path = `${ACCOUNTS}/${active.id}/session`;
    const headers = { ...AS_SWITCH, 'content-type': 'application/json' };
    const stored = await sendRaw(t.port, { method: 'PUT', path, headers, body: `{"session_data":${json}}` });
    await put('ada', 1);
    await restore((JSON.parse(stored.text) as AccountDto).session_version!).expect(200);
    expect((await readSession(t, {}, '?format=raw')).text).toBe(json);
  });

  it('are not pushed out by repeats of the present one', async () => {
    await put('ada', 1);
    for (let repeat = 0; repeat < 12; repeat++) await put('ada', 2);
    const { session_version } = await account();
    const kept = await list();
    expect(kept).toHaveLength(2);
    expect(kept[0]!.version).toBe(session_version);
    await restore(kept[1]!.version).expect(200);
    expect(await present()).toEqual(claudeSession('ada', 1));
  });

  it('outlive the removal of the session, and not that of the account', async () => {
    const stored = await put('ada', 1);
    await t.http.delete(`${ACCOUNTS}/${active.id}/session`).set(admin.bearer).expect(204);
    expect((await list()).map(({ version, is_current }) => [version, is_current])).toEqual([
      [stored.session_version, false],
    ]);
    await restore(stored.session_version!).expect(200);
    expect(await present()).toEqual(claudeSession('ada', 1));

    const made = await t.http.post(ACCOUNTS).set(admin.bearer).send({ name: 'Gone', type: 'pro' });
    const { id } = made.body as AccountDto;
    await t.http
      .put(`${ACCOUNTS}/${id}/session`)
      .set(AS_SWITCH)
      .send({ session_data: claudeSession('bob') });
    await t.http.delete(`${ACCOUNTS}/${id}`).set(admin.bearer).expect(204);
    const { rows } = await t.panel.query('select from assistant_account_sessions where account_id = $1', [
      id,
    ]);
    expect(rows).toHaveLength(0);
  });

  it('have one that was stored before there was a history', async () => {
    const stored = await put('ada', 1);
    await t.panel.query('delete from assistant_account_sessions');
    expect(await list()).toEqual([
      expect.objectContaining({ version: stored.session_version, is_current: true, stored_by: null }),
    ]);
    await put('ada', 2);
    expect((await list()).map(({ stored_by }) => stored_by)).toEqual(['SWITCH_API_KEY', null]);
    await restore(stored.session_version!).expect(200);
    expect(await present()).toEqual(claudeSession('ada', 1));
  });

  it.each([0, 'x', '1.5', 999_999_999, '99999999999'])('are not there as version %s', async (version) => {
    await put('ada', 1);
    expectProblem(await restore(version), 404, 'not_found');
  });

  it('are those of one account alone', async () => {
    const { session_version } = await put('ada', 1);
    const unknown = '0192f0c1-7f3e-7c59-9d0e-0a4a3f0b6f11';
    const accounts = (await t.http.get(ACCOUNTS).set(AS_SWITCH)).body as AccountDto[];
    const other = accounts.find(({ id }) => id !== active.id)!;
    expect(await list(other.id)).toEqual([]);
    for (const id of [other.id, unknown])
      expectProblem(await restore(session_version!, id), 404, 'not_found');
    expectProblem(await t.http.get(`${ACCOUNTS}/${unknown}/sessions`).set(AS_SWITCH), 404, 'not_found');
  });

  it('do not open under another version or account', async () => {
    const first = await put('ada', 1);
    const second = await put('ada', 2);
    await t.panel.query(
      `update assistant_account_sessions as s set session_data = o.session_data
       from assistant_account_sessions as o where s.version = $1 and o.version = $2`,
      [first.session_version, second.session_version],
    );
    expectProblem(await restore(first.session_version!), 500, 'internal_error');
    expect(await account()).toEqual(second);
  });

  it('do not change where the change cannot be recorded', async () => {
    const first = await put('ada', 1);
    await put('ada', 2);
    const before = await list();
    await t.panel.query(`
      create function refuse_to_record() returns trigger language plpgsql as
        $$ begin raise exception 'not now'; end $$;
      create trigger refuse_to_record before insert on audit_events
        for each row execute function refuse_to_record()`);
    const answer = await restore(first.session_version!);
    await t.panel.query('drop trigger refuse_to_record on audit_events; drop function refuse_to_record()');
    expectProblem(answer, 500, 'internal_error');
    expect(await list()).toEqual(before);
  });

  describe('and whoever holds the present one', () => {
    it('is the machine that read or stored it last', async () => {
      expect((await put('ada', 1)).held_by).toBeNull();
      await readSession(t);
      expect((await account()).held_by).toBeNull();

      const before = await account();
      const reader = await EventReader.open(t.port, admin.bearer);
      await readSession(t, ON_LAPTOP);
      await reader.next('account.updated', active.id);
      reader.close();
      const { held_by, updated_at } = await account();
      expect(held_by).toEqual({
        machine: 'ada-laptop',
        since: expect.stringMatching(/Z$/),
        is_caller: null,
        also_called: null,
        id_end: null,
      });
      expect(updated_at).toBe(before.updated_at);

      expect((await put('ada', 2, ON_LAPTOP)).held_by).toEqual(held_by);
      await readSession(t, { 'x-machine-name': 'büro' });
      expect((await account()).held_by?.machine).toBe('büro');
      const etag = String((await readSession(t)).headers['etag']);
      expect((await readSession(t, { ...ON_LAPTOP, 'if-none-match': etag })).status).toBe(304);
      expect((await account()).held_by?.machine).toBe('büro');
      expect((await put('ada', 3)).held_by).toBeNull();
    });

    it('stays who it was where a read says that it only looks, until one with the present version says that it holds', async () => {
      await put('ada', 1, ON_LAPTOP);
      const looks = { 'x-machine-name': 'büro', 'x-machine-holds': 'false' };
      const read = await readSession(t, looks);
      expect([read.status, (await account()).held_by?.machine]).toEqual([200, 'ada-laptop']);
      const etag = String(read.headers['etag']);
      const holds = { ...looks, 'x-machine-holds': 'true', 'if-none-match': etag };
      await readSession(t, { ...looks, 'if-none-match': etag });
      expect((await account()).held_by?.machine).toBe('ada-laptop');
      expect((await readSession(t, holds)).status).toBe(304);
      expect((await account()).held_by?.machine).toBe('büro');
      expectProblem(await readSession(t, { ...looks, 'x-machine-holds': 'maybe' }), 400, 'invalid_request');
    });

    const OTHER_ID = { 'x-machine-name': 'ada-laptop', 'x-machine-id': 'b'.repeat(36) };
    const WITH_ID = { 'x-machine-name': 'ada-laptop', 'x-machine-id': 'a'.repeat(36) };
    const seenBy = async (headers: Record<string, string>, key: Record<string, string> = AS_SWITCH) => {
      const { body } = await t.http
        .get(ACCOUNTS)
        .set({ ...key, ...headers })
        .expect(200);
      return (body as AccountDto[]).find(({ id }) => id === active.id)?.held_by;
    };

    it('is a row, whose name is a label: two of one name are two, and one with another name is one', async () => {
      await put('ada', 1, WITH_ID);
      expect(await seenBy(WITH_ID)).toMatchObject({ machine: 'ada-laptop', is_caller: true });
      expect(await seenBy(OTHER_ID)).toMatchObject({ machine: 'ada-laptop', is_caller: false });
      // A client of before has no id.
      expect(await seenBy(ON_LAPTOP)).toMatchObject({ is_caller: null });
      const { since } = (await seenBy(WITH_ID))!;
      const renamed = { ...WITH_ID, 'x-machine-name': 'B%C3%A4r B%C3%BCro' };
      await readSession(t, renamed);
      const after = { machine: 'Bär Büro', since, is_caller: true, also_called: null, id_end: 'aaaaaaaa' };
      expect(await seenBy(renamed)).toEqual(after);
      await readSession(t, OTHER_ID);
      expect(await seenBy(OTHER_ID)).toMatchObject({ machine: 'ada-laptop', is_caller: true });
      expect(await seenBy(WITH_ID)).toMatchObject({ is_caller: false });
    });

    it('shows people by which id it differs from another of its name', async () => {
      const ends = async () => (await account()).held_by;
      await put('ada', 1, WITH_ID);
      expect(await ends()).toMatchObject({ machine: 'ada-laptop', id_end: 'aaaaaaaa' });
      await readSession(t, OTHER_ID);
      expect(await ends()).toMatchObject({ machine: 'ada-laptop', id_end: 'bbbbbbbb' });
    });

    it.each(['100%', 'a%0d%0ab', 'caf%C3'])('stays %s where it only looks encoded', async (name) => {
      await put('ada', 1, { 'x-machine-name': name });
      expect((await account()).held_by?.machine).toBe(name);
    });

    it('with one id and two names in turn says the other name', async () => {
      const copied = { ...WITH_ID, 'x-machine-name': 'ada-desktop' };
      await put('ada', 1, WITH_ID);
      // Before it takes the session over: where that is a copy, the session lies on the other one.
      expect(await seenBy(copied)).toMatchObject({ machine: 'ada-desktop', also_called: 'ada-laptop' });
      expect(await seenBy(WITH_ID)).toMatchObject({ machine: 'ada-laptop', also_called: null });
      await readSession(t, copied);
      // One that was renamed is told no more once it has read it by its new name.
      expect(await seenBy(copied)).toMatchObject({ machine: 'ada-desktop', also_called: null });
      // Its question says it, before it has read the session.
      expect(await seenBy(WITH_ID)).toMatchObject({ machine: 'ada-laptop', also_called: 'ada-desktop' });
      await readSession(t, WITH_ID);
      expect(await seenBy(WITH_ID)).toMatchObject({ machine: 'ada-laptop', also_called: 'ada-desktop' });
      await readSession(t, copied);
      expect(await seenBy(copied)).toMatchObject({ machine: 'ada-desktop', also_called: 'ada-laptop' });

      // It was a machine that was renamed there and back: a week later nobody is told, nor at its next new name.
      const { since } = (await seenBy(copied))!;
      await t.panel.query(
        `update assistant_accounts set held_by = held_by || jsonb_build_object('named_at', $1::text) where id = $2`,
        [new Date(Date.parse(since) - 8 * 86_400_000).toISOString(), active.id],
      );
      expect(await seenBy(copied)).toMatchObject({ machine: 'ada-desktop', also_called: null });
      await readSession(t, WITH_ID);
      expect(await seenBy(WITH_ID)).toMatchObject({ machine: 'ada-laptop', also_called: null });
    });

    it('is not that of another person, whose copied home has the same id', async () => {
      const { body } = await t.http
        .post('/api/settings/keys')
        .set(admin.bearer)
        .send({ name: 'of bob', scopes: ['session:read', 'account:activate'] })
        .expect(201);
      await put('ada', 1, WITH_ID);
      expect(await seenBy(WITH_ID, { 'x-api-key': (body as { key: string }).key })).toMatchObject({
        is_caller: false,
      });
    });

    it.each(['short', 'with a space in it', 'x'.repeat(101)])('has no id such as %.20s', async (id) => {
      const answer = await readSession(t, { ...WITH_ID, 'x-machine-id': id });
      expect(refusedFields(answer)[0]?.[0]).toBe('x-machine-id');
    });

    it('is recorded with each read and each change', async () => {
      const { session_version } = await put('ada', 1, ON_LAPTOP);
      await readSession(t, ON_LAPTOP);
      const { rows } = await t.panel.query(
        `select action, details from audit_events where details->>'machine' is not null
         order by at desc, id desc limit 2`,
      );
      const details = { session_version, machine: 'ada-laptop' };
      expect(rows).toEqual([
        { action: 'account.session_read', details },
        { action: 'account.session_stored', details: { ...details, is_forced: true } },
      ]);
    });

    it.each([
      ['', 'too_short'],
      ['x'.repeat(201), 'too_long'],
      ['a\tb', 'invalid_characters'],
    ])('has a name: %.20j is none', async (name, code) => {
      await put('ada', 1);
      const headers = { 'x-machine-name': name };
      expect(refusedFields(await readSession(t, headers))).toEqual([['x-machine-name', code]]);
    });
  });
});
