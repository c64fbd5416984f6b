import fc from 'fast-check';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { CLIENT_COLUMNS } from '@groupless/shared-dto';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { rounds } from '../../harness/data/rounds';
import { expectProblem } from '../../harness/http/problems';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';

const EXPORT = '/api/clients/export.csv';
const HEADER = `\ufeff${CLIENT_COLUMNS.join(',')}\r\n`;

/** What spreadsheets run, what defuses it, and what CSV lives by. */
const NASTY = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...`=+-@'",;|\t\r\n\\ ＝＋－＠\ufeff`.split('')) },
      fc.constantFrom('\r\n', "'=", '""', 'é', '字', '🚲', 'مرحبا', '0', 'x', '\u2028', '\u00a0'),
      fc.string({ unit: 'binary', maxLength: 2 }),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join('').replaceAll('\0', ''))
  .filter((text) => text !== '' && text.isWellFormed());

const CLIENT = fc.record({
  name: NASTY,
  company: fc.oneof(fc.constant(''), NASTY),
  notes: fc.oneof(fc.constant(''), NASTY),
  tags: fc.uniqueArray(NASTY, { maxLength: 4 }),
  phone: fc.constantFrom(null, '+12125550123', '+447700900118'),
  email: fc.oneof(
    fc.constant(null),
    NASTY.map((text) => `${text.replace(/[\s@]/gu, '')}=x@example.com`),
  ),
  status: fc.constantFrom('lead', 'active', 'archived'),
  source: fc.constantFrom('panel', 'phone', 'chat', 'import'),
  last_activity_at: fc.constantFrom(null, '2026-11-20T09:30:00.123Z'),
});

const SPREADSHEET = fc.constantFrom({}, { separator: 'comma' }, { separator: 'semicolon' });

