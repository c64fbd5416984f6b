import { clearPage, layOut, line, startScreen } from '../../testing/memory';
import { MEMORY_SCREENS } from './memory-screens';
import { MemoryTabs, TABS } from './memory-tabs';

beforeAll(layOut);
afterEach(clearPage);

describe('the screens of the memory', () => {
  const named = async (role: 'viewer' | 'operator' | 'admin') => {
    const providers = [{ provide: TABS, useValue: MEMORY_SCREENS }];
    return (await startScreen(MemoryTabs, {}, { role, providers })).findAll('a').map(line);
  };

  it('leave out the state, the preview, the quarantine and the webhooks for viewers', async () => {
    expect(await named('viewer')).toEqual([
      'Search',
      'Assistants',
      'Projects',
      'Decisions',
      'Tasks',
      'People',
      'Sessions',
      'Chats',
      'History',
    ]);
  });

  it('leave out the webhooks alone for operators', async () => {
    expect(await named('operator')).toEqual([
      'Search',
      'Assistants',
      'Projects',
      'Decisions',
      'Tasks',
      'Facts',
      'People',
      'Sessions',
      'Chats',
      'History',
      'Quarantine',
      'What the assistant sees',
      'Files',
    ]);
  });

  it('are all there for admins', async () => {
    expect((await named('admin')).at(-1)).toBe('Webhooks');
  });
});
