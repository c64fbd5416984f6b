import type { AccountDto } from '@groupless/shared-dto';
import { Client } from 'pg';
import { ADVISORY_LOCKS } from '../../src/database/advisory-locks';
import type { DatabaseName } from '../../src/database/data-source-options';
import { compareMigrations } from '../../src/database/migrate';
import { SECRETS } from '../harness/apps/test-app';
import { ACCOUNTS, AS_SWITCH } from '../harness/data/accounts';
import { APPOINTMENTS, AS_AGENT } from '../harness/data/appointments';
import { atOnce, comingMonday, eventually } from '../harness/data/times';
import { asSuperuser, createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';
import { itUnderFire, prove } from '../harness/hostile/fire';
import { sendRaw } from '../harness/http/raw-http';
import { makeDataFolder, RunningProgram, type DataFolder } from '../harness/programs/running-program';

jest.setTimeout(1_200_000);

const itAlone = itUnderFire('three replicas that start, book and switch accounts at once');

const BOOKINGS = 5_000;
const ACTIVATIONS = 10_000;
/** Requests that are under way at once, of each replica. */
const CALLERS = 20;
const REPLICAS = [0, 1, 2];

describe('three replicas', () => {
  let data: DataFolder;
  let databases: TestDatabases;
  let programs: RunningProgram[] = [];
  beforeEach(async () => {
    data = makeDataFolder();
    databases = await createTestDatabases({ empty: true });
  });
  afterEach(async () => {
    await Promise.all(programs.map((program) => program.kill('SIGTERM')));
    await databases.drop();
    await data.remove();
  });

  /** @param replica its connections bear the number as their name */
  function start(replica: number): Promise<RunningProgram> {
    const urlOf = (name: DatabaseName) => {
      const url = new URL(databases.urls[name].direct_url);
      url.searchParams.set('application_name', `replica ${replica}`);
      return url.href;
    };
    const { AGENT_API_KEY, SWITCH_API_KEY } = SECRETS;
    return RunningProgram.start({
      ...{ DATA_DIR: data.path, LOG_LEVEL: 'error', AGENT_API_KEY, SWITCH_API_KEY },
      ...{ PANEL_DATABASE_URL: urlOf('panel'), MEMORY_DATABASE_URL: urlOf('memory') },
    });
  }

  async function startAll(): Promise<number[]> {
    programs = await Promise.all(REPLICAS.map(start));
    await Promise.all(programs.map((program) => program.ready()));
    return programs.map((program) => Number(new URL(program.base_url).port));
  }

  /** Sends the request of each number, to the replicas in turn. */
  async function sendAll(count: number, send: (index: number) => Promise<void>): Promise<void> {
    let next = 0;
    await atOnce(CALLERS * REPLICAS.length, async () => {
      while (next < count) await send(next++);
    });
  }

  async function inDatabase<T>(name: DatabaseName, work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ connectionString: databases.urls[name].direct_url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  /** The replica that migrates the database at this moment. */
  function migrating(name: DatabaseName): Promise<number | null> {
    const database = new URL(databases.urls[name].direct_url).pathname.slice(1);
    return asSuperuser(async (client) => {
      const { rows } = await client.query<{ application_name: string }>(
        `select application_name from pg_locks join pg_stat_activity using (pid)
         where locktype = 'advisory' and classid = $1 and granted and datname = $2`,
        [ADVISORY_LOCKS.migrations, database],
      );
      return rows[0] === undefined ? null : Number(rows[0].application_name.split(' ')[1]);
    });
  }

  itAlone.each(['panel', 'memory'] as const)(
    'start at once on empty databases; the one that migrates the %s database is killed, and the others finish',
    async (name) => {
      programs = await Promise.all(REPLICAS.map(start));
      let killed: number | null = null;
      await eventually(async () => (killed = await migrating(name)) !== null);
      const victim = programs[killed!]!;
      await victim.kill('SIGKILL');
      expect(victim.output).not.toContain(`Migrated the ${name} database`);
      const left = programs.filter((program) => program !== victim);
      await Promise.all(left.map((program) => program.ready()));
      programs[killed!] = await start(killed!);
      await programs[killed!]!.ready();
      for (const one of ['panel', 'memory'] as const)
        expect((await inDatabase(one, (client) => compareMigrations(one, client))).pending).toEqual([]);
      const output = programs.map((program) => program.output).join('');
      expect(output.match(new RegExp(`Migrated the ${name} database`, 'g'))).toHaveLength(1);
      const { rows } = await inDatabase('panel', (client) => client.query(`select role from users`));
      expect(rows).toEqual([{ role: 'admin' }]);
      prove({
        asvs: '16.5.2',
        promise: `Three replicas start at once on empty databases; one is killed while it migrates the ${name} database.`,
        figure: 'migrated once by the others, one admin; the killed one joins them when it is started again',
      });
    },
  );

  itAlone(`book one slot once, of ${BOOKINGS} callers`, async () => {
    const ports = await startAll();
    const starts_at = comingMonday();
    const answers = new Map<string, number>();
    await sendAll(BOOKINGS, async (index) => {
      const body = JSON.stringify({ client: { name: `Caller ${index}` }, starts_at });
      const headers = { ...AS_AGENT, 'content-type': 'application/json' };
      const port = ports[index % ports.length]!;
      const { status, text } = await sendRaw(port, { method: 'POST', path: APPOINTMENTS, headers, body });
      const { code } = JSON.parse(text) as { code?: string };
      const answer = code === undefined ? String(status) : `${status} ${code}`;
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    });
    expect(Object.fromEntries(answers)).toEqual({ '201': 1, '409 slot_taken': BOOKINGS - 1 });
    const { rows } = await inDatabase('panel', (client) =>
      client.query(
        'select (select count(*)::int from appointments) as appointments, count(*)::int as clients from clients',
      ),
    );
    expect(rows).toEqual([{ appointments: 1, clients: 1 }]);
    prove({
      asvs: '2.3.4',
      promise: 'A slot is booked once, however many ask for it on however many replicas.',
      figure: `${BOOKINGS} callers of three replicas: 1 booked, ${BOOKINGS - 1} told slot_taken`,
    });
  });

  itAlone(`have one active account at every moment of ${ACTIVATIONS} activations`, async () => {
    const ports = await startAll();
    const list = async (port: number) => {
      const { status, text } = await sendRaw(port, { path: ACCOUNTS, headers: AS_SWITCH });
      expect(status).toBe(200);
      return JSON.parse(text) as AccountDto[];
    };
    const accounts = await list(ports[0]!);
    expect(accounts.length).toBeGreaterThan(2);
    const activate = async (index: number) => {
      const path = `${ACCOUNTS}/${accounts[index % accounts.length]!.id}/activate`;
      const port = ports[index % ports.length]!;
      return (await sendRaw(port, { method: 'POST', path, headers: AS_SWITCH })).status;
    };
    const statuses = new Set([await activate(0)]);
    const seen = new Map<number, number>();
    let isDone = false;
    const readers = ports.map(async (port) => {
      while (!isDone) {
        const active = (await list(port)).filter(({ is_active }) => is_active).length;
        seen.set(active, (seen.get(active) ?? 0) + 1);
      }
    });
    await sendAll(ACTIVATIONS, async (index) => {
      statuses.add(await activate(index));
    }).finally(() => (isDone = true));
    await Promise.all(readers);
    expect([...statuses]).toEqual([200]);
    expect([...seen.keys()]).toEqual([1]);
    const looks = seen.get(1)!;
    expect(looks).toBeGreaterThan(ACTIVATIONS / 100);
    prove({
      asvs: '15.4.2',
      promise: 'There is one active account at every moment, however many switch at once on three replicas.',
      figure: `${ACTIVATIONS} activations over three replicas: one active at each of ${looks} looks`,
    });
  });
});
