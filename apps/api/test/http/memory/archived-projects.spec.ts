import type { ContextDto, ProjectRecordDto } from '@groupless/shared-dto';
import { ContextService } from '../../../src/memory/brief/context.service';
import { SearchIndexService } from '../../../src/memory/search/index/search-index.service';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { MEMORY_API_KEY } from '../../harness/data/credentials';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { eventually } from '../../harness/data/times';
import { emptyMemory, insertRows } from '../../harness/databases/rows';
import { refusedFields } from '../../harness/http/problems';

const [SHOP, OLD, MOBILE] = [31_001, 31_002, 31_003];

describe('an archived project', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  let address: string;
  beforeAll(async () => {
    t = await sharedApp({ MEMORY_API_KEY });
    admin = await signIn(t, { role: 'admin' });
    address = await t.webhook('assistant-context');
  });
  beforeEach(async () => {
    await emptyMemory(t.memory);
    t.app.get(ContextService).forget();
    await insertRows(t.memory, 'assistant_projects', [
      { id: SHOP, name: 'shop', status: 'active', url: 'github.com/ada/mono/shop' },
      { id: OLD, name: 'old-shop', status: 'archived', url: 'github.com/ada/mono' },
      { id: MOBILE, name: 'mobile', status: 'paused', url: 'github.com/ada/mobile' },
    ]);
    await insertRows(t.memory, 'assistant_sessions', [
      { summary: 'session of old alone', projects_touched: 'old-shop', decisions_made: 'old decision' },
      { summary: 'session of both', projects_touched: 'old-shop, mobile', decisions_made: '' },
      { summary: 'session of none', projects_touched: '', decisions_made: '' },
    ]);
    await insertRows(t.memory, 'assistant_tasks', [
      { task: 'task of old', project_id: OLD, priority: 10 },
      { task: 'task of mobile', project_id: MOBILE, priority: 10 },
      { task: 'task of none', project_id: null, priority: 10 },
    ]);
    await insertRows(t.memory, 'assistant_state', [{ key: 'old_port', value: '1', project_id: OLD }]);
    await eventually(async () => (await t.app.get(SearchIndexService).backlog()).waiting === 0);
  });
  afterAll(() => t.close());

  const withKey = { 'x-api-key': MEMORY_API_KEY };
  async function brief(query: object = {}) {
    const { text, headers } = await t.http
      .get(address)
      .query(query)
      .set({ ...withKey, accept: 'text/markdown' })
      .expect(200);
    return { text, omitted: String(headers['x-context-omitted']) };
  }

  it.each([{}, { budget: 4_000 }])(
    'is in no brief of all, which counts what it leaves out (%j)',
    async (query) => {
      const { text, omitted } = await brief(query);
      expect(text).not.toMatch(/old-shop \(|of old/);
      for (const shown of [
        'mobile (5, paused',
        'session of both',
        'session of none',
        'task of mobile',
        'task of none',
      ])
        expect(text).toContain(shown);
      expect(omitted).toBe('projects=1, state_of_projects=1, tasks_of_projects=1, sessions=1, decisions=1');
    },
  );

  it('is in no brief of another project, also not of one in a folder below', async () => {
    const { text, omitted } = await brief({ project: 'shop', budget: 4_000 });
    expect(text).not.toMatch(/of old|old_port/);
    expect(text).toContain('task of mobile');
    expect(omitted).toBe(
      'projects=2, state_of_projects=1, tasks_of_projects=1, sessions=2, decisions_of_projects=1',
    );
  });

  it('is there whole where it is asked for, in lists, in the search and in the context as JSON', async () => {
    const { text } = await brief({ project: 'old-shop', budget: 4_000 });
    for (const shown of [
      'old-shop (5, archived',
      'session of old alone',
      'old decision',
      'task of old',
      'old_port',
    ])
      expect(text).toContain(shown);
    const read = async (path: string) =>
      JSON.stringify((await t.http.get(`/api/memory/${path}`).set(admin.bearer).expect(200)).body);
    for (const [path, shown] of [
      ['projects', 'old-shop'],
      ['tasks?project=old-shop', 'task of old'],
      ['sessions', 'session of old alone'],
      ['search?q=old', 'task of <mark>old</mark>'],
    ] as const)
      expect([path, await read(path)]).toEqual([path, expect.stringContaining(shown)]);
    const { body } = await t.http.get(address).set(withKey).expect(200);
    const { projects, pending_tasks } = body as ContextDto;
    expect([projects.length, pending_tasks.length]).toEqual([3, 3]);
  });

  it('is one of three words; a word from before stays, and counts as active', async () => {
    await insertRows(t.memory, 'assistant_projects', [{ id: 31_004, name: 'site', status: 'In review' }]);
    const patch = (change: object) =>
      t.http.patch('/api/memory/projects/31004').set(admin.bearer).send(change);
    expect(refusedFields(await patch({ status: 'maintenance' }))).toEqual([['status', 'not_allowed']]);
    const { body } = await patch({ notes: 'Slow' }).expect(200);
    expect((body as ProjectRecordDto).status).toBe('In review');
    expect((await brief()).text).toContain('site (5, In review');
    await patch({ status: 'archived' }).expect(200);
    expect((await brief()).text).not.toContain('site (');
  });
});
