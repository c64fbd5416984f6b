import { Client } from 'pg';
import type { Settings } from '../../src/config/settings';
import { Replica } from '../../src/database/replica';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';

describe('the check whether a replica is current', () => {
  let databases: TestDatabases;
  beforeAll(async () => {
    databases = await createTestDatabases();
  });
  afterAll(() => databases.drop());

  it.each([
    [true, ['replica_is_current']],
    [false, [undefined]],
  ])('is a prepared statement where statements may be (%s)', async (prepared_statements, names) => {
    const sent = jest.spyOn(Client.prototype, 'query');
    const limits = { statement_timeout_ms: 1_000, lock_timeout_ms: 1_000, pool_size: 1 };
    const replica = new Replica(databases.urls.panel.direct_url, {
      ...limits,
      prepared_statements,
    } as Settings);
    // A primary is no replica that is current.
    expect(await replica.read({ text: 'select 1' }, async () => '0/0')).toBeNull();
    // An application that this worker shares among its files may send something of its own beside it.
    const configs = sent.mock.calls.map(([config]) => config as unknown as { name?: string; text?: string });
    const checks = configs.filter(({ text = '' }) => text.includes('pg_is_in_recovery'));
    expect(checks.map(({ name }) => name)).toEqual(names);
    await replica.stop();
    sent.mockRestore();
  });
});
