import type { DatabaseReportDto } from '@groupless/shared-dto';
import { line, startScreen } from '../../../testing/settings';
import { Databases } from './databases';
import en from './i18n/en.json' with { type: 'json' };

const PATH = '/api/settings/database';
const REPORT: DatabaseReportDto = {
  name: 'groupless',
  server_version: '18.4',
  size_bytes: 10_426_047,
  tables: [
    { name: 'clients', rows: 1_000_000, rows_are_exact: false, size_bytes: 385_024 },
    { name: 'users', rows: 1, rows_are_exact: true, size_bytes: 512 },
  ],
  migrations: { applied: ['CreateUsers1'], pending: [] },
  pool: { total: 4, idle: 1, waiting: 0, max: 10 },
  round_trip_ms: 0.35,
};

async function start() {
  const screen = await startScreen(Databases, { texts: { database: en } });
  const answer = async (panel: DatabaseReportDto) => {
    screen.http.expectOne(PATH).flush({ panel, memory: { ...REPORT, name: 'assistant_memory' } });
    await screen.settle();
  };
  return { ...screen, answer };
}

describe('the databases', () => {
  it('are both shown, with what PostgreSQL only estimates marked', async () => {
    const { answer, findAll } = await start();
    await answer(REPORT);
    const [panel, memory] = findAll('section').map(line);

    expect(panel).toContain('PostgreSQL 18.4');
    expect(panel).toContain('10 MB');
    expect(panel).toContain('3 busy, 4 open, at most 10');
    expect(panel).toContain('1 applied · none pending');
    expect(panel).toMatch(/clients ≈ 1,000,000 385 kB ?users 1 512 bytes/);
    expect(memory).toContain('assistant_memory');
  });

  it('say what is pending and who waits', async () => {
    const { answer, findAll } = await start();
    const migrations = { applied: [], pending: ['AddThing2'] };
    await answer({ ...REPORT, migrations, pool: { ...REPORT.pool, waiting: 2 } });
    const [panel, memory] = findAll('section').map(line);

    expect(panel).toContain('AddThing2');
    expect(panel).toContain('2 requests wait for one');
    expect(memory).not.toContain('AddThing2');
  });

  it('keep what was shown when a refresh fails, and say why', async () => {
    const { answer, press, http, settle, text, findAll } = await start();
    await answer(REPORT);
    await press('Refresh');
    const problem = { code: 'database_unavailable', detail: 'The database is away.' };
    http.expectOne(PATH).flush(problem, { status: 503, statusText: 'Away' });
    await settle();

    expect(text()).toContain('The database does not answer.');
    expect(findAll('section')).toHaveLength(2);
  });
});
