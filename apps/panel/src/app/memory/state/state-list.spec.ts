import { TestBed } from '@angular/core/testing';
import type { StateDto } from '@groupless/shared-dto';
import { clearPage, layOut, line, pageOf, sayYes, startScreen } from '../../../testing/memory';
import { type as typeInto } from '../../../testing/render';
import { Toasts } from '../../ui/toasts/toasts';
import { StateList } from './state-list';

const STATE = '/api/memory/state';
const ENTRY: StateDto = {
  id: 1,
  key: 'web/server',
  value: '<img src=x onerror=alert(1)>',
  category: 'server',
  updated_at: '2026-11-01T09:00:00.000Z',
};
const PATH = `${STATE}/web%2Fserver`;
const answers = {
  [STATE]: pageOf([{ ...ENTRY, id: 2, key: 'zone', value: 'UTC', category: 'config' }, ENTRY]),
};

beforeAll(layOut);
afterEach(clearPage);

describe('the state', () => {
  const start = () => startScreen(StateList, answers, { role: 'operator' });
  const value = ({ find }: Awaited<ReturnType<typeof start>>) => find('textarea') as HTMLTextAreaElement;

  it('stands under its categories, as text', async () => {
    const { findAll, text, element } = await start();

    expect(findAll('.category').map(line)).toEqual(['config', 'server']);
    expect(text()).toContain('<img src=x onerror=alert(1)>');
    expect(element.querySelector('img')).toBeNull();
  });

  it('of a project says so, and is changed and removed by its id', async () => {
    const screen = await startScreen(
      StateList,
      {
        [STATE]: pageOf([ENTRY, { ...ENTRY, id: 9, project_id: 3 }]),
        '/api/memory/projects': pageOf([{ id: 3, name: 'website' }]),
      },
      { role: 'operator' },
    );
    expect(screen.findAll('.key').map(line)).toEqual(['web/server', 'web/serverwebsite']);
    screen.findAll('button[aria-label="Edit web/server"]').at(-1)?.dispatchEvent(new Event('click'));
    await screen.settle();
    typeInto(value(screen), '10.0.0.6');
    await screen.press('Save');
    expect(screen.written('PUT', `${PATH}?id=9`).request.body).toMatchObject({ value: '10.0.0.6' });
  });

  it('of a project comes back into it, whatever is known of its name', async () => {
    const screen = await startScreen(
      StateList,
      { [STATE]: pageOf([{ ...ENTRY, id: 9, project_id: 3 }]), '/api/memory/projects': pageOf([]) },
      { role: 'operator' },
    );
    await screen.press('Delete web/server');
    await sayYes();
    screen.written('DELETE', `${PATH}?id=9`).flush(null);
    await screen.settle();
    const [toast] = TestBed.inject(Toasts).shown();
    toast?.action?.run();
    await screen.settle();
    await screen.answer({ '/api/memory/projects/3': { id: 3, name: 'website' } });

    expect(screen.written('PUT', `${PATH}?project=website`).request.body).toEqual({
      value: ENTRY.value,
      category: 'server',
    });
  });

  it('is changed in its place', async () => {
    const screen = await start();
    await screen.press('Edit web/server');
    typeInto(value(screen), '10.0.0.6');
    await screen.settle();
    await screen.press('Save');

    const saved = screen.written('PUT', PATH);
    expect(saved.request.body).toEqual({ value: '10.0.0.6', category: 'server' });
    saved.flush({ ...ENTRY, value: '10.0.0.6' });
    await screen.settle();
    expect(screen.findAll('textarea')).toEqual([]);
  });

  it('says what somebody else made of an entry that is being changed, and keeps what was typed', async () => {
    const screen = await start();
    await screen.press('Edit web/server');
    typeInto(value(screen), '10.0.0.6');
    await screen.tell();
    await screen.answer({ [STATE]: pageOf([{ ...ENTRY, value: '10.0.0.9' }]) });
    await screen.settle();

    expect(line(screen.find('.notice'))).toContain('10.0.0.9');
    expect(value(screen).value).toBe('10.0.0.6');
  });

  it('loses an entry after a question', async () => {
    const screen = await start();
    await screen.press('Delete web/server');
    screen.http.expectNone({ method: 'DELETE', url: PATH });
    await sayYes();

    screen.written('DELETE', PATH);
  });

  it('gets a new entry, whose key is asked for', async () => {
    const screen = await start();
    await screen.press('New entry');
    typeInto(screen.find('.new input') as HTMLInputElement, 'branch');
    typeInto(value(screen), 'live');
    await screen.settle();
    await screen.press('Add');

    expect(screen.written('PUT', `${STATE}/branch`).request.body).toEqual({
      value: 'live',
      category: 'config',
    });
  });
});
