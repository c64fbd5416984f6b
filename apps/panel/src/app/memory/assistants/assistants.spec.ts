import type { ApiKeyDto, ProjectDto } from '@groupless/shared-dto';
import { clearPage, layOut, line, pageOf, startScreen } from '../../../testing/memory';
import { Assistants } from './assistants';

const KEYS = '/api/settings/keys';
const PROJECTS = '/api/memory/projects?sort=-updated_at&limit=200';
const key = (name: string, scopes: ApiKeyDto['scopes']) =>
  ({ id: name, name, scopes, last_used_at: null }) as ApiKeyDto;
const project = (id: number, name: string, url: string) => ({ id, name, url }) as ProjectDto;
const ANSWERS = {
  [KEYS]: [key('Laptop', ['memory']), key('Zapier', ['panel:read'])],
  [PROJECTS]: pageOf([project(1, 'shop', 'github.com/ada/shop'), project(2, 'Site', 'https://site.example')]),
};

beforeAll(layOut);
afterEach(clearPage);

describe('the assistants', () => {
  it('are their machines, their projects with the turns, and the two commands that attach another', async () => {
    const { findAll, text } = await startScreen(Assistants, ANSWERS, { role: 'admin' });
    expect(findAll('code').map(line)).toEqual([
      `npm install --global ${location.origin}/install/assistant-cli.tgz`,
      `assistant-memory attach claude-code --login ${location.origin}`,
    ]);
    expect(text()).toContain('Laptop');
    expect(text()).not.toContain('Zapier');
    expect(text()).not.toContain('Site');
    const turns = findAll('.turns')[0]?.getAttribute('href');
    expect(decodeURIComponent(turns ?? '')).toBe('/memory/chats/project:github.com/ada/shop');
  });

  it('show no keys to who may not see them', async () => {
    const { text } = await startScreen(Assistants, { [PROJECTS]: pageOf([]) }, { role: 'viewer' });
    expect(text()).toContain('No project yet');
    expect(text()).not.toContain('Machines');
  });
});
