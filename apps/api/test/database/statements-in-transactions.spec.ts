import { DataSource } from 'typeorm';
import { readSettings } from '../../src/config/settings';
import { dataSourceOptions } from '../../src/database/data-source-options';
import { inLongTransaction } from '../../src/database/statements/long-transaction';
import { runIn } from '../../src/database/statements/run-in';
import { Statements } from '../../src/database/statements/statements';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';

const ANSWER = { name: 'the_answer', text: 'select $1::int as answer' };
const PREPARED = `select count(*)::int as count from pg_prepared_statements where name = 'the_answer'`;

describe('a statement in a transaction of the ORM', () => {
  let databases: TestDatabases;
  beforeAll(async () => {
    databases = await createTestDatabases();
  });
  afterAll(() => databases.drop());

  async function open(isPrepared: boolean, limits: Record<string, string> = {}): Promise<DataSource> {
    const { direct_url } = databases.urls.panel;
    const address = { url: direct_url, direct_url };
    const options = dataSourceOptions('panel', address, readSettings({ DB_POOL_SIZE: '1', ...limits }));
    const dataSource = await new DataSource(options).initialize();
    new Statements(dataSource, isPrepared);
    return dataSource;
  }

  it.each([
    [1, true],
    [0, false],
  ])('is kept prepared %d times where statements may be: %s', async (count, isPrepared) => {
    const dataSource = await open(isPrepared);

    const [answers, kept] = await dataSource.transaction(async (transaction) => [
      await runIn(transaction, ANSWER, [42]),
      await transaction.query<object[]>(PREPARED),
    ]);
    expect(answers).toEqual([{ answer: 42 }]);
    expect(kept).toEqual([{ count }]);

    await dataSource.destroy();
  });

  it('is undone with it', async () => {
    const dataSource = await open(true);
    const make = { text: 'create table made_in_vain ()' };

    await expect(
      dataSource.transaction(async (transaction) => {
        await runIn(transaction, make, []);
        throw new Error('Nothing of it.');
      }),
    ).rejects.toThrow('Nothing of it.');
    expect(
      await runIn(dataSource.manager, { text: `select to_regclass('made_in_vain') as made` }, []),
    ).toEqual([{ made: null }]);

    await dataSource.destroy();
  });

  it('has the time that very many rows take where the transaction is a long one, and the usual time afterwards', async () => {
    const dataSource = await open(true, { STATEMENT_TIMEOUT_MS: '1000' });
    // Longer than the limit of the server and that of the driver, which is a second more.
    const slow = 'select pg_sleep(2.2)';

    await inLongTransaction(dataSource, (transaction) => transaction.query(slow));
    await expect(dataSource.query(slow)).rejects.toThrow('statement timeout');

    await dataSource.destroy();
  });
});
