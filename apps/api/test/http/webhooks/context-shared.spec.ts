import type { ContextDto } from '@groupless/shared-dto';
import { ContextRepository } from '../../../src/memory/brief/context.repository';
import { ContextService } from '../../../src/memory/brief/context.service';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { serverAddress, TcpProxy, throughPort } from '../../harness/databases/tcp-proxy';
import { atOnce, eventually } from '../../harness/data/times';

const READERS = 100;

describe('the context for many readers at once', () => {
  let here: ServedApp;
  /** A replica whose way to the memory database can be hindered. */
  let there: ServedApp;
  let way: TcpProxy;
  let context: string;
  let state: string;
  beforeAll(async () => {
    // A reader waits as long as the test holds it up, on a busy machine too.
    const environment = {
      LOCK_TIMEOUT_MS: '60000',
      STATEMENT_TIMEOUT_MS: '60000',
      CONNECTION_TIMEOUT_MS: '60000',
    };
    here = await startServedApp({ environment });
    const { url } = here.urls.memory;
    way = await TcpProxy.to(serverAddress(url));
    there = await startServedApp({
      urls: { ...here.urls, memory: { ...here.urls.memory, url: throughPort(url, way.port) } },
    });
    [context, state] = await Promise.all([
      here.webhook('assistant-context'),
      here.webhook('assistant-update-state'),
    ]);
  });
  afterAll(async () => {
    way.thaw();
    await there.close();
    await way.close();
    await here.close();
  });

  const load = ({ port }: ServedApp, options: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${context}`, options);

  async function shown(answer: Response): Promise<string | undefined> {
    expect(answer.status).toBe(200);
    return ((await answer.json()) as ContextDto).state[0]?.value;
  }

  const loadShown = async (app: ServedApp) => shown(await load(app));

  async function write(app: ServedApp, value: string): Promise<void> {
    const { status } = await fetch(`http://127.0.0.1:${app.port}${state}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key: 'shown', value }),
    });
    expect([200, 201]).toContain(status);
  }

  /** How many connections of the memory database run the context just now, or wait there. */
  async function running(): Promise<number> {
    const { rows } = await here.memory.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and state = 'active' and query like '%recent_sessions%' and pid <> pg_backend_pid()`,
    );
    return rows[0]?.count ?? 0;
  }

  /** Begins to read with many, and waits until all of them ask for the context. */
  async function begin(app: ServedApp): Promise<Promise<Response>[]> {
    const loads = jest.spyOn(app.app.get(ContextService), 'load');
    const readers = Array.from({ length: READERS }, () => load(app));
    for (const reader of readers) reader.catch(() => undefined);
    await eventually(() => loads.mock.calls.length >= READERS);
    loads.mockRestore();
    return readers;
  }

  it('takes one query for all who wait, and leaves the other connections to others', async () => {
    await write(here, 'before');
    const statements = jest.spyOn(there.app.get(ContextRepository), 'loadContext');
    const holder = await here.memory.connect();
    await holder.query('begin; lock table assistant_people in access exclusive mode');
    const first = loadShown(there);
    await eventually(async () => (await running()) === 1);
    const readers = await begin(there);
    expect(await running()).toBe(1);
    await write(there, 'meanwhile');
    await holder.query('commit');
    holder.release();
    await first;
    expect(new Set(await Promise.all(readers.map(async (one) => shown(await one))))).toEqual(
      new Set(['meanwhile']),
    );
    expect(statements).toHaveBeenCalledTimes(2);
  });

  it('shows what was written while the last query ran, whose answer is still on its way', async () => {
    await write(here, 'old');
    expect(await loadShown(there)).toBe('old');
    const asked = await here.memory.query<{ now: string }>('select clock_timestamp()::text as now');
    way.freezeAnswers();
    const early = loadShown(there);
    await eventually(async () => {
      const { rows } = await here.memory.query(
        `select 1 from pg_stat_activity where datname = current_database() and state = 'idle'
         and query like '%recent_sessions%' and query_start > $1`,
        [asked.rows[0]?.now],
      );
      return rows.length > 0;
    });
    await write(here, 'new');
    const late = await begin(there);
    way.thaw();
    expect(await early).toBe('old');
    expect(new Set(await Promise.all(late.map(async (one) => shown(await one))))).toEqual(new Set(['new']));
  });

  it('harms nobody when one who waits goes away', async () => {
    const holder = await here.memory.connect();
    await holder.query('begin; lock table assistant_people in access exclusive mode');
    const leaving = new AbortController();
    const first = load(there, { signal: leaving.signal });
    const second = load(there, { signal: leaving.signal });
    const patient = [loadShown(there), loadShown(there)];
    await eventually(async () => (await running()) === 1);
    leaving.abort();
    await expect(first).rejects.toThrow();
    await expect(second).rejects.toThrow();
    await holder.query('commit');
    holder.release();
    for (const value of await Promise.all(patient)) expect(value).toBe('new');
  });

  it('tells each who waits when the database goes away, and serves all when it is back', async () => {
    way.freezeAnswers();
    const readers = await begin(there);
    way.cut();
    for (const reader of readers) expect((await reader).status).toBe(503);
    way.mend();
    expect(await loadShown(there)).toBe('new');
  });

  it('is never older than a finished POST, on either replica, while readers hammer both', async () => {
    let goesOn = true;
    const hammering = atOnce(4, async (index) => {
      while (goesOn) await loadShown(index % 2 === 0 ? here : there);
    });
    try {
      for (let round = 0; round < 12; round++) {
        const [writer, reader] = round % 2 === 0 ? [here, there] : [there, here];
        await write(writer, `round ${round}`);
        expect(await loadShown(reader)).toBe(`round ${round}`);
        expect(await loadShown(writer)).toBe(`round ${round}`);
      }
    } finally {
      goesOn = false;
      await hammering;
    }
  });
});
