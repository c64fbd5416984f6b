import { DataSource, type QueryRunner } from 'typeorm';
import { migrationOptions } from '../../src/database/data-source-options';
import { NameLanguagesByTags1796710000000 } from '../../src/database/migrations/panel/1796710000000-name-languages-by-tags';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';

describe('the migration of languages', () => {
  let databases: TestDatabases;
  let dataSource: DataSource;
  let runner: QueryRunner;
  beforeAll(async () => {
    databases = await createTestDatabases();
    dataSource = await new DataSource(
      migrationOptions('panel', databases.urls.panel.direct_url),
    ).initialize();
    runner = dataSource.createQueryRunner();
  });
  afterAll(async () => {
    await runner.release();
    await dataSource.destroy();
    await databases.drop();
  });

  it('makes tags of names, and leaves what nobody knows', async () => {
    await runner.query(`update chat_agent_settings set language = 'deutsch'`);
    for (const language of ['francais', 'english', 'klingon', 'de-AT', null])
      await runner.query(
        `insert into clients (id, name, language, status, source, created_at, updated_at)
         values (gen_random_uuid(), $1, $2, 'active', 'panel', now(), now())`,
        [language ?? 'none', language],
      );
    await new NameLanguagesByTags1796710000000().up(runner);
    const [settings] = await runner.query('select language from chat_agent_settings');
    const clients = (await runner.query('select name, language from clients')) as {
      name: string;
      language: string;
    }[];
    expect(settings).toEqual({ language: 'de' });
    expect(Object.fromEntries(clients.map((one) => [one.name, one.language]))).toEqual({
      ...{ 'de-AT': 'de-AT', english: 'en', francais: 'fr', klingon: 'klingon', none: null },
    });
  });
});
