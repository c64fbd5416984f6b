// The product's memory without HTTP: a migrated embedded PostgreSQL and the services. It is bundled, because Node
// cannot read the decorators of the sources.
import { DataSource } from 'typeorm';
import { startEmbeddedServer } from '../apps/api/src/database/embedded-server';
import { MEMORY_MIGRATIONS } from '../apps/api/src/database/memory.data-source';
import { Statements } from '../apps/api/src/database/statements/statements';
import { SearchIndexRepository } from '../apps/api/src/memory/search/search-index.repository';
import { SearchIndexService } from '../apps/api/src/memory/search/search-index.service';
import { SearchRepository } from '../apps/api/src/memory/search/search.repository';
import { SearchService } from '../apps/api/src/memory/search/search.service';
import { Clock } from '../apps/api/src/platform/clock';
import { AssistantSession } from '../apps/api/src/memory/records/sessions/assistant-session.entity';
import { SessionsRepository } from '../apps/api/src/memory/records/sessions/sessions.repository';
import { SessionsService } from '../apps/api/src/memory/records/sessions/sessions.service';

export async function startMemory(dataDir) {
  const server = await startEmbeddedServer({
    dataDir,
    report: () => undefined,
    transport: 'tcp',
  });
  const dataSource = await new DataSource({
    type: 'postgres',
    url: server.urls.owner.memory,
    entities: [AssistantSession],
    migrations: [...MEMORY_MIGRATIONS],
    installExtensions: false,
  }).initialize();
  await dataSource.runMigrations({ transaction: 'each' });
  const statements = new Statements(dataSource, true);
  const changes = new SearchIndexRepository(statements, dataSource);
  const search = new SearchService(
    new SearchIndexService(changes),
    new SearchRepository(statements),
    new Clock(),
  );
  const sessions = new SessionsService(
    new SessionsRepository(statements, dataSource.getRepository(AssistantSession), dataSource),
    // A summary is not audited.
    null,
    { announce: () => undefined },
  );
  return {
    /** Stores a session and returns its id. */
    store: async (summary, projectsTouched = '') =>
      JSON.parse(
        (
          await sessions.store({ summary, projects_touched: projectsTouched }, null, {
            by: null,
            through: 'webhook',
          })
        ).json,
      ).session.id,
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
    index: async () => {
      while ((await changes.countChanges(1)) > 0) await changes.indexChanges(200);
      await dataSource.query('analyze');
    },
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
