import type { ApiKeyDto, AssistantRunDetailsDto, MemoryVersionDto, ProjectDto } from '@groupless/shared-dto';
import { clearPage, layOut, line, pageOf, startScreen } from '../../../testing/memory';
import { AssistantDrawer } from './assistant-drawer';
import { MEMORY_SCREENS } from '../memory-screens';
import { TABS } from '../memory-tabs';
import { Overview } from './overview';

const KEYS = '/api/settings/keys';
const PROJECTS = '/api/memory/projects?sort=-updated_at&limit=200';
const RUNS = '/api/memory/assistants';
const RUN: AssistantRunDetailsDto = {
  session_id: 'run-1',
  machine: 'ada-laptop',
  by: 'Laptop',
  project_id: 1,
  project: 'shop',
  started_at: '2026-11-20T09:30:00.000Z',
  seen_at: '2026-11-20T10:30:00.000Z',
  brief: { at: '2026-11-20T09:30:00.000Z', tokens: 1_830, omitted: 'state=12, cut=4', rows: { task: 1 } },
  turns: 12,
  summaries: 1,
  shown: [{ kind: 'task', id: 7, title: 'Renew the certificate' }],
  stored: [{ kind: 'session', id: 9, title: 'Moved the form.' }],
};
const key = (name: string, scopes: ApiKeyDto['scopes']) =>
  ({ id: name, name, scopes, last_used_at: null }) as ApiKeyDto;
const project = (id: number, name: string, url: string) => ({ id, name, url }) as ProjectDto;
const ANSWERS = {
  [KEYS]: [key('Laptop', ['memory']), key('Zapier', ['panel:read'])],
  [RUNS]: pageOf([RUN]),
  '/api/memory/quarantine?limit=1': { ...pageOf([]), total: 3 },
  [PROJECTS]: pageOf([project(1, 'shop', 'github.com/ada/shop'), project(2, 'Site', 'https://site.example')]),
};

beforeAll(layOut);
afterEach(clearPage);

describe('the overview', () => {
  it('has the machines, their projects with the turns, and the two commands that attach another', async () => {
    const { findAll, text } = await startScreen(Overview, ANSWERS, { role: 'admin' });
    expect(findAll('code').map(line)).toEqual([
      `npm install --global ${location.origin}/install/assistant-cli.tgz`,
      `assistant-memory attach claude-code --login ${location.origin}`,
    ]);
    expect(findAll('details')[0]?.hasAttribute('open')).toBe(false);
    expect(text()).toContain('Laptop');
    for (const shown of ['ada-laptop', '1,830 tokens', '12 turns', '1 summary'])
      expect(text()).toContain(shown);
    expect(text()).toContain('3 texts are kept from assistants until somebody decides.');
    expect(text()).not.toContain('Zapier');
    expect(text()).not.toContain('Site');
    const turns = findAll('.turns')[0]?.getAttribute('href');
    expect(decodeURIComponent(turns ?? '')).toBe('/memory/chats/project:github.com/ada/shop');
  });

  it('says of a session what it got, what was left out and stored, and undoes all of it after a look', async () => {
    const inputs = { session_id: 'run-1' };
    const screen = await startScreen(
      AssistantDrawer,
      { [`${RUNS}/run-1`]: RUN },
      { role: 'operator', inputs },
    );
    const links = screen.findAll('a').map((link) => [line(link), link.getAttribute('href')]);
    expect(links).toEqual([
      ['Renew the certificate', '/memory/tasks/7'],
      ['Moved the form.', '/memory/sessions/9'],
    ]);
    for (const shown of ['ada-laptop', '12 facts', '4 texts', '12 turns'])
      expect(screen.text()).toContain(shown);

    await screen.press('Undo all by one caller…');
    await screen.settle();
    const preview = screen.written('POST', '/api/memory/history/undo/preview');
    expect(preview.request.body).toEqual({ by: 'Laptop', since: RUN.started_at, until: RUN.seen_at });
    const change = { version: 3, kind: 'task', id: 7, before: { task: 'Renew' }, after: { task: 'Renew' } };
    preview.flush({
      changes: [change as unknown as MemoryVersionDto],
      changes_total: 1,
      made: RUN.stored,
      made_total: 1,
      until: '2026-11-20T10:30:00.000Z',
    });
    await screen.settle();
    const dialog = document.querySelector('.cdk-dialog-container');
    for (const shown of ['1 change is undone', '1 row is deleted', 'Renew', 'Moved the form.'])
      expect(line(dialog)).toContain(shown);

    await screen.press('Undo all of it');
    const undo = screen.written('POST', '/api/memory/history/undo');
    expect(undo.request.body).toEqual({ by: 'Laptop', since: RUN.started_at, until: RUN.seen_at });
    const next = { ...(undo.request.body as object), before: 3 };
    undo.flush({ undone: 1, deleted: 0, left: [], remaining: 1, next });
    await screen.settle();
    const rest = screen.written('POST', '/api/memory/history/undo');
    expect(rest.request.body).toEqual(next);
    rest.flush({ undone: 0, deleted: 1, left: [], remaining: 0, next: null });
    await screen.settle();
    expect(document.querySelector('.cdk-dialog-container')).toBeNull();
  });

  it('shows no keys to who may not see them, and the commands at once where nothing is attached', async () => {
    const { text, findAll } = await startScreen(Overview, { [PROJECTS]: pageOf([]) }, { role: 'viewer' });
    expect(text()).toContain('No project yet');
    expect(text()).not.toContain('Machines');
    expect(findAll('details')[0]?.hasAttribute('open')).toBe(true);
  });

  it('has one search over all, and the way to each screen', async () => {
    const providers = [{ provide: TABS, useValue: MEMORY_SCREENS }];
    const screen = await startScreen(Overview, { [PROJECTS]: pageOf([]) }, { role: 'viewer', providers });
    expect(screen.find('input[type=search]').getAttribute('aria-label')).toBe('Search all of the memory');
    expect(screen.findAll('.places a').map((link) => link.getAttribute('href'))).toEqual(
      ['projects', 'decisions', 'tasks', 'people', 'sessions', 'chats', 'history'].map(
        (path) => `/memory/${path}`,
      ),
    );
  });
});
