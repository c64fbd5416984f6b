import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientImportDto } from '@groupless/shared-dto';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { expectProblem } from '../../harness/http/problems';
import { sendRaw } from '../../harness/http/raw-http';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

const ID = '0192f0c1-7f3e-7c59-9d0e-0a4a3f0b6f11';

describe('an import of clients', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  let viewer: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    operator = await signIn(t, { role: 'operator' });
    viewer = await signIn(t, { role: 'viewer' });
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    await t.panel.query('delete from clients');
    t.clock.set('2026-11-20T09:30:00.000Z');
  });

  const send = (file: string | Buffer, query = {}) =>
    t.http
      .post('/api/clients/import')
      .query(query)
      .set({ ...operator.bearer, 'content-type': 'text/csv' })
      .send(file as string);

  async function imported(file: string | Buffer, query = {}): Promise<ClientImportDto> {
    const answer = await send(file, query);
    // A refusal is shown with its words.
    expect([answer.status, answer.status === 200 || answer.text]).toEqual([200, true]);
    return answer.body as ClientImportDto;
  }

  async function stored<Row extends object>(columns = 'name'): Promise<Row[]> {
    return (await t.panel.query<Row>(`select ${columns} from clients order by name collate "C"`)).rows;
  }

  it('makes clients of names alone', async () => {
    expect(await imported('name\r\nJana\r\nKofi\r\n')).toMatchObject({
      import_id: expect.any(String) as unknown,
      created: 2,
      updated: 0,
      skipped: 0,
      failed: [],
    });
    expect(
      await stored('name, phone, email, company, status, source, tags, notes, last_activity_at'),
    ).toEqual(
      ['Jana', 'Kofi'].map((name) => ({
        name,
        phone: null,
        email: null,
        company: '',
        status: 'active',
        source: 'import',
        tags: [],
        notes: '',
        last_activity_at: null,
      })),
    );
    const now = new Date('2026-11-20T09:30:00Z');
    const times = { created_at: now, updated_at: now };
    expect(await stored('created_at, updated_at')).toEqual([times, times]);
  });

  it('cleans what is one line, but for rows of an export, which come back as they were', async () => {
    const csv = [
      'id,name,company,tags',
      ',"  Anna \n Maria\u202e ","  A   B ","vip , VIP"',
      '0190a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2c,"  Old  Name ","  C   D ",vip',
      ',"\u200b",X,',
      ',.,X,',
      ',$,X,',
    ].join('\n');
    const { body } = await t.http
      .post('/api/clients/import')
      .set(operator.bearer)
      .set('content-type', 'text/csv')
      .send(csv)
      .expect(200);
    const nameless = { field: 'name', code: 'required' };
    expect(body).toMatchObject({ created: 2, failed: [nameless, nameless, nameless] });
    const { rows } = await t.panel.query(`select name, company, tags from clients order by name desc`);
    expect(rows).toEqual(
      expect.arrayContaining([
        { name: 'Anna Maria', company: 'A B', tags: ['vip'] },
        { name: '  Old  Name ', company: '  C   D ', tags: ['vip'] },
      ]),
    );
  });

  it('keeps the id, the source and the times of the file', async () => {
    const file =
      'id,name,source,last_activity_at,created_at,updated_at\n' +
      `${ID.toUpperCase()},Jana,phone,2026-01-02T03:04:05.678Z,2025-01-01T00:00:00+02:00,2025-06-01 10:00Z\n`;
    expect(await imported(file)).toMatchObject({ created: 1 });
    expect((await t.http.get(`/api/clients/${ID}`).set(operator.bearer)).body).toMatchObject({
      id: ID,
      source: 'phone',
      last_activity_at: '2026-01-02T03:04:05.678Z',
      created_at: '2024-12-31T22:00:00.000Z',
      updated_at: '2025-06-01T10:00:00.000Z',
    });
  });

  it('reads phones as the panel does, tags by comma or semicolon, and cells of several lines', async () => {
    const file = 'Name ,PHONE,tags,notes\n"Doe, ""Jo""",(212) 555-0123,"vip; a b,c","one\ntwo\r\nthree"\n';
    expect(await imported(file)).toMatchObject({ created: 1 });
    expect(await stored('name, phone, tags, notes')).toEqual([
      { name: 'Doe, "Jo"', phone: '+12125550123', tags: ['vip', 'a b', 'c'], notes: 'one\ntwo\r\nthree' },
    ]);
  });

  it.each([
    ['semicolons', 'name;company\nJana;"A, B; C"\n', 'A, B; C'],
    ['tabs', 'name\tcompany\nJana\tA, B\n', 'A, B'],
    ['a byte order mark', '\ufeffname,company\nJana,A\n', 'A'],
    ['quotes around the header', '"name","company"\n"Jana","A"', 'A'],
    ['returns alone', 'name,company\rJana,A\r', 'A'],
    ['blank lines', '\n\nname,company\n\nJana,A\n\n\n', 'A'],
    ['fewer cells than columns', 'company,name,notes\nA,Jana\n', 'A'],
  ])('reads a file with %s', async (_, file, company) => {
    expect(await imported(file)).toMatchObject({
      import_id: expect.any(String) as unknown,
      created: 1,
      updated: 0,
      skipped: 0,
      failed: [],
    });
    expect(await stored('name, company')).toEqual([{ name: 'Jana', company }]);
  });

  it('leaves out the rows that it cannot use, each with its first fault, and stores the others', async () => {
    const rows = [
      'id,name,phone,email,status,source,tags,created_at,notes',
      ',Jana',
      ',',
      ',x,555',
      ',x,,nobody',
      ',x,,,vip',
      ',x,,,,fax',
      ',x,,,,,"a,a"',
      ',x,,,,,,2026-02-30T10:00:00Z',
      ',x,,,,,,2026-02-20T10:00:00',
      'x,x',
      `,x,,,,,,,${'n'.repeat(10_001)}`,
      ',Kofi,,kofi@example.com',
    ];
    expect(await imported(rows.join('\n'))).toMatchObject({
      import_id: expect.any(String) as unknown,
      created: 2,
      updated: 0,
      skipped: 0,
      failed: [
        { row: 3, field: 'name', code: 'required' },
        { row: 4, field: 'phone', code: 'invalid_phone' },
        { row: 5, field: 'email', code: 'invalid_format' },
        { row: 6, field: 'status', code: 'not_allowed' },
        { row: 7, field: 'source', code: 'not_allowed' },
        { row: 8, field: 'tags', code: 'repeated' },
        { row: 9, field: 'created_at', code: 'invalid_format' },
        { row: 10, field: 'created_at', code: 'invalid_format' },
        { row: 11, field: 'id', code: 'invalid_format' },
        { row: 12, field: 'notes', code: 'too_long' },
      ],
    });
    expect(await stored()).toEqual([{ name: 'Jana' }, { name: 'Kofi' }]);
  });

  it.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59-12:00'])(
    'leaves out a row with the time %s, which is in no year from 1 to 9999',
    async (time) => {
      for (const field of ['last_activity_at', 'created_at', 'updated_at']) {
        const failed = [{ row: 2, field, code: 'out_of_range' }];
        expect(await imported(`name,${field}\nJana,${time}\n`)).toMatchObject({
          import_id: expect.any(String) as unknown,
          created: 0,
          updated: 0,
          skipped: 0,
          failed,
        });
      }
    },
  );

  it('skips a row whose id is known; one without an id whose phone or email is', async () => {
    const known = { name: 'Known', phone: '+12125550123', email: 'Jana@Example.com' };
    const { body } = await t.http.post('/api/clients').set(operator.bearer).send(known);
    const rows = [
      'id,name,phone,email',
      `${body.id},same id,,`,
      ',known,212 555 0123,',
      ',known,,JANA@example.COM',
      `${ID},own id,212 555 0123,`,
      ',new,,new@example.com',
    ];
    expect(await imported(rows.join('\n'))).toMatchObject({
      import_id: expect.any(String) as unknown,
      created: 2,
      updated: 0,
      skipped: 3,
      failed: [],
    });
    expect(await stored()).toEqual([{ name: 'Known' }, { name: 'new' }, { name: 'own id' }]);
  });

  it('skips a row whose client an earlier row made, and only then', async () => {
    await t.http.post('/api/clients').set(operator.bearer).send({ name: 'Known', phone: '+12125550123' });
    const rows = [
      'id,name,phone,email',
      ',Known,212 555 0123,a@example.com',
      ',made,,a@example.com',
      ',Made,,A@example.com',
      `${ID},with id,+447700900118,`,
      `${ID},twin of id,,`,
      ',id with,+44 7700 900118,',
      ',invalid,555,b@example.com',
      ',made too,,b@example.com',
    ];
    expect(await imported(rows.join('\n'))).toMatchObject({ created: 3, skipped: 4 });
    expect(await stored()).toEqual([
      { name: 'Known' },
      { name: 'made' },
      { name: 'made too' },
      { name: 'with id' },
    ]);
  });

  it('names the line of the file, past blank lines and cells of several lines', async () => {
    const file = 'name,phone,notes\r\n\r\nJana,,"one\r\ntwo"\r\n\r\n,,\r\nKofi,555,"a\nb"\r\nAma,12,';
    const { failed } = await imported(file);
    expect(failed).toEqual([
      { row: 6, field: 'name', code: 'required' },
      { row: 7, field: 'phone', code: 'invalid_phone' },
      { row: 9, field: 'phone', code: 'invalid_phone' },
    ]);
  });

  it('remembers earlier rows over thousands of others', async () => {
    const rows = Array.from(
      { length: 1_700 },
      (_, index) => `n${index % 1_200},n${index % 1_200}@example.com`,
    );
    expect(await imported(`name,email\n${rows.join('\n')}`)).toMatchObject({ created: 1_200, skipped: 500 });
  });

  it('says with dry_run what would happen, and does nothing', async () => {
    const file = `id,name,phone\n${ID},Jana,\n${ID},Twin,\n,Kofi,555\n,Ama,2125550123\n,Ama,+12125550123\n`;
    const { rows } = await t.panel.query('select count(*) from audit_events');
    const would = await imported(file, { dry_run: 'true' });
    expect(would).toMatchObject({
      import_id: null,
      created: 2,
      updated: 0,
      skipped: 2,
      failed: [{ row: 4, field: 'phone', code: 'invalid_phone' }],
    });
    expect(await stored()).toEqual([]);
    expect((await t.panel.query('select count(*) from audit_events')).rows).toEqual(rows);
    const { import_id, not_made: _, known, ...counts } = would;
    expect(known).toEqual({ id: 0, phone: 0, email: 0, both: 0 });
    expect(import_id).toBeNull();
    expect(await imported(file, { dry_run: 'false' })).toMatchObject(counts);
    expect(await imported(file)).toMatchObject({ created: 0, skipped: 4 });
  });

  it('records one entry with the counts', async () => {
    await imported('name,phone\nJana,\nKofi,555\n');
    const { rows } = await t.panel.query(
      `select user_id, details from audit_events where action = 'clients.imported' order by id desc limit 1`,
    );
    expect(rows).toEqual([
      { user_id: operator.id, details: { created: 1, updated: 0, skipped: 0, failed: 1 } },
    ]);
  });

  it.each([
    ['nothing', '', 'The file is empty'],
    ['blank lines alone', '\n\n', 'The file is empty'],
    ['no column name', 'phone,email\n1,2\n', 'The column name is missing'],
    ['a column of its own', 'name,Birthday\nJana,1\n', 'Unknown column "birthday"'],
    ['a column twice', 'name,phone,Name\n', 'The column name is there twice'],
    ['a cell too many', 'name,phone\nJana,\nKofi,,x\n', 'Line 3: There are more cells'],
    ['a quote without an end', 'name,notes\nJana,ok\nKofi,"oh\nAma,\n', 'A quote is opened and never closed'],
    ['text behind a quote', 'name,notes\nJana,"ok" not\n', 'Line 2: Text follows a closing quote'],
    ['a quote within a bare cell', 'name,notes\nJana,5" wheel\n', 'Line 2: A quote stands within'],
    ['a NUL', 'name\nJana\nKo\0fi\n', 'Line 3: There is a NUL'],
    ['Latin-1', Buffer.from('name\nJana\nNovákov\u00e1\n', 'latin1'), 'Line 3: The text is not UTF-8'],
    ['UTF-16', Buffer.from('\ufeffname\nJana\n', 'utf16le'), 'Line 1: The text is UTF-16'],
    [
      'half a character at the end',
      Buffer.from('name\nJan\u00e1', 'utf8').subarray(0, -1),
      'Line 2: The text',
    ],
    ['an endless row', `name\n${'x'.repeat(200_000)}\n`, 'longer than'],
  ])('refuses %s, says where, and stores nothing', async (_, file, detail) => {
    const problem = expectProblem(await send(file), 400, 'invalid_csv');
    expect(problem.detail).toContain(detail);
    expect(await stored()).toEqual([]);
  });

  it('takes the line in which a spreadsheet names its delimiter for what it is', async () => {
    const report = await imported('sep=;\r\nname;notes\r\n"Jana, Dr";a\r\nKofi;b\r\n');
    expect(report).toMatchObject({ created: 2, failed: [] });
    expect(await imported('sep=;\nname;phone\nAma;555\n')).toMatchObject({
      failed: [{ row: 3, field: 'phone', code: 'invalid_phone' }],
    });
    const { detail } = expectProblem(await send('sep=;\nname;phone\nAma;;x\n'), 400, 'invalid_csv');
    expect(detail).toContain('Line 3: There are more cells');
  });

  it('takes two numbers in a cell of further ones', async () => {
    await imported('name,phone,other_phones\nJana,+12125550123,+12125550124 / +12125550125 (Work)\n');
    const { rows } = await t.panel.query('select other_phones from clients');
    expect(rows).toEqual([
      { other_phones: ['+12125550124', '+12125550125'].map((phone) => ({ phone, label: 'Work' })) },
    ]);
  });

  it('names the accepted columns', async () => {
    const { detail } = expectProblem(await send('nom\nJana\n'), 400, 'invalid_csv');
    expect(detail).toContain('Accepted: id, name, phone, email, company, status, source, tags, notes');
  });

  it('takes text/csv alone, and says so', async () => {
    for (const type of ['application/json', 'text/plain', 'text/csv; charset=latin1']) {
      const answer = await t.http
        .post('/api/clients/import')
        .set({ ...operator.bearer, 'content-type': type })
        .send('{}');
      expect(expectProblem(answer, 415, 'unsupported_media_type').detail).toContain('Content-Type: text/csv');
    }
    const answer = await t.http
      .post('/api/clients')
      .set({ ...operator.bearer, 'content-type': 'text/csv' })
      .send('name\nJana\n');
    expectProblem(answer, 415, 'unsupported_media_type');
    expect(await imported('name\nJana\n')).toMatchObject({ created: 1 });
    const named = t.http
      .post('/api/clients/import')
      .set({ ...operator.bearer, 'content-type': 'Text/CSV; header=present; charset="UTF-8"' });
    expect((await named.send('name\nKofi\n')).body).toMatchObject({ created: 1 });
  });

  it('lets operators alone import, and reads nothing before it knows who sends it', async () => {
    const post = (headers: Record<string, string>) =>
      t.http
        .post('/api/clients/import')
        .set({ ...headers, 'content-type': 'text/csv' })
        .send('\0');
    expectProblem(await post({}), 401, 'unauthenticated');
    expectProblem(await post(viewer.bearer), 403, 'forbidden');
    expectProblem(await t.http.get('/api/clients/import').set(operator.bearer), 405, 'method_not_allowed');
  });

  it('refuses a wrong dry_run', async () => {
    expectProblem(await send('name\nJana\n', { dry_run: 'yes' }), 400, 'invalid_request');
    expectProblem(await send('name\nJana\n', { dryrun: 'true' }), 400, 'invalid_request');
    expect(await stored()).toEqual([]);
  });

  it('refuses a file that says that it has more than 64 MiB', async () => {
    const headers = { ...operator.bearer, 'content-type': 'text/csv' };
    const body = Buffer.alloc(64 * 1_048_576 + 1, 'name\n');
    const answer = await sendRaw(t.port, { method: 'POST', path: '/api/clients/import', headers, body });
    expectProblem(answer, 413, 'body_too_large');
    expect(await stored()).toEqual([]);
  });

  it('stores nothing of a file whose sender goes away in the middle', async () => {
    const sent = request({
      host: '127.0.0.1',
      port: t.port,
      method: 'POST',
      path: '/api/clients/import',
      headers: { ...operator.bearer, 'content-type': 'text/csv' },
    });
    sent.on('error', () => undefined);
    // More than is on its way at a time: most of it has been taken from the connection when this is sent.
    await new Promise((resolve) => sent.write(`name\n${'Jana\n'.repeat(2_000_000)}`, resolve));
    sent.destroy();
    while (!t.log_lines.some((line) => line.includes('"message":"aborted"'))) await sleep(10);
    expect(await stored()).toEqual([]);
    expect(await imported('name\nJana\n')).toMatchObject({ created: 1 });
  });

  it('makes each client once when two send the same file at once', async () => {
    const rows = Array.from({ length: 600 }, (_, index) => `n${index},n${index}@example.com`);
    const withIds = Array.from({ length: 300 }, (_, index) => `${ID.slice(0, -4)}${1_000 + index},i${index}`);
    const files = [`name,email\n${rows.join('\n')}`, `id,name\n${withIds.join('\n')}`];
    const reports = await Promise.all(files.flatMap((file) => [imported(file), imported(file)]));
    expect(reports.reduce((sum, { created }) => sum + created, 0)).toBe(900);
    expect(reports.reduce((sum, { skipped }) => sum + skipped, 0)).toBe(900);
    expect(await stored()).toHaveLength(900);
  });

  it('changes known clients by id, phone or email where it is asked to, and says so before', async () => {
    const file =
      'id,name,phone,email,tags,notes\n' +
      `${ID},Jana,,,vip,old\n` +
      ',Kofi,+1 212 555 0123,,,\n' +
      ',Mia,,mia@example.com,,kept\n';
    await imported(file);
    const corrected =
      'id,name,phone,email,tags,notes\n' +
      `${ID},Jana Nováková,,,"vip, new",\n` +
      ',Kofi Mensah,(212) 555-0123,,,\n' +
      ',Mia,,mia@example.com,,\n' +
      ',Newcomer,,,,\n';
    const expected = { created: 1, updated: 2, skipped: 1, failed: [] };
    expect(await imported(corrected, { update: 'true', dry_run: 'true' })).toMatchObject({
      ...expected,
      import_id: null,
    });
    expect(await stored('name')).toEqual([{ name: 'Jana' }, { name: 'Kofi' }, { name: 'Mia' }]);
    expect(await imported(corrected, { update: 'true' })).toMatchObject(expected);
    expect(await stored('name, tags, notes, version')).toEqual([
      { name: 'Jana Nováková', tags: ['vip', 'new'], notes: 'old', version: 2 },
      { name: 'Kofi Mensah', tags: [], notes: '', version: 2 },
      { name: 'Mia', tags: [], notes: 'kept', version: 1 },
      { name: 'Newcomer', tags: [], notes: '', version: 1 },
    ]);
  });
});