describe('the export of clients', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  beforeAll(async () => {
    t = await startServedApp();
    operator = await signIn(t, { role: 'operator' });
  });
  afterAll(() => t.close());
  beforeEach(() => t.panel.query('delete from clients'));

  const exported = async (query = {}) => {
    const answer = await t.http.get('/api/clients/export.csv').query(query).set(operator.bearer).buffer();
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return answer;
  };

  async function insert(clients: readonly object[]): Promise<void> {
    await t.panel.query(
      `insert into clients (id, name, phone, email, company, status, source, tags, notes, last_activity_at, created_at, updated_at)
       select gen_random_uuid(), name, phone, email, coalesce(company, ''), coalesce(status, 'active'), coalesce(source, 'panel'),
              coalesce(tags, '{}'), coalesce(notes, ''), last_activity_at, '2026-01-02T03:04:05.678Z', '2026-02-03T04:05:06.789Z'
       from json_populate_recordset(null::clients, $1)`,
      [JSON.stringify(clients)],
    );
  }

  async function importFile(file: string) {
    const answer = await t.http
      .post('/api/clients/import')
      .set({ ...operator.bearer, 'content-type': 'text/csv' })
      .send(file);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return answer.body as { created: number; skipped: number; failed: object[] };
  }

  const bytes = (text: string) => Buffer.from(text).toString('hex');

  it('is a file of its columns, for spreadsheets in UTF-8', async () => {
    const answer = await exported();
    expect(answer.text).toBe(HEADER);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="clients.csv"',
      'cache-control': 'no-store',
    });
  });

  it('writes rows as RFC 4180 has them, in the order of the ids', async () => {
    await insert([
      { name: 'Doe, "Jo"', phone: '+12125550123', tags: ['a', 'b,c'], notes: 'one\ntwo' },
      { name: 'Jana', last_activity_at: '2026-11-20T09:30:00Z' },
    ]);
    const { rows } = await t.panel.query<{ id: string; name: string }>(
      'select id, name from clients order by id',
    );
    const lines: Record<string, string> = {
      'Doe, "Jo"': `"Doe, ""Jo""",+12125550123,,,active,panel,"a, b\\,c","one\ntwo",,`,
      Jana: 'Jana,,,,active,panel,,,2026-11-20T09:30:00.000Z,',
    };
    const expected = rows.map(
      ({ id, name }) => `${id},${lines[name]}2026-01-02T03:04:05.678Z,2026-02-03T04:05:06.789Z,,,,,,\r\n`,
    );
    expect((await exported()).text).toBe(HEADER + expected.join(''));
  });

  it.each(['=1+1', '+1', '-1', '@x', '\tx', '\rx', '\nx', '＝1', '＋1', '－1', '＠x', `'=1`, `''@x`])(
    'defuses %j, and an import takes that off again',
    async (text) => {
      await insert([{ name: text, company: text, notes: text }]);
      const { text: file } = await exported();
      expect(file.split(`'${text}`)).toHaveLength(4);
      await t.panel.query('delete from clients');
      expect(await importFile(file)).toMatchObject({ created: 1 });
      const { rows } = await t.panel.query('select name, company, notes from clients');
      expect(rows).toEqual([{ name: text, company: text, notes: text }]);
    },
  );

  it('leaves phones and what only looks quoted alone', async () => {
    await insert([{ name: `'quoted'`, phone: '+12125550123' }]);
    expect((await exported()).text).toContain(`,'quoted',+12125550123,`);
  });

  it('is written for the spreadsheets of a region, which leave its phones as they are', async () => {
    await insert([{ name: 'Doe, Jo', phone: '+436641234567' }]);
    await t.panel.query(
      `update clients set other_phones = '[{"phone": "+4315120000", "label": "Home"}]', shared_phone = '+380441234567'`,
    );
    const { text: file } = await exported({ separator: 'semicolon' });
    expect(file.slice(0, 20)).toBe(HEADER.replaceAll(',', ';').slice(0, 20));
    expect(file).toContain(';Doe, Jo;(+43) 6641234567;');
    expect(file).toContain(';(+43) 15120000 (Home);');
    expect(file).toContain(';(+380) 441234567');
    await t.panel.query('delete from clients');
    expect(await importFile(file)).toMatchObject({ created: 1, failed: [] });
    const { rows } = await t.panel.query('select phone, other_phones, shared_phone from clients');
    expect(rows).toEqual([
      {
        ...{ phone: '+436641234567', shared_phone: '+380441234567' },
        other_phones: [{ phone: '+4315120000', label: 'Home' }],
      },
    ]);
    expectProblem(
      await t.http.get(EXPORT).query({ separator: ';' }).set(operator.bearer),
      400,
      'invalid_request',
    );
  });

  it('comes out of an empty database as it went in, byte for byte, and adds nothing the second time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(CLIENT, { minLength: 1, maxLength: 12 }),
        SPREADSHEET,
        async (clients, of) => {
          await t.panel.query('delete from clients');
          await insert(clients);
          const { text: file } = await exported(of);
          await t.panel.query('delete from clients');
          expect(await importFile(file)).toMatchObject({
            import_id: expect.any(String) as unknown,
            created: clients.length,
            updated: 0,
            skipped: 0,
            failed: [],
          });
          expect(bytes((await exported(of)).text)).toBe(bytes(file));
          expect(await importFile(file)).toMatchObject({
            import_id: expect.any(String) as unknown,
            created: 0,
            updated: 0,
            skipped: clients.length,
            failed: [],
          });
        },
      ),
      { numRuns: rounds(12, 40) },
    );
  });

  it('is narrowed like the list', async () => {
    await insert([
      { name: 'Žofie', status: 'lead', tags: ['vip'] },
      { name: 'Zoë', source: 'phone' },
      { name: 'Kofi', phone: '+12125550123' },
    ]);
    for (const [query, name] of [
      [{ search: 'zof' }, 'Žofie'],
      [{ search: '555 01' }, 'Kofi'],
      [{ status: 'lead,archived' }, 'Žofie'],
      [{ tag: 'vip' }, 'Žofie'],
      [{ source: 'phone' }, 'Zoë'],
    ] as const) {
      const lines = (await exported(query)).text.trimEnd().split('\r\n');
      expect([query, lines.length, lines[1]]).toEqual([query, 2, expect.stringContaining(name)]);
    }
    const wrong = await t.http.get('/api/clients/export.csv').query({ sort: 'name' }).set(operator.bearer);
    expectProblem(wrong, 400, 'invalid_request');
  });

  it('holds every client once, over several batches', async () => {
    await insert(Array.from({ length: 1_234 }, (_, index) => ({ name: `n${index}` })));
    const lines = (await exported()).text.trimEnd().split('\r\n').slice(1);
    expect(new Set(lines.map((line) => line.split(',')[1])).size).toBe(1_234);
    await t.panel.query(`delete from clients where name = 'n7'`);
    expect((await exported({ search: 'n' })).text.trimEnd().split('\r\n')).toHaveLength(1_234);
  });

  it('holds the client with the lowest id', async () => {
    await insert([{ name: 'Jana' }]);
    await t.panel.query(`update clients set id = '00000000-0000-0000-0000-000000000000'`);
    expect((await exported()).text.split('\r\n')[1]).toMatch(/^00000000-0000-0000-0000-000000000000,Jana,/);
  });

  it('breaks off where the database fails, so that nobody takes the file for a whole one', async () => {
    await insert(
      Array.from({ length: 3_000 }, (_, index) => ({ name: `n${index}`, notes: 'x'.repeat(5_000) })),
    );
    const sent = get({ host: '127.0.0.1', port: t.port, path: EXPORT, headers: operator.bearer });
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    await t.panel.query('alter table clients rename to clients_away');
    try {
      await expect(answer.toArray()).rejects.toMatchObject({ code: 'ECONNRESET' });
      expect(answer.complete).toBe(false);
      expectProblem(await t.http.get(EXPORT).set(operator.bearer), 500, 'internal_error');
    } finally {
      await t.panel.query('alter table clients_away rename to clients');
    }
  });

  it('may take longer than other statements', async () => {
    const limits = { STATEMENT_TIMEOUT_MS: '1000', LOCK_TIMEOUT_MS: '30000' };
    const slow = await startServedApp({ urls: t.urls, environment: limits });
    await insert([{ name: 'Jana' }]);
    const holder = await t.panel.connect();
    try {
      await holder.query('begin; lock table clients in access exclusive mode');
      const answer = slow.http.get(EXPORT).set(operator.bearer).buffer().then();
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
                         and clock_timestamp() - query_start > interval '3 s'`;
      const isOver = answer.then(() => true);
      while ((await t.panel.query(waiting)).rowCount === 0 && !(await Promise.race([isOver, sleep(50)])));
      await holder.query('rollback');
      const { status, text } = await answer;
      expect([status, text.split('\r\n').length]).toEqual([200, 3]);
    } finally {
      await holder.query('rollback');
      holder.release();
      await slow.close();
    }
  });

  it('is for operators alone', async () => {
    const viewer = await signIn(t, { role: 'viewer' });
    expectProblem(await t.http.get('/api/clients/export.csv').set(viewer.bearer), 403, 'forbidden');
    expectProblem(await t.http.get('/api/clients/export.csv'), 401, 'unauthenticated');
    expectProblem(
      await t.http.patch('/api/clients/export.csv').set(operator.bearer).send({}),
      405,
      'method_not_allowed',
    );
  });

  it('asks for no more than its reader takes, and stops when that goes', async () => {
    await insert(
      Array.from({ length: 3_000 }, (_, index) => ({ name: `n${index}`, notes: 'x'.repeat(5_000) })),
    );
    const path = '/api/clients/export.csv';
    const received = await new Promise<number>((resolve, reject) => {
      const sent = get({ host: '127.0.0.1', port: t.port, path, headers: operator.bearer }, (answer) => {
        answer.once('data', (part: Buffer) => {
          sent.destroy();
          resolve(part.length);
        });
      });
      sent.on('error', reject);
    });
    expect(received).toBeLessThan(1_000_000);
    expect((await exported({ search: 'n2999' })).text.split('\r\n')).toHaveLength(3);
  });
});
