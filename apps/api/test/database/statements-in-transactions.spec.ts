import { DataSource } from 'typeorm';
import { readSettings } from '../../src/config/settings';
import { dataSourceOptions } from '../../src/database/data-source-options';
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

  async function open(isPrepared: boolean): Promise<DataSource> {
    const { direct_url } = databases.urls.panel;
    const address = { url: direct_url, direct_url };
    const options = dataSourceOptions('panel', address, readSettings({ DB_POOL_SIZE: '1' }));
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
});
