import { ActivatedRoute } from '@angular/router';
import { clearPage, layOut, line, startScreen } from '../../testing/memory';
import { MEMORY_SCREENS } from './memory-screens';
import { MemoryTabs, TABS } from './memory-tabs';

beforeAll(layOut);
afterEach(clearPage);

describe('the tabs of the memory', () => {
  async function shown(role: 'viewer' | 'operator' | 'admin', path: string) {
    const providers = [
      { provide: TABS, useValue: MEMORY_SCREENS },
      { provide: ActivatedRoute, useValue: { snapshot: { routeConfig: { path } } } },
    ];
    const { findAll, settle } = await startScreen(MemoryTabs, {}, { role, providers });
    findAll('button')[0]?.click();
    await settle();
    return {
      groups: findAll('.groups a').map(line),
      present: findAll('[aria-current]').map(line),
      within: findAll('.within a').map(line),
      more: [...document.querySelectorAll('[role=menuitem]')].map(line),
    };
  }

  it('are groups, the screens of the present one, and the rest behind a button', async () => {
    expect(await shown('admin', 'state')).toEqual({
      groups: ['Overview', 'Knowledge', 'Activity', 'Review'],
      present: ['Knowledge', 'Facts'],
      within: ['Projects', 'Decisions', 'Tasks', 'Facts', 'People'],
      more: ['What the assistant sees', 'Files', 'Webhooks'],
    });
  });

  it('mark the button where the screen is behind it', async () => {
    expect(await shown('operator', 'files')).toMatchObject({
      present: [],
      within: [],
      more: ['What the assistant sees', 'Files'],
    });
  });

  it('leave out the state, the review and all behind the button for viewers', async () => {
    expect(await shown('viewer', 'tasks')).toEqual({
      groups: ['Overview', 'Knowledge', 'Activity'],
      present: ['Knowledge', 'Tasks'],
      within: ['Projects', 'Decisions', 'Tasks', 'People'],
      more: [],
    });
  });
});
