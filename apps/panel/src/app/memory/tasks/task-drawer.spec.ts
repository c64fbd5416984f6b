import { TestBed } from '@angular/core/testing';
import type { TaskDto } from '@groupless/shared-dto';
import { clearPage, layOut, pageOf, sayYes, startScreen } from '../../../testing/memory';
import { type as typeInto } from '../../../testing/render';
import { Unsaved } from '../../session/unsaved';
import { ProjectNames } from './project-names';
import { TaskDrawer } from './task-drawer';

const isUnsaved = () => TestBed.inject(Unsaved).isThere();
const PATH = '/api/memory/tasks/7';
const TASK: TaskDto = {
  id: 7,
  project_id: 3,
  task: 'Call the printer',
  status: 'pending',
  priority: 9,
  created_at: '2026-11-01T09:00:00.000Z',
  updated_at: '2026-11-01T09:00:00.000Z',
};

beforeAll(layOut);
afterEach(clearPage);

describe('a task', () => {
  const open = (inputs: Record<string, unknown>) =>
    startScreen(
      TaskDrawer,
      { [PATH]: TASK, '/api/memory/projects': pageOf([{ id: 3, name: 'website' }]) },
      { role: 'operator', inputs, providers: [ProjectNames] },
    );

  it('shows the project it belongs to, whose name comes later', async () => {
    const { find, settle } = await open({ id: '7' });
    await settle();

    expect((find('select') as HTMLSelectElement).selectedOptions[0]?.textContent).toBe('website');
  });

  it('keeps what is being typed when it is done meanwhile', async () => {
    const drawer = await open({ id: '7' });
    const priority = drawer.find('input[type=number]') as HTMLInputElement;
    typeInto(priority, '4');
    await drawer.settle();
    await drawer.press('Done: Call the printer');
    drawer.written('PATCH', PATH).flush({ ...TASK, status: 'completed' });
    await drawer.settle();
    expect(drawer.text()).toContain('Completed');
    await drawer.press('Save');

    expect(drawer.written('PATCH', PATH).request.body).toEqual({ priority: 4 });
  });

  it('is worded anew, and only what was changed is sent', async () => {
    const drawer = await open({ id: '7' });
    typeInto(drawer.find('textarea') as HTMLTextAreaElement, 'Call the printer on Monday');
    await drawer.settle();
    await drawer.press('Save');

    expect(drawer.written('PATCH', PATH).request.body).toEqual({ task: 'Call the printer on Monday' });
  });

  it('is deleted after a question that says how to undo it', async () => {
    const drawer = await open({ id: '7' });
    await drawer.press('Delete…');
    drawer.http.expectNone({ method: 'DELETE', url: PATH });
    expect(document.querySelector('[role=alertdialog]')?.textContent).toContain('undo this in History');
    await sayYes();

    drawer.written('DELETE', PATH);
  });

  it('is made, and says when a pending one has the same text', async () => {
    const drawer = await open({});
    typeInto(drawer.find('textarea') as HTMLTextAreaElement, 'Call the printer');
    await drawer.settle();
    await drawer.press('Add');
    drawer
      .written('POST', '/api/memory/tasks')
      .flush(
        { code: 'task_exists', detail: 'A pending task has exactly this text.' },
        { status: 409, statusText: '' },
      );
    await drawer.settle();

    expect(drawer.text()).toContain('A pending task has exactly this text.');
    expect(isUnsaved()).toBe(true);
  });
});
