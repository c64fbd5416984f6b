import { Pool } from 'pg';
import { DatabaseMonitor } from '../../src/database/database-monitor';
import { serverAddress, TcpProxy } from '../harness/databases/tcp-proxy';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';
import { eventually } from '../harness/data/times';

/** In milliseconds; by then it would have noticed. */
const LONG_MS = 2_500;

describe('the monitor of a database', () => {
  let databases: TestDatabases;
  let proxies: TcpProxy[];
  beforeAll(async () => {
    databases = await createTestDatabases();
  });
  beforeEach(() => (proxies = []));
  afterEach(() => Promise.all(proxies.map((proxy) => proxy.close())));
  afterAll(() => databases.drop());

  async function way(): Promise<{ proxy: TcpProxy; url: string }> {
    const url = databases.urls.panel.direct_url;
    const proxy = await TcpProxy.to(serverAddress(url));
    proxies.push(proxy);
    const through = new URL(url);
    through.hostname = '127.0.0.1';
    through.port = String(proxy.port);
    through.searchParams.delete('host');
    return { proxy, url: through.href };
  }

  it('does not take a log-in that lasts seconds for a hung database, which others wait for', async () => {
    const [own, others] = [await way(), await way()];
    const monitor = new DatabaseMonitor(own.url);
    const pool = new Pool({ connectionString: others.url, Client: monitor.Client, max: 1 });
    await pool.query('select 1');
    own.proxy.silence();
    monitor.start();
    await pool.query('select pg_sleep($1)', [LONG_MS / 1_000]);
    expect(monitor.isHung).toBe(false);
    monitor.stop();
    await pool.end();
  });

  it('counts the silence from the last answer that anyone received', async () => {
    const [own, others] = [await way(), await way()];
    const monitor = new DatabaseMonitor(own.url);
    const pool = new Pool({ connectionString: others.url, Client: monitor.Client, max: 1 });
    pool.on('error', () => undefined);
    monitor.start();
    await eventually(async () => {
      const { rows } = await pool.query(
        "select from pg_stat_activity where application_name = 'groupless monitor' and query = 'select 1' and datname = current_database()",
      );
      return rows.length === 1;
    });
    own.proxy.silence();
    await pool.query('select pg_sleep(1)');
    others.proxy.silence();
    const silentAtMs = performance.now();
    await expect(pool.query('select 1')).rejects.toThrow(/terminated|ended/);
    expect(performance.now() - silentAtMs).toBeLessThan(3_000);
    monitor.stop();
    await pool.end();
  });

  it('takes no database for hung that answers its pool, however long a connection of its own takes', async () => {
    const [own, others] = [await way(), await way()];
    const monitor = new DatabaseMonitor(own.url);
    const pool = new Pool({ connectionString: others.url, Client: monitor.Client, max: 2 });
    pool.on('error', () => undefined);
    monitor.start();
    await pool.query('select 1');
    own.proxy.silence();
    const frozenAtMs = performance.now();
    await eventually(async () => {
      await pool.query('select 1');
      expect(monitor.isHung).toBe(false);
      return performance.now() - frozenAtMs > LONG_MS;
    });

    // And at once where those hear nothing either.
    others.proxy.silence();
    const asked = pool.query('select 1');
    await expect(asked).rejects.toThrow(/terminated|ended/);
    expect(monitor.isHung).toBe(true);
    own.proxy.thaw();
    await eventually(() => !monitor.isHung);
    monitor.stop();
    await pool.end();
  });
});
