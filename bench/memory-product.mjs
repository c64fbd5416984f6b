// The product's memory without HTTP: a migrated embedded PostgreSQL and the services. It is bundled, because Node
// cannot read the decorators of the sources.
import { DataSource } from 'typeorm';
import { startEmbeddedServer } from '../apps/api/src/database/embedded-server';
import { FUNCTIONS } from '../apps/api/src/database/functions/functions';
import { putFunctions } from '../apps/api/src/database/functions/put-functions';
import { MEMORY_MIGRATIONS } from '../apps/api/src/database/memory.data-source';
import { Statements } from '../apps/api/src/database/statements/statements';
import { SearchIndexRepository } from '../apps/api/src/memory/search/index/search-index.repository';
import { SearchIndexService } from '../apps/api/src/memory/search/index/search-index.service';
import { SearchRepository } from '../apps/api/src/memory/search/search.repository';
import { SearchTimeService } from '../apps/api/src/memory/search/times/search-time.service';
import { SearchService } from '../apps/api/src/memory/search/search.service';
import { Clock } from '../apps/api/src/platform/clock';

export async function startMemory(dataDir) {
  const server = await startEmbeddedServer({
    dataDir,
    report: () => undefined,
    transport: 'tcp',
  });
  const dataSource = await new DataSource({
    type: 'postgres',
    url: server.urls.owner.memory,
    entities: [],
    migrations: [...MEMORY_MIGRATIONS],
    installExtensions: false,
  }).initialize();
  await dataSource.runMigrations({ transaction: 'each' });
  const runner = dataSource.createQueryRunner();
  await putFunctions(runner, FUNCTIONS.memory);
  await runner.release();
  const statements = new Statements(dataSource, true);
  const changes = new SearchIndexRepository(statements, dataSource);
  const indexing = new SearchIndexService(changes);
  const repository = new SearchRepository(statements);
  const times = new SearchTimeService(
    repository,
    { current: async () => ({ time_zone: 'UTC' }) },
    new Clock(),
  );
  const search = new SearchService(indexing, repository, { find: async () => null }, times);
  const index = async () => {
    while ((await changes.waitingChanges(1)).waiting > 0) await changes.indexChanges(200);
    await dataSource.query('analyze');
  };
  return {
    /** Stores a session and returns its id. */
    store: async (summary, project = '') => {
      for (const name of project === '' ? [] : project.split(', '))
        await dataSource.query(
          `insert into assistant_projects (name) select $1 where not exists (select from assistant_projects where name = $1)`,
          [name],
        );
      return (
        await dataSource.query(
          `insert into assistant_sessions (summary, projects_touched) values ($1, $2) returning id::int`,
          [summary, project],
        )
      )[0].id;
    },
    /** Stores the messages of a chat, a minute apart, and returns their ids. */
    say: async (chatId, messages) =>
      (
        await dataSource.query(
          `insert into chat_history (chat_id, role, message, timestamp)
           select $1, 'user', message, now() - interval '1 day' + place * interval '1 minute'
           from unnest($2::text[]) with ordinality as said (message, place) order by place returning id::int`,
          [chatId, messages],
        )
      ).map(({ id }) => id),
    /** Stores summaries, a second apart, so that their age tells nothing, and indexes them. Returns the first id; the others follow. */
    storeMany: async (summaries) => {
      for (let at = 0; at < summaries.length; at += 1_000)
        await dataSource.query(
          `insert into assistant_sessions (summary, session_date)
           select summary, now() - ($2 + place) * interval '1 second'
           from unnest($1::text[]) with ordinality as given (summary, place) order by place`,
          [summaries.slice(at, at + 1_000), at],
        );
      await index();
      return (await dataSource.query('select min(id)::int as id from assistant_sessions'))[0].id;
    },
    index,
    startIndexing: () => indexing.onApplicationBootstrap(),
    stopIndexing: async () => {
      indexing.onModuleDestroy();
      await indexing.onApplicationShutdown();
    },
    /** How many changes wait for the index, up to 10,000. */
    waiting: async () => (await changes.waitingChanges(10_000)).waiting,
    /** Changes one row so often with the index at rest, and returns how many entries that makes. */
    changeOften: async (times) => {
      await dataSource.query(
        'update assistant_sessions set summary = summary || $1 where id = (select min(id) from assistant_sessions)',
        ['.'],
      );
      for (let at = 0; at < times; at += 1_000)
        await dataSource.query(
          `do $$ begin for n in 1..1000 loop
             update assistant_sessions set session_date = session_date + interval '1 second'
             where id = (select min(id) from assistant_sessions);
           end loop; end $$`,
        );
      return (await dataSource.query('select count(*)::int as entries from search_queue'))[0].entries;
    },
    /** What the search keeps beside the rows. */
    indexBytes: async () =>
      (
        await dataSource.query(`
          select pg_total_relation_size('search_documents')::float8 as documents,
                 pg_total_relation_size('search_words')::float8 as vocabulary`)
      )[0],
    version: (await dataSource.query(`select current_setting('server_version') as version`))[0].version,
    search: (q, projectAtHand, kind = 'session') =>
      search.find({ q, kind, limit: 10, project_at_hand: projectAtHand }),
    forget: () =>
      dataSource.query(
        'truncate assistant_sessions, chat_history, search_queue, search_documents, search_words, search_lengths',
      ),
    stop: async () => {
      await dataSource.destroy();
      await server.stop();
    },
  };
}
