import type { AccountDto } from '@groupless/shared-dto';
import {
  acceptAnySession,
  ACCOUNTS,
  activeAccount,
  listAccounts,
  putSession,
  readSession,
} from '../../harness/data/accounts';
import { whileAway } from '../../harness/databases/outage';
import { signIn } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import { countRows } from '../../harness/databases/rows';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';

const SECRET = 'sk-canary-5f0c9a7d1e3b';

describe('the secrecy of a session', () => {
  let t: ServedApp;
  let active: AccountDto;
  beforeAll(async () => {
    t = await startServedApp({ environment: { LOCK_TIMEOUT_MS: '200' } });
    await acceptAnySession(t);
    active = await activeAccount(t);
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    expect((await putSession(t, active.id, `{"token":"${SECRET}"}`)).status).toBe(200);
  });

  const reads = async () => {
    const { rows } = await t.panel.query<{ object: string; key_name: string; details: object }>(
      `select object, key_name, details from audit_events where action = 'account.session_read' order by at`,
    );
    return rows;
  };
  const sealed = async (id: string) => {
    const { rows } = await t.panel.query<{ session_data: string }>(
      'select session_data from assistant_accounts where id = $1',
      [id],
    );
    return rows[0]?.session_data ?? '';
  };
  const setSealed = (id: string, text: string) =>
    t.panel.query('update assistant_accounts set session_data = $2 where id = $1', [id, text]);

  it('records each read, and none where nothing was handed out', async () => {
    const before = (await reads()).length;
    const { headers } = await readSession(t);
    await readSession(t, {}, '?format=raw');
    await readSession(t, { 'if-none-match': String(headers['etag']) });
    const { session_version } = await activeAccount(t);
    const read = { object: `account:${active.id}`, key_name: 'SWITCH_API_KEY', details: { session_version } };
    expect((await reads()).slice(before)).toEqual([read, read]);
  });

  it('hands nothing out while the record cannot be written', async () => {
    await t.panel.query(`
      create function refuse_reads() returns trigger language plpgsql as
        $$ begin raise exception 'full of ${SECRET}'; end $$;
      create trigger refuse_reads before insert on audit_events for each row execute function refuse_reads()`);
    const answers = await Promise.all([readSession(t), readSession(t, {}, '?format=raw')]);
    await t.panel.query('drop trigger refuse_reads on audit_events; drop function refuse_reads()');
    for (const answer of answers) {
      expectProblem(answer, 500, 'internal_error');
      expect(answer.text).not.toContain(SECRET);
      expect(answer.headers['etag']).toBeUndefined();
    }
    expect((await readSession(t)).status).toBe(200);
  });

  it('hands nothing out while the record is locked', async () => {
    const before = await countRows(t.panel, 'audit_events');
    const client = await t.panel.connect();
    await client.query('begin; lock table audit_events in access exclusive mode');
    const answer = await readSession(t);
    await client.query('rollback');
    client.release();
    expectProblem(answer, 503, 'database_unavailable');
    expect(answer.text).not.toContain(SECRET);
    expect(await countRows(t.panel, 'audit_events')).toBe(before);
  });

  it('hands nothing out while the database is away', async () => {
    await whileAway(t, 'panel', async () => {
      const answer = await readSession(t);
      expectProblem(answer, 503, 'database_unavailable');
      expect(answer.headers['retry-after']).toBe('2');
      expect(answer.text).not.toContain(SECRET);
    });
    expect((await readSession(t)).status).toBe(200);
  });

  it('answers 500 and says in the log where it is, when what is stored was changed', async () => {
    const right = await sealed(active.id);
    const before = (await reads()).length;
    for (let index = 0; index < right.length; index++) {
      const bytes = Buffer.from(right);
      bytes[index]! ^= 1 << (index % 3);
      await setSealed(active.id, bytes.toString('latin1'));
      const logged = t.log_lines.length;
      const answer = await readSession(t, {}, index % 2 === 0 ? '' : '?format=raw');
      const { detail } = expectProblem(answer, 500, 'internal_error');
      expect(detail).toContain('cannot be decrypted');
      expect(t.log_lines.slice(logged).join('')).toContain(active.id);
    }
    expect(await reads()).toHaveLength(before);
    await setSealed(active.id, right);
    expect((await readSession(t)).status).toBe(200);
  });

  it('does not take the session of another row for its own', async () => {
    const other = (await listAccounts(t)).find(({ id }) => id !== active.id)!;
    await putSession(t, other.id, '{"token":"other"}');
    const [own, foreign] = [await sealed(active.id), await sealed(other.id)];
    await setSealed(active.id, foreign);
    expectProblem(await readSession(t), 500, 'internal_error');
    await setSealed(active.id, own);
  });

  it('answers 500 where the key is not set that encrypted it', async () => {
    const right = await sealed(active.id);
    await setSealed(active.id, right.replace(/^v1\.[^.]+/, 'v1.00000000'));
    expectProblem(await readSession(t), 500, 'internal_error');
    await setSealed(active.id, right);
  });

  it('shows it nowhere else', async () => {
    const admin = await signIn(t);
    const path = `${ACCOUNTS}/${active.id}`;
    const answers = [
      await t.http.get(ACCOUNTS).set(admin.bearer),
      await t.http.get(path).set(admin.bearer),
      await t.http.patch(path).set(admin.bearer).send({ name: 'Same' }),
      await t.http.post(`${path}/activate`).set(admin.bearer),
      await putSession(t, active.id, `{"token":"${SECRET}"}`),
      await putSession(t, active.id, `{"token":"${SECRET}"}`, { 'if-match': '"0"' }),
      await putSession(t, active.id, `"${SECRET}"`),
      await putSession(t, active.id, `["${SECRET}"]`),
      await putSession(t, active.id, `{"token":"${SECRET}"`),
      await putSession(t, active.id, `{"token":"${SECRET}\\u0000"}`),
      await putSession(t, active.id, `{"token":"${SECRET}${'x'.repeat(300_000)}"}`),
      await putSession(t, active.id, `{"token":"${SECRET}${'x'.repeat(1_100_000)}"}`),
      await putSession(t, active.id, '['.repeat(30) + `"${SECRET}"` + ']'.repeat(30)),
      await t.http.get(`${ACCOUNTS}/active-session`).set(admin.bearer),
    ];
    expect(answers.map(({ status }) => status)).toEqual([
      ...[200, 200, 200, 200, 200, 412, 400, 400, 400, 400, 400, 413, 400, 403],
    ]);
    for (const { text } of answers) expect(text).not.toContain(SECRET);
    expect(t.log_lines.join('')).not.toContain(SECRET);
    const { rows } = await t.panel.query('select * from assistant_accounts');
    const { rows: events } = await t.panel.query('select * from audit_events');
    expect(JSON.stringify([rows, events])).not.toContain(SECRET);
  });
});
