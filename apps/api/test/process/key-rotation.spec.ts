import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { AccountDto } from '@groupless/shared-dto';
import { SEALED_COLUMNS, sealedPlace } from '../../src/database/sealed/sealed-columns';
import { SealedTexts } from '../../src/platform/crypto/sealed-text';
import { newId } from '../../src/shared/new-id';
import { makeReadyDataFolder } from '../harness/databases/ready-data-folder';
import { openPool } from '../harness/databases/open-pool';
import { countRows, insertRows } from '../harness/databases/rows';
import { startCommand } from '../harness/programs/running-command';
import { makeDataFolder, RunningProgram, type DataFolder } from '../harness/programs/running-program';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';

jest.setTimeout(600_000);

const newKey = () => randomBytes(32).toString('base64');
const [OLD, NEW] = [newKey(), newKey()];
const [oldTexts, newTexts] = [new SealedTexts(OLD), new SealedTexts(NEW)];
const SWITCH_API_KEY = randomBytes(32).toString('base64url');
const ACCOUNTS = 300;
/** Of the first account. */
const KEPT = 5;
const OWNER = JSON.stringify(['session owner', 'ada', null]);
const USERS = 50;
/** Three secrets of a webhook, the mail server's password, a mail, a calendar's address, the key of some hashes. */
const OTHERS = 8;
/** What docs/operations.md tells to run where a key is lost. */
const [, RECOVERY = ''] =
  /lost for good[^]*?npm run keys:rotate -- (.*)\n/.exec(
    readFileSync(join(__dirname, '../../../../docs/operations.md'), 'utf8'),
  ) ?? [];
const forgetLost = (environment: Record<string, string>, input?: string) =>
  startCommand('keys-rotate', environment, RECOVERY.split(' '), input).ended;

