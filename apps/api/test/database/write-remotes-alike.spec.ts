import { projectIdentity } from '@groupless/shared-dto';
import { DataSource, type QueryRunner } from 'typeorm';
import { migrationOptions } from '../../src/database/data-source-options';
import { WriteRemotesAlike1796307000000 } from '../../src/database/migrations/memory/1796307000000-write-remotes-alike';
import { createTestDatabases, type TestDatabases } from '../harness/databases/test-databases';

const SHOP = 'github.com/acme/shop';
const WAYS_TO_WRITE: [string, string][] = [
  'github.com/Acme/Shop.git',
  'github.com/Acme/Shop',
  'GitHub.com/acme/shop/',
  'github.com/acme/shop?x=1',
  'github.com:443/acme/shop',
  'git@github.com:acme/shop.git',
  'github.com:acme/shop',
  'https://github.com/acme/shop',
  'https://GitHub.com:443/Acme/Shop.git/?token=secret#part',
  'https://ci-bot:secret@github.com/acme/shop.git',
  'ssh://git@github.com:22/acme/shop.git',
  'ci-bot:secret@github.com/acme/shop',
].map((sent) => [sent, SHOP]);
const OTHERS: [string, string][] = [
  ['https://dev.azure.com/acme/My%20Shop/_git/api', 'dev.azure.com/acme/my shop/_git/api'],
  ['https://example.com/50%/shop', 'example.com/50%/shop'],
  ['https://git.example.com:8443/ada/shop', 'git.example.com:8443/ada/shop'],
  ['git@git.example.com:/srv/git/Shop.git', 'git.example.com/srv/git/shop'],
  ['file:///srv/git/Shop.git', '/srv/git/shop'],
  // What stays: places, commits, names, and folders below a repository.
  ...[
    'laptop:/home/Ada/Shop',
    'laptop:c:/Users/Ada',
    '/home/Ada/Shop.git',
    'c:/Users/Ada',
    'commit:0123456789abcdef0123456789abcdef01234567/Folder',
    'git.example.com:8443/ada/shop',
    `${SHOP}/apps/API`,
    `${SHOP}/C#`,
    'git.example.com/shop/API',
    'Shop',
    '@acme/shop',
  ].map((same): [string, string] => [same, same]),
];

const AS_BEFORE = `
  drop trigger identity_written_alike on project_identities;
  drop function write_identity_alike, plain_identity, unescaped_path`;

describe('the migration that writes remotes alike', () => {
  let databases: TestDatabases;
  let dataSource: DataSource;
  let runner: QueryRunner;
  beforeAll(async () => {
    databases = await createTestDatabases();
    dataSource = await new DataSource(
      migrationOptions('memory', databases.urls.memory.direct_url),
    ).initialize();
    runner = dataSource.createQueryRunner();
  });
  beforeEach(() => runner.startTransaction());
  afterEach(() => runner.rollbackTransaction());
  afterAll(async () => {
    await runner.release();
    await dataSource.destroy();
    await databases.drop();
  });

  const migration = new WriteRemotesAlike1796307000000();
  const add = (project_id: number, ...identities: string[]) =>
    runner.query(
      `with made as (insert into assistant_projects (id, name) values ($1::bigint, 'p' || $1) on conflict do nothing)
       insert into project_identities (project_id, identity) select $1::bigint, unnest($2::text[])`,
      [project_id, identities],
    );
  const stored = async () => {
    const rows = (await runner.query(
      'select project_id::int, identity from project_identities order by project_id, id',
    )) as { project_id: number; identity: string }[];
    return rows.map(({ project_id, identity }) => `${project_id} ${identity}`);
  };

  it.each([...WAYS_TO_WRITE, ...OTHERS])('and the program write %s as %s', async (sent, expected) => {
    expect(projectIdentity(sent)).toBe(expected);
    expect(projectIdentity(expected)).toBe(expected);
    const [{ plain }] = (await runner.query('select plain_identity($1) as plain', [sent])) as [
      { plain: string },
    ];
    expect(plain).toBe(expected);
  });

  it('leaves projects that had one remote in two spellings apart, with the remote at both', async () => {
    await runner.query(AS_BEFORE);
    await add(43, 'github.com/Acme/Shop.git', 'commit:1234567/Docs');
    await add(47, 'https://bot:secret@github.com/acme/shop#owner', 'git@github.com:acme/shop.git');
    await add(49, 'github.com/ada/blog', 'https://github.com/ada/blog#owner', 'laptop:/home/ada/blog#owner');
    await add(50, 'https://bot:secret@github.com/ada/blog#other');
    await migration.up(runner);
    expect(await stored()).toEqual([
      '43 github.com/acme/shop',
      '43 commit:1234567/Docs',
      '47 github.com/acme/shop#47',
      '49 github.com/ada/blog',
      '49 laptop:/home/ada/blog#owner',
      '50 github.com/ada/blog#50',
    ]);
  });

  it('takes the turns of their chats along, each once', async () => {
    await runner.query(AS_BEFORE);
    await add(1, 'https://bot:secret@github.com/acme/shop#owner', 'git@github.com:acme/shop.git');
    await runner.query(`
      insert into chat_history (id, chat_id, role, message, external_id, owner_id) values
        (1, 'project:https://bot:secret@github.com/acme/shop', 'user', 'One', 'a', 'owner'),
        (2, 'project:git@github.com:acme/shop.git', 'user', 'One', 'a', 'owner'),
        (3, 'project:git@github.com:acme/shop.git', 'user', 'Two', null, null),
        (4, 'project:github.com/ada/blog', 'user', 'Other', 'a', 'owner'),
        (5, 'project:Acme/Webshop', 'user', 'Without a stored identity', 'b', 'owner'),
        (6, 'Call/7', 'user', 'Of a customer', 'a', null)`);
    await migration.up(runner);
    const rows = (await runner.query('select chat_id from chat_history order by id')) as {
      chat_id: string;
    }[];
    expect(rows.map(({ chat_id }) => chat_id)).toEqual([
      `project:${SHOP}`,
      'project:git@github.com:acme/shop.git',
      `project:${SHOP}`,
      'project:github.com/ada/blog',
      'project:acme/webshop',
      'Call/7',
    ]);
  });

  it('writes alike what an older process stores afterwards', async () => {
    await add(1, 'https://bot:secret@github.com/acme/shop#owner');
    await runner.query(
      `insert into assistant_projects (id, name, url) values (2, 'blog', 'git@github.com:ada/blog.git')`,
    );
    expect(await stored()).toEqual(['1 github.com/acme/shop', '2 github.com/ada/blog']);
  });
});
