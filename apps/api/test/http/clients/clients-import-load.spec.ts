import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { ClientImportDto } from '@groupless/shared-dto';
import { LOCK_CONTACTS } from '../../../src/clients/contacts/client-contacts.repository';
import {
  ADD_ROWS,
  INDEX,
  LIST_OWNERS,
  LOCK_IMPORTS,
  STAGE,
  TAKE_BACK,
} from '../../../src/clients/files/import-statements';
import { matchKnown } from '../../../src/clients/files/import-updates';
import { ADVISORY_LOCKS } from '../../../src/database/advisory-locks';
import type { Transaction } from '../../../src/database/transaction';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { atOnce, eventually, WAITS_FOR_LOCK } from '../../harness/data/times';

const HOUR = 3_600_000;
/** More than one statement of an import, so that others come in between. */
const ROWS = 6_000;
/** Of clients who are there already, and how often all clients are read for them at most. */
const KNOWN_ROWS = 300;
const MOST_SCANS = 20;

describe('imports beside everybody else', () => {
  let t: ServedApp;
  let operator: SignedInUser;
  afterEach(() => t.close());

  async function start(environment: Record<string, string>): Promise<void> {
    t = await startServedApp({ environment });
    operator = await signIn(t, { role: 'operator' });
  }

  const headers = () => ({ ...operator.bearer, 'content-type': 'text/csv' });
  const send = (file: string) => t.http.post('/api/clients/import').set(headers()).send(file);
  const numbered = (count: number, row: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => row(index)).join('\n');

  /** Begins an import whose file is not complete before `end()`. */
  function begin(): ClientRequest {
    const sent = request({
      ...{ host: '127.0.0.1', port: t.port, agent: false },
      ...{ method: 'POST', path: '/api/clients/import', headers: headers() },
    });
    sent.write(`name\n${'Jana\n'.repeat(100)}`);
    return sent;
  }

  async function end(sent: ClientRequest): Promise<ClientImportDto> {
    sent.end('Kofi\n');
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const parts = (await answer.toArray()) as Buffer[];
    return JSON.parse(Buffer.concat(parts).toString()) as ClientImportDto;
  }

  it('take no connection while their files arrive', async () => {
    await start({ DB_POOL_SIZE: '3', CONNECTION_TIMEOUT_MS: '2000' });
    const sent = Array.from({ length: 12 }, begin);
    for (let times = 0; times < 10; times++) {
      expect((await t.http.get('/api/clients').set(operator.bearer)).status).toBe(200);
      expect((await t.http.get('/api/health/ready')).status).toBe(200);
    }
    const reports = await Promise.all(sent.map(end));
    expect(reports).toMatchObject(
      sent.map(() => ({
        import_id: expect.any(String) as unknown,
        created: 101,
        updated: 0,
        skipped: 0,
        failed: [],
      })),
    );
  });

  it('need one connection together, however many they are', async () => {
    await start({ DB_POOL_SIZE: '1' });
    const answers = await atOnce(6, (index) => send(`name,phone\nn${index},(212) 555-0123\n`));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const { rows } = await t.panel.query('select phone from clients');
    expect(rows).toEqual([{ phone: '+12125550123' }]);
  });

  it('wait for no appointments', async () => {
    await start({});
    const holder = await t.panel.connect();
    await holder.query('begin');
    // What an appointment locks whose resource's hash is 0.
    await holder.query('select pg_advisory_xact_lock(7204, 0)');
    expect((await send('name\nJana\n')).body).toMatchObject({ created: 1 });
    await holder.query('rollback');
    holder.release();
  });

  it('keep nobody from making clients, and make none of those a second time', async () => {
    await start({});
    const importing = send(`name,email\n${numbered(ROWS, (index) => `n${index},n${index}@example.com`)}`);
    let isDone = false;
    const report = importing.then(({ status, body }) => {
      isDone = true;
      expect(status).toBe(200);
      return body as ClientImportDto;
    });
    let made = 0;
    // From the end of the file, so that many are made before the import comes to their rows, and the rest behind.
    for (let index = ROWS - 1; !isDone; index--) {
      // The clock of another process may be another.
      t.clock.set(
        new Date(Date.parse('2026-11-20T09:30:00Z') + ((index % 3) - 1) * (HOUR / 2)).toISOString(),
      );
      const client = { name: 'single', email: `N${(index * 7) % ROWS}@example.com` };
      const { status } = await t.http.post('/api/clients').set(operator.bearer).send(client);
      expect([201, 409]).toContain(status);
      if (status === 201) made++;
    }
    const { created, skipped } = await report;
    expect(made).toBeGreaterThan(0);
    expect([created, skipped]).toEqual([ROWS - made, made]);
    const { rows } = await t.panel.query(
      'select count(*)::int as clients, count(distinct lower(email))::int as emails from clients',
    );
    expect(rows).toEqual([{ clients: ROWS, emails: ROWS }]);
  });

  it('wait for a booking that holds its lock longer than others would wait', async () => {
    await start({ LOCK_TIMEOUT_MS: '100' });
    const holder = await t.panel.connect();
    await holder.query('begin');
    await holder.query(`select pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.clientContacts}, 0)`);
    const importing = send('name\nJana\n').then(({ body }) => body as ClientImportDto);
    const waitsLong = `${WAITS_FOR_LOCK} and query_start < clock_timestamp() - interval '300 ms'`;
    await eventually(async () => (await t.panel.query(waitsLong)).rowCount !== 0);
    await holder.query('commit');
    holder.release();
    expect(await importing).toMatchObject({ created: 1 });
  });

  it('look at the end only at clients who were written since they began', async () => {
    await start({});
    const insert = `insert into clients (id, name, phone, source) values (gen_random_uuid(), 'before', '+12125550123', 'phone')`;
    await t.panel.query(insert);
    // Transactions of other tests in this cluster began before it, and an import looks as far back as the oldest.
    const isPast = `select pg_snapshot_xmin(pg_current_snapshot())::text::bigint > xmin::text::bigint as is_past from clients where name = 'before'`;
    await eventually(async () => (await t.panel.query<{ is_past: boolean }>(isPast)).rows[0]!.is_past);
    const importing = await t.panel.connect();
    await importing.query('begin');
    const { rows } = await importing.query<{ since: string }>(LOCK_IMPORTS);
    for (const statement of STAGE) await importing.query(statement);
    const staged = {
      place: 1,
      line: 2,
      id: randomUUID(),
      has_id: false,
      name: 'made',
      phone: '+12125550123',
      source: 'phone',
      tags: [],
      notes: '',
    };
    const takesBack = async () => {
      await importing.query('truncate import_rows');
      await importing.query(ADD_ROWS, [JSON.stringify([{ ...staged, other_phones: [], given: [] }])]);
      await importing.query(TAKE_BACK, [rows[0]!.since]);
      return (await importing.query('select from import_rows where is_made')).rowCount === 0;
    };
    try {
      expect(await takesBack()).toBe(false);
      await t.panel.query(insert.replace('before', 'meanwhile'));
      expect(await takesBack()).toBe(true);
    } finally {
      await importing.query('rollback');
      importing.release();
    }
  });

  it('read the clients whole a few times, and not for each row', async () => {
    await start({});
    const importing = await t.panel.connect();
    await importing.query('begin');
    const scansOf = async (work: () => Promise<unknown>) => {
      const count = `select pg_stat_get_xact_numscans('clients'::regclass)::int as scans`;
      const before = (await importing.query<{ scans: number }>(count)).rows[0]!.scans;
      await work();
      return (await importing.query<{ scans: number }>(count)).rows[0]!.scans - before;
    };
    const contacts = (index: number) => ({
      name: `n${index}`,
      phone: `+1212555${1_000 + index}`,
      email: `n${index}@example.com`,
    });
    const staged = Array.from({ length: KNOWN_ROWS }, (_, index) => ({
      ...{ place: index + 1, line: index + 2, id: randomUUID(), has_id: false, is_made: false },
      ...{ ...contacts(index), source: 'phone', tags: [], notes: '', other_phones: [], given: [] },
    }));
    const transaction = {
      query: async (text: string, values?: unknown[]) => (await importing.query<object>(text, values)).rows,
    } as Transaction;
    try {
      await importing.query(
        `insert into clients (id, name, phone, email, source)
         select gen_random_uuid(), name, phone, email, 'phone'
         from json_to_recordset($1) as known (name text, phone text, email text)`,
        [JSON.stringify(staged)],
      );
      for (const statement of STAGE) await importing.query(statement);
      await importing.query(ADD_ROWS, [JSON.stringify(staged)]);
      for (const statement of INDEX) await importing.query(statement);
      const whole: [number, number] = [0, KNOWN_ROWS];
      let found = 0;
      const settling = await scansOf(async () => {
        found = (await importing.query(LIST_OWNERS, whole)).rowCount ?? 0;
      });
      // By phone and by email.
      expect(found).toBe(2 * KNOWN_ROWS);
      expect(settling).toBeLessThan(MOST_SCANS);
      await importing.query('update import_rows set is_made = false');
      const matching = await scansOf(() =>
        matchKnown(transaction, [whole], { isAnyName: false, areFilled: false }),
      );
      const { rowCount } = await importing.query('select from import_rows where client_id is not null');
      expect(rowCount).toBe(KNOWN_ROWS);
      expect(matching).toBeLessThan(MOST_SCANS);
    } finally {
      await importing.query('rollback');
      importing.release();
    }
  });

  it('take back what somebody else made just before the end', async () => {
    await start({});
    t.clock.set('2026-11-20T09:30:00.000Z');
    const holder = await t.panel.connect();
    await holder.query('begin');
    await holder.query(LOCK_CONTACTS.text, [['+12125550123'], null]);
    await holder.query(
      `insert into clients (id, name, phone, source, created_at)
       values (gen_random_uuid(), 'single', '+12125550123', 'phone', '2026-11-20T09:00:00Z')`,
    );
    const importing = send('name,phone,email\nJana,2125550123,\nAma,,ama@example.com\n').then(
      ({ body }) => body as ClientImportDto,
    );
    await eventually(async () => (await t.panel.query(WAITS_FOR_LOCK)).rowCount !== 0);
    await holder.query('commit');
    holder.release();
    expect(await importing).toMatchObject({
      import_id: expect.any(String) as unknown,
      created: 1,
      updated: 0,
      skipped: 1,
      failed: [],
    });
    const { rows } = await t.panel.query('select name from clients order by name');
    expect(rows).toEqual([{ name: 'Ama' }, { name: 'single' }]);
  });
});