describe('another CREDENTIALS_KEY', () => {
  let data: DataFolder;
  let databases: TestDatabases;
  let panel: Pool;
  let environment: Record<string, string>;
  beforeAll(async () => {
    data = makeDataFolder();
    databases = await createTestDatabases();
    panel = openPool(databases.urls.panel.url, 2);
    environment = {
      DATA_DIR: data.path,
      PANEL_DATABASE_URL: databases.urls.panel.url,
      MEMORY_DATABASE_URL: databases.urls.memory.url,
      SWITCH_API_KEY,
    };
    const first = await (await RunningProgram.start({ ...environment, CREDENTIALS_KEY: OLD })).ready();
    await fill();
    expect((await read(first)).status).toBe(200);
    await first.kill('SIGTERM');
  });
  afterAll(async () => {
    await panel.end();
    await databases.drop();
    await data.remove();
  });

  const withBoth = () => ({ ...environment, CREDENTIALS_KEY: NEW, CREDENTIALS_KEYS_PREVIOUS: OLD });
  const rotate = (env: Record<string, string>, words: string[] = []) =>
    startCommand('keys-rotate', env, words);

  it('that cannot read what is stored stops the start with one line, and exit code 78', async () => {
    const program = await RunningProgram.start({ ...environment, CREDENTIALS_KEY: NEW });
    expect(await program.exited).toEqual({ code: 78, signal: null });
    const lines = program.output.trim().split('\n');
    expect(lines).toEqual([expect.stringMatching(/^CREDENTIALS_KEY is not the one/)]);
    expect(program.output).not.toContain(NEW);
    const refused = await rotate({ ...environment, CREDENTIALS_KEY: NEW }).ended;
    expect([refused.code, refused.errors]).toEqual([78, expect.stringContaining('CREDENTIALS_KEY is not')]);
    expect(await keyIds()).toEqual([oldTexts.key_id]);
  });

  it('can be brought in while the server serves, also by a command that is killed and run again', async () => {
    const program = await (await RunningProgram.start(withBoth())).ready();
    const traffic = startTraffic(program);

    // It cannot be done before it is killed: it waits for this row.
    const lock = await panel.connect();
    await lock.query(`begin; select from assistant_account_sessions limit 1 for update`);
    const killed = rotate(withBoth());
    while ((await countOf(newTexts.key_id)) < 100) await sleep(10);
    killed.child.kill('SIGKILL');
    await killed.ended;
    await lock.query('rollback');
    lock.release();
    const left = await countOf(oldTexts.key_id);
    expect(left).toBeGreaterThan(0);

    const { code, output, errors } = await rotate(withBoth()).ended;
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(output).toMatch(/^Encrypted anew: \d+\.\n.*CREDENTIALS_KEYS_PREVIOUS can be emptied\.\n$/);
    for (const secret of [OLD, NEW, 'rt-']) expect(output).not.toContain(secret);

    const { statuses, reads, stored } = await traffic.end();
    expect([...statuses]).toEqual([200]);
    expect(reads).toBeGreaterThan(20);
    expect(stored).toBeGreaterThan(2);
    await program.kill('SIGTERM');

    expect(await keyIds()).toEqual([newTexts.key_id]);
    expect(await countReadable(newTexts)).toBe(ACCOUNTS + 2 * USERS + OTHERS + (await countHistory()));
    expect(await countHistory()).toBeGreaterThan(KEPT);
    expect(await identities()).toEqual([newTexts.fingerprint(OWNER)]);
  });

  it('is the only one that is needed after that', async () => {
    const program = await (await RunningProgram.start({ ...environment, CREDENTIALS_KEY: NEW })).ready();
    expect((await read(program)).status).toBe(200);
    await program.kill('SIGTERM');
    const old = await RunningProgram.start({ ...environment, CREDENTIALS_KEY: OLD });
    expect((await old.exited).code).toBe(78);
    const again = await rotate({ ...environment, CREDENTIALS_KEY: NEW }).ended;
    expect(again).toMatchObject({ code: 0, output: expect.stringContaining('Encrypted anew: 0.') });
  });

  it('cannot replace one that is missing for a value: the command names it, and says to keep the others', async () => {
    const { rows } = await panel.query<{ id: string }>(
      `update assistant_accounts set session_data = 'v1.00000000.a.b'
       where id = (select min(id::text)::uuid from assistant_accounts where session_data is not null) returning id`,
    );
    const { code, output, errors } = await rotate(withBoth()).ended;
    expect([code, output]).toEqual([1, '']);
    expect(errors).toContain(`  assistant_accounts.session_data:${rows[0]?.id}\n`);
    expect(errors).toContain('Keep CREDENTIALS_KEYS_PREVIOUS.');
  });

  it('can be lost for good: the command of the document says what is lost, asks, and takes that out alone', async () => {
    const filled = SEALED_COLUMNS.map(async ({ table, column }) => {
      const text = `select count(*)::int as count from ${table} where ${column} is not null`;
      const { rows } = await panel.query<{ count: number }>(text);
      return [table, column, rows[0]!.count > 0];
    });
    expect(await Promise.all(filled)).toEqual(
      SEALED_COLUMNS.map(({ table, column }) => [table, column, true]),
    );

    const readable = await forgetLost({ ...environment, CREDENTIALS_KEY: NEW }, 'forget\n');
    // One value was sealed with a key that nobody has.
    expect([readable.code, readable.errors]).toEqual([
      0,
      expect.stringContaining('  1 × sessions of assistant'),
    ]);
    expect(await forgetLost({ ...environment, CREDENTIALS_KEY: NEW }, 'forget\n')).toMatchObject({
      code: 0,
      output: expect.stringContaining('Nothing is lost'),
    });

    const withAnother = { ...environment, CREDENTIALS_KEY: newKey() };
    const before = await Promise.all([allSealed(), rowsOfOthers()]);
    for (const input of [undefined, '', 'yes\n', 'forgetful\n']) {
      const { code, errors } = await forgetLost(withAnother, input);
      expect([input, code, errors]).toEqual([input, 1, expect.stringContaining('Nothing was changed.')]);
    }
    expect(await Promise.all([allSealed(), rowsOfOthers()])).toEqual(before);

    const { code, errors } = await forgetLost(withAnother, 'forget\n');
    expect(code).toBe(0);
    for (const { lost } of SEALED_COLUMNS) expect(errors).toContain(` ${lost}\n`);
    for (const name of ['user-0@example.com', 'Account 1', 'https://example.com', 'and 30 more'])
      expect(errors).toContain(`    ${name}\n`);
    expect(await rowsOfOthers()).toEqual(before[1]);
    const program = await (await RunningProgram.start(withAnother)).ready();
    // A webhook stays, with a secret that nobody knows.
    expect((await allSealed()).map(({ place }) => place.split(':')[0])).toEqual(['hooks.secret']);
    const [{ id }] = (await (await call(program, 'GET', '')).json()) as [AccountDto];
    expect(await (await call(program, 'GET', `/${id}/sessions`)).json()).toEqual([]);
    // Of the owner whose hash the lost key made.
    const session_data = {
      claudeAiOauth: { accessToken: 'at', refreshToken: 'rt' },
      oauthAccount: { accountUuid: 'ada' },
    };
    expect((await call(program, 'PUT', `/${id}/session`, { session_data })).status).toBe(200);
    const served = await forgetLost({ ...environment, CREDENTIALS_KEY: newKey() }, 'forget\n');
    expect([served.code, served.errors]).toEqual([1, expect.stringContaining('stop every server first')]);
    await program.kill('SIGTERM');
    expect(await rotate(withAnother).ended).toMatchObject({ code: 0, errors: '' });
  });

  it('can be lost with an embedded database, which runs only while a program does', async () => {
    const own = await makeReadyDataFolder();
    const settings = { DATA_DIR: own.path, SWITCH_API_KEY };
    const first = await (await RunningProgram.start(settings)).ready();
    const [{ id }] = (await (await call(first, 'GET', '')).json()) as [AccountDto];
    const session_data = { claudeAiOauth: { accessToken: 'at', refreshToken: 'rt' } };
    expect((await call(first, 'PUT', `/${id}/session`, { session_data })).status).toBe(200);
    const beside = await forgetLost(settings, 'forget\n');
    expect([beside.code, beside.errors]).toEqual([1, expect.stringContaining('in use by process')]);
    await first.kill('SIGTERM');
    rmSync(join(own.path, 'secrets.env'));
    const refused = await RunningProgram.start(settings);
    expect([(await refused.exited).code, refused.output]).toEqual([
      78,
      expect.stringContaining(`npm run keys:rotate -- ${RECOVERY}`),
    ]);

    expect(await forgetLost(settings, 'forget\n')).toMatchObject({
      code: 0,
      errors: expect.stringContaining('1 × sessions of assistant accounts'),
    });
    const again = await (await RunningProgram.start(settings)).ready();
    const [account] = (await (await call(again, 'GET', '')).json()) as [AccountDto];
    expect(account).toMatchObject({ id, has_session: false, session_version: null });
    await again.kill('SIGTERM');
    await own.remove();
  });

  it('is explained by its command', async () => {
    const usage = 'Usage: npm run keys:rotate';
    expect(await rotate({}, ['--help']).ended).toMatchObject({
      code: 0,
      output: expect.stringContaining(usage),
    });
    expect(await rotate({}, ['now']).ended).toMatchObject({
      code: 2,
      errors: expect.stringContaining(usage),
    });
  });

  /** Accounts with sessions, users with both TOTP secrets and a webhook, as the old key sealed them. */
  async function fill(): Promise<void> {
    await panel.query('delete from assistant_accounts');
    const now = new Date();
    const accounts = Array.from({ length: ACCOUNTS }, (_, index) => {
      const id = newId(now);
      const place = sealedPlace('assistant_accounts.session_data', id);
      const session = `{"claudeAiOauth":{"refreshToken":"rt-${index}"},"oauthAccount":{"accountUuid":"ada"}}`;
      return {
        id,
        name: `Account ${index}`,
        type: 'pro',
        session_data: oldTexts.seal(session, place),
        session_version: 1_000_000 + index,
        session_updated_at: now,
        identity: oldTexts.fingerprint(OWNER),
        is_active: index === 0,
        description: '',
        created_at: now,
        updated_at: now,
      };
    });
    await insertRows(panel, 'assistant_accounts', accounts);
    const account_id = accounts[0]!.id;
    const kept = Array.from({ length: KEPT }, (_, version) => {
      const place = sealedPlace('assistant_account_sessions.session_data', `${account_id}:${version}`);
      const session_data = oldTexts.seal('{"oauthAccount":{"accountUuid":"ada"}}', place);
      const identity = oldTexts.fingerprint(OWNER);
      return { account_id, version, session_data, identity, stored_at: now };
    });
    await insertRows(panel, 'assistant_account_sessions', kept);
    const hook_id = newId(now);
    const hook = { id: hook_id, url: 'https://example.com', events: ['client.created'], active: false };
    const secret = oldTexts.seal('whsec_c2VjcmV0', sealedPlace('hooks.secret', hook_id));
    const tomorrow = new Date(now.getTime() + 86_400_000);
    const times = { previous_secret_until: tomorrow, created_at: now, updated_at: now };
    await insertRows(panel, 'hooks', [{ ...hook, secret, previous_secret: secret, ...times }]);
    const older_id = newId(now);
    const older = oldTexts.seal('older', sealedPlace('hook_older_secrets.secret', older_id));
    await insertRows(panel, 'hook_older_secrets', [
      { id: older_id, hook_id: hook.id, secret: older, until: tomorrow },
    ]);
    await panel.query('update mail_settings set password = $1', [
      oldTexts.seal('smtp', sealedPlace('mail_settings.password', 'true')),
    ]);
    const [mail_id, calendar_id] = [newId(now), newId(now)];
    const content = oldTexts.seal('{}', sealedPlace('mails.content', mail_id));
    const mail = {
      kind: 'invitation',
      recipient: 'a@example.com',
      subject: 'a',
      status: 'failed',
      created_at: now,
    };
    await insertRows(panel, 'mails', [{ id: mail_id, ...mail, content }]);
    const url = oldTexts.seal('https://example.com/a.ics', sealedPlace('busy_calendars.url', calendar_id));
    await insertRows(panel, 'busy_calendars', [{ id: calendar_id, name: 'a', url }]);
    const key = oldTexts.seal('hashes', sealedPlace('hash_keys.key', 'a'));
    await insertRows(panel, 'hash_keys', [{ name: 'a', key }]);
    for (let index = 0; index < USERS; index++) {
      const id = newId(now);
      const secret = () => oldTexts.seal('JBSWY3DPEHPK3PXP', sealedPlace('users.totp_secret', id));
      await panel.query(
        `insert into users (id, email, name, role, totp_secret, totp_pending_secret) values ($1, $2, 'A user', 'viewer', $3, $4)`,
        [id, `user-${index}@example.com`, secret(), secret()],
      );
      if (index === 0) await addDevice(id, now);
    }
  }

  async function addDevice(user_id: string, now: Date): Promise<void> {
    const session_id = newId(now);
    const times = { created_at: now, last_used_at: now, ends_at: new Date(now.getTime() + 86_400_000) };
    await insertRows(panel, 'auth_sessions', [{ id: session_id, user_id, ...times }]);
    const subscription = oldTexts.seal('{}', sealedPlace('push_devices.subscription', '0a'));
    await panel.query(
      `insert into push_devices (id, session_id, endpoint_digest, subscription, created_at) values ($1, $2, $3, $4, $5)`,
      [newId(now), session_id, Buffer.from('0a', 'hex'), subscription, now],
    );
  }

  function read(program: RunningProgram): Promise<Response> {
    return call(program, 'GET', '/active-session');
  }

  async function call(
    { base_url }: RunningProgram,
    method: string,
    path: string,
    body?: object,
  ): Promise<Response> {
    const headers = { 'x-api-key': SWITCH_API_KEY, 'content-type': 'application/json' };
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const answer = await fetch(`${base_url}/api/assistant-accounts${path}`, init);
    await answer.clone().text();
    return answer;
  }

  /** 50 reads a second of changing accounts, and now and then a new session, until it is told to end. */
  function startTraffic(program: RunningProgram) {
    const seen = { statuses: new Set<number>(), reads: 0, stored: 0 };
    let going = true;
    const reading = (async () => {
      const pending = new Set<Promise<unknown>>();
      while (going) {
        const reading = read(program).then(({ status }) => {
          seen.statuses.add(status);
          seen.reads++;
          pending.delete(reading);
        });
        pending.add(reading);
        await sleep(20);
        // A slow machine is not asked more than it can answer.
        if (pending.size >= 10) await Promise.race(pending);
      }
      await Promise.all(pending);
    })();
    const changing = (async () => {
      const accounts = (await (await call(program, 'GET', '')).json()) as AccountDto[];
      for (let turn = 1; going; turn++) {
        const { id } = accounts[(turn * 997) % accounts.length]!;
        seen.statuses.add((await call(program, 'POST', `/${id}/activate`)).status);
        const session_data = { claudeAiOauth: { accessToken: 'at', refreshToken: `rt-new-${turn}` } };
        seen.statuses.add((await call(program, 'PUT', `/${id}/session`, { session_data })).status);
        seen.stored++;
        await sleep(100);
      }
    })();
    return {
      end: async () => {
        going = false;
        await Promise.all([reading, changing]);
        return seen;
      },
    };
  }

  async function allSealed(): Promise<{ sealed: string; place: string }[]> {
    const found = SEALED_COLUMNS.map(async ({ table, column, bound_to, key }) => {
      const { rows } = await panel.query<{ key: string; sealed: string }>(
        `select ${key} as key, ${column} as sealed from ${table} where ${column} is not null`,
      );
      return rows.map((row) => ({ ...row, place: sealedPlace(bound_to, row.key) }));
    });
    return (await Promise.all(found)).flat();
  }

  /** The keys with which anything is sealed, the checks of the keys among it. */
  async function keyIds(): Promise<string[]> {
    const { rows } = await panel.query<{ key_id: string }>('select key_id from credentials_key_checks');
    const ids = (await allSealed()).map(({ sealed }) => sealed.split('.')[1] ?? '');
    return [...new Set([...ids, ...rows.map(({ key_id }) => key_id)])];
  }

  /** What has nothing to do with the key. */
  async function rowsOfOthers(): Promise<number[]> {
    const tables = [
      'users',
      'assistant_accounts',
      'hooks',
      'mails',
      'mail_settings',
      'api_keys',
      'workflows',
    ];
    return Promise.all(tables.map((table) => countRows(panel, table)));
  }

  async function countOf(keyId: string): Promise<number> {
    return (await allSealed()).filter(({ sealed }) => sealed.split('.')[1] === keyId).length;
  }

  async function countHistory(): Promise<number> {
    return countRows(panel, 'assistant_account_sessions');
  }

  /** Whose sessions are shown, where anybody's are. */
  async function identities(): Promise<string[]> {
    const { rows } = await panel.query<{ identity: string }>(
      `select identity from assistant_accounts where identity is not null
       union select identity from assistant_account_sessions where identity is not null`,
    );
    return rows.map(({ identity }) => identity);
  }

  async function countReadable(texts: SealedTexts): Promise<number> {
    return (await allSealed()).filter(({ sealed, place }) => texts.open(sealed, place) !== '').length;
  }
});
