import { TestBed } from '@angular/core/testing';
import { clearPage, startScreen } from '../../../testing/memory';
import { Toasts } from '../../ui/toasts/toasts';
import { ProjectMerges } from './project-merges';

const MERGES = '/api/memory/projects/3/merges';
const MERGED = { project_id: 9, name: 'old shop', merged_at: '2026-11-01T09:00:00.000Z' };

afterEach(clearPage);

describe('what was merged into a project', () => {
  const open = (merges: object[]) =>
    startScreen(
      ProjectMerges,
      { [MERGES]: { merges } },
      { role: 'operator', inputs: { project: { id: 3, name: 'shop' } } },
    );
  const toasts = () => TestBed.inject(Toasts).shown();

  it('is named, and comes back by a button of its own', async () => {
    const screen = await open([MERGED, { ...MERGED, project_id: 10, name: 'older shop' }]);
    await screen.press('Bring “older shop” back');
    screen.written('POST', '/api/memory/projects/10/merge/undo').flush({});
    await screen.settle();
    await screen.answer({ [MERGES]: { merges: [MERGED] } });
    await screen.settle();
    expect(screen.findAll('li')).toHaveLength(1);
    expect(toasts()).toMatchObject([{ text: 'memory.merge.undone', params: { name: 'older shop' } }]);
  });

  it('stays where it cannot come back, and the cause is said', async () => {
    const screen = await open([MERGED]);
    await screen.press('Bring “old shop” back');
    screen
      .written('POST', '/api/memory/projects/9/merge/undo')
      .flush({ code: 'changed_since', detail: 'No.' }, { status: 409, statusText: '' });
    await screen.settle();
    await screen.answer({ [MERGES]: { merges: [MERGED] } });
    await screen.settle();
    expect(toasts()).toMatchObject([{ text: 'memory.merge.not_undone', tone: 'error' }]);
    expect(screen.button('Bring “old shop” back').disabled).toBe(false);
  });

  it('is not there where nothing was', async () => {
    const screen = await open([]);
    expect(screen.findAll('h3, li')).toEqual([]);
  });
});
