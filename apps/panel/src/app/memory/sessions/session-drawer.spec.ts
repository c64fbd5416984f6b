import { TestBed } from '@angular/core/testing';
import type { SessionDto } from '@groupless/shared-dto';
import { clearPage, layOut, sayYes, startScreen } from '../../../testing/memory';
import { type as typeInto } from '../../../testing/render';
import { Unsaved } from '../../session/unsaved';
import { SessionDrawer } from './session-drawer';

const isUnsaved = () => TestBed.inject(Unsaved).isThere();
const PATH = '/api/memory/sessions/4';
const SESSION: SessionDto = {
  id: 4,
  session_date: '2026-11-18T23:30:00.000Z',
  summary: 'Moved the page',
  projects_touched: '',
  decisions_made: '',
  tasks_completed: '',
  tasks_created: '',
  mood: 'calm',
};

beforeAll(layOut);
afterEach(clearPage);

describe('a session', () => {
  const open = (role: 'viewer' | 'operator' | 'admin') =>
    startScreen(SessionDrawer, { [PATH]: SESSION }, { role, inputs: { id: '4' } });

  it('is corrected by an operator, with only what was changed', async () => {
    const drawer = await open('operator');
    await drawer.press('Edit');
    await drawer.settle();
    typeInto(drawer.find('textarea') as HTMLTextAreaElement, 'Moved the shop');
    typeInto(drawer.find('form input') as HTMLInputElement, '');
    await drawer.settle();
    expect(isUnsaved()).toBe(true);
    await drawer.press('Save');

    const saved = drawer.written('PATCH', PATH);
    expect(saved.request.body).toEqual({ summary: 'Moved the shop', mood: null });
    saved.flush({ ...SESSION, summary: 'Moved the shop', mood: null });
    await drawer.settle();
    expect(drawer.find('.whole').textContent).toBe('Moved the shop');
    expect(isUnsaved()).toBe(false);
  });

  it('is deleted after a question', async () => {
    const drawer = await open('operator');
    await drawer.press('Delete…');
    drawer.http.expectNone({ method: 'DELETE', url: PATH });
    await sayYes();

    drawer.written('DELETE', PATH);
  });

  it('is erased by an admin alone, who has typed which row', async () => {
    const drawer = await open('admin');
    await drawer.press('Erase for good…');
    await sayYes();
    drawer.http.expectNone('/api/memory/erase');
    typeInto(document.querySelector('#typed-name')!, 'session 4');
    await sayYes();

    expect(drawer.written('POST', '/api/memory/erase').request.body).toEqual({ kind: 'session', id: 4 });
  });

  it('is only shown to viewers', async () => {
    const drawer = await open('viewer');

    expect(drawer.find('app-row-history a').getAttribute('href')).toBe('/memory/history?kind=session&id=4');
    for (const name of ['Edit', 'Delete…', 'Erase for good…']) expect(() => drawer.button(name)).toThrow();
  });
});
