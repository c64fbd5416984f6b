import { Pool } from 'pg';
import { DatabaseMonitor } from '../../src/database/database-monitor';
import { serverAddress, TcpProxy, throughPort } from '../harness/databases/tcp-proxy';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';
import { eventually } from '../harness/data/times';

/** In milliseconds; by then it would have noticed. */
const LONG_MS = 2_500;

describe('the monitor of a database', () => {
  let databases: TestDatabases;
  let own: TcpProxy;
  let others: TcpProxy;
  let monitor: DatabaseMonitor;
  let pool: Pool;
  beforeAll(async () => {
    databases = await createTestDatabases();
  });
  beforeEach(async () => {
    const url = databases.urls.panel.direct_url;
    [own, others] = [await TcpProxy.to(serverAddress(url)), await TcpProxy.to(serverAddress(url))];
    monitor = new DatabaseMonitor(throughPort(url, own.port));
    pool = new Pool({ connectionString: throughPort(url, others.port), Client: monitor.Client, max: 2 });
    pool.on('error', () => undefined);
  });
  afterEach(async () => {
    monitor.stop();
    await pool.end();
    await Promise.all([own.close(), others.close()]);
  });
  afterAll(() => databases.drop());

  it('does not take a log-in that lasts seconds for a hung database, which others wait for', async () => {
    await pool.query('select 1');
    own.silence();
    void monitor.start();
    await pool.query('select pg_sleep(4)');
    expect(monitor.isHung).toBe(false);
  });

  it('counts the silence from the last answer that anyone received', async () => {
    await monitor.start();
    own.silence();
    await pool.query('select pg_sleep(0.5)');
    others.silence();
    const silentAtMs = performance.now();
    await expect(pool.query('select 1')).rejects.toThrow(/terminated|ended/);
    expect(performance.now() - silentAtMs).toBeLessThan(3_500);
  });

  it('takes no database for hung that answers its pool, however long a connection of its own takes', async () => {
    await monitor.start();
    await pool.query('select 1');
    own.silence();
    const frozenAtMs = performance.now();
    await eventually(async () => {
      await pool.query('select 1');
      expect(monitor.isHung).toBe(false);
      return performance.now() - frozenAtMs > LONG_MS;
    });

    // And at once where those hear nothing either.
    others.silence();
    const asked = pool.query('select 1');
    await expect(asked).rejects.toThrow(/terminated|ended/);
    expect(monitor.isHung).toBe(true);
    own.thaw();
    await eventually(() => !monitor.isHung);
  });
});
