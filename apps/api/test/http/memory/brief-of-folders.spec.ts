import { SearchIndexService } from '../../../src/memory/search/index/search-index.service';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { MEMORY_API_KEY } from '../../harness/data/credentials';
import { eventually } from '../../harness/data/times';
import { emptyMemory, insertRows } from '../../harness/databases/rows';

const [ROOT, API, WEB, OTHER] = [32_001, 32_002, 32_003, 32_004];
const NAMES = new Map([
  [ROOT, 'mono'],
  [API, 'api'],
  [WEB, 'web'],
  [OTHER, 'other'],
]);

describe('the brief of a folder of a monorepo', () => {
  let t: ServedApp;
  let address: string;
  beforeAll(async () => {
    t = await sharedApp({ MEMORY_API_KEY });
    address = await t.webhook('assistant-context');
  });
  beforeEach(async () => {
    await emptyMemory(t.memory);
    await insertRows(t.memory, 'assistant_projects', [
      { id: ROOT, name: 'mono', url: 'github.com/ada/mono' },
      { id: API, name: 'api', url: 'github.com/ada/mono/packages/api' },
      { id: WEB, name: 'web', url: 'github.com/ada/mono/packages/web' },
      { id: OTHER, name: 'other', url: 'github.com/ada/monolith' },
    ]);
    for (const [project_id, name] of NAMES) {
      await insertRows(t.memory, 'assistant_state', [
        { key: 'port', value: `port of ${name}`, project_id },
        { key: `${name}_only`, value: `state of ${name}`, project_id },
      ]);
      await insertRows(t.memory, 'assistant_tasks', [
        { task: 'Write tests', project_id, priority: 5 },
        { task: `Task of ${name}`, project_id, priority: 9 },
      ]);
      await insertRows(t.memory, 'assistant_sessions', [
        { summary: `Session of ${name}`, projects_touched: name, decisions_made: `decided in ${name}` },
      ]);
    }
    await insertRows(t.memory, 'assistant_state', [
      { key: 'port', value: 'port of all', project_id: null },
      { key: 'zone', value: 'UTC', project_id: null },
    ]);
    await eventually(async () => (await t.app.get(SearchIndexService).backlog()).waiting === 0);
  });
  afterAll(() => t.close());

  const withKey = { 'x-api-key': MEMORY_API_KEY };
  async function brief(project: string, query: object = {}) {
    const { text, headers } = await t.http
      .get(address)
      .query({ project, ...query })
      .set({ ...withKey, accept: 'text/markdown' })
      .expect(200);
    const headings = text.match(/^## .*$/gm) ?? [];
    return { text, headings, omitted: String(headers['x-context-omitted']) };
  }

  it.each([{}, { budget: 4_000 }])(
    'has state, tasks and decisions of the folders above, its own first (%j)',
    async (query) => {
      const { text, headings, omitted } = await brief('api', query);
      expect(headings).toEqual([
        '## Pending tasks',
        '## State of api (category, age)',
        '## State of mono (category, age)',
        '## State',
        '## Decisions of api (number, age)',
        '## Decisions of mono (number, age)',
        '## Projects (priority, status, age)',
        '## Sessions, by the assistant unless marked',
      ]);
      expect(text.match(/port of .*/g)).toEqual(['port of api']);
      for (const shown of ['state of mono', 'UTC', 'Task of mono', 'decided in mono', 'Session of mono'])
        expect(text).toContain(shown);
      expect(text).not.toMatch(/(state of|decided in|Session of) (web|other)/);
      expect(text.match(/^- .*Write tests/gm)).toEqual([
        expect.stringMatching(/^- 5 api /),
        expect.stringMatching(/^- 5 mono /),
      ]);
      expect(omitted).toBe(
        'projects=3, state_of_projects=4, tasks_of_projects=2, sessions=2, decisions_of_projects=2',
      );
    },
  );

  it('has those of all folders below where it is the one above, and of no folder that begins alike', async () => {
    const { text, headings } = await brief('mono', { budget: 4_000 });
    expect(headings.filter((one) => one.startsWith('## Decisions'))).toEqual([
      '## Decisions of mono (number, age)',
      expect.stringMatching(/^## Decisions of (api|web) /),
      expect.stringMatching(/^## Decisions of (api|web) /),
    ]);
    for (const name of ['api', 'web']) expect(text).toContain(`state of ${name}`);
    expect(text).not.toMatch(/(state of|decided in|Session of) other/);
  });

  it('is as it was, though the project has another name by now, and another project its name', async () => {
    const { rows } = await t.memory.query<{ now: Date }>('select clock_timestamp() as now');
    const as_of = rows[0]!.now.toISOString();
    await t.memory.query(`update assistant_projects set name = 'gateway' where id = $1`, [API]);
    await t.memory.query(`update assistant_projects set name = 'api' where id = $1`, [OTHER]);
    for (const query of [{ as_of }, { as_of, budget: 4_000 }]) {
      const { text } = await t.http
        .get('/api/memory/context')
        .query({ project: 'api', format: 'markdown', ...query })
        .set(withKey)
        .expect(200);
      for (const shown of ['state of api', 'state of mono', 'decided in mono', 'Session of api'])
        expect(text).toContain(shown);
      expect(text).not.toMatch(/(state of|decided in|Session of) other/);
    }
  });

  it('keeps what is its own longest where the room is small', async () => {
    await insertRows(
      t.memory,
      'assistant_state',
      Array.from({ length: 100 }, (_, n) => ({ key: `web${n}`, value: 'v '.repeat(100), project_id: WEB })),
    );
    const { text } = await brief('mono', { budget: 400 });
    for (const shown of ['port of mono', 'state of mono', 'decided in mono']) expect(text).toContain(shown);
  });

  it('is searched with the folders above and below, and with no other', async () => {
    const found = async (q: string, project: string) => {
      const { body } = await t.http.get('/api/memory/search').query({ q, project }).set(withKey).expect(200);
      return (body as { total: number }).total;
    };
    const totals = (q: string) => Promise.all(['api', 'mono', 'other'].map((project) => found(q, project)));
    expect(await totals('tests')).toEqual([2, 3, 1]);
    expect(await totals('decided')).toEqual([4, 6, 2]);
    // One of them belongs to no project.
    expect(await totals('port')).toEqual([3, 4, 2]);
  });
});
