import type { MemoryVersionDto, PersonDto } from '@groupless/shared-dto';
import { clearPage, layOut, pageOf, startScreen } from '../../../testing/memory';
import { MemoryHistory } from './memory-history';

const PATH = '/api/memory/history';
const ADA: PersonDto = { id: 5, name: 'Ada', relationship: 'owner', notes: 'old', updated_at: '' };
const VERSION: MemoryVersionDto = {
  version: 12,
  kind: 'person',
  id: 5,
  at: '2026-11-20T09:30:00.000Z',
  by: 'MEMORY_API_KEY',
  through: 'mcp',
  before: ADA,
  after: { ...ADA, notes: '<b>new</b>' },
};

beforeAll(layOut);
afterEach(clearPage);

describe('the history of the memory', () => {
  const start = (role: 'viewer' | 'operator' = 'operator') =>
    startScreen(MemoryHistory, { [PATH]: pageOf([VERSION]) }, { role });
  const openFirst = async (screen: Awaited<ReturnType<typeof start>>) => {
    screen.find('.row.body').click();
    await screen.settle();
    await screen.settle();
  };
  const dialogText = () => document.querySelector('.cdk-dialog-container')?.textContent ?? '';

  it('says what was changed, by whom and through what', async () => {
    const { text } = await start();

    for (const shown of ['Ada', 'Person', 'Changed', 'MEMORY_API_KEY', 'MCP'])
      expect(text()).toContain(shown);
  });

  it('shows the fields before and after as text, and undoes the change', async () => {
    const screen = await start();
    await openFirst(screen);
    expect(document.querySelector('del')?.textContent).toBe('Before: old');
    expect(document.querySelector('ins')?.textContent).toBe('After: <b>new</b>');

    await screen.press('Undo this change');
    screen.written('POST', `${PATH}/12/undo`).flush({ ...VERSION, version: 13 });
    await screen.settle();
    expect(document.querySelector('.cdk-dialog-container')).toBeNull();
  });

  it('says plainly that the row was changed since, and keeps the change open', async () => {
    const screen = await start();
    await openFirst(screen);
    await screen.press('Undo this change');
    screen
      .written('POST', `${PATH}/12/undo`)
      .flush({ code: 'changed_since', detail: '', current: ADA }, { status: 409, statusText: '' });
    await screen.settle();

    expect(dialogText()).toContain('was changed again since');
  });

  it('is filtered by who made the changes, and undoes all of one only after it showed what that changes', async () => {
    const screen = await start();
    await screen.press('Who');
    const names = [...document.querySelectorAll('.menu-item')].map(({ textContent }) => textContent?.trim());
    expect(names).toEqual(['MEMORY_API_KEY']);

    await screen.press('Undo all by one caller…');
    await screen.settle();
    expect(screen.button('Show what it changes').disabled).toBe(true);
    expect(() => screen.button('Undo all of it')).toThrow();
    const since = document.querySelector<HTMLInputElement>('.cdk-dialog-container [type=datetime-local]');
    if (since !== null) since.value = '2026-11-20T09:00';
    since?.dispatchEvent(new Event('change'));
    await screen.settle();
    await screen.press('Show what it changes');
    const preview = screen.written('POST', `${PATH}/undo/preview`);
    expect(preview.request.body).toEqual({ by: 'MEMORY_API_KEY', since: '2026-11-20T09:00:00.000Z' });
    preview.flush({ changes: [], changes_total: 0, made: [], made_total: 0 });
    await screen.settle();
    expect(dialogText()).toContain('There is nothing to undo.');
  });

  it('undoes nothing but what is shown, however late the answer to another choice comes', async () => {
    const screen = await start();
    await screen.press('Undo all by one caller…');
    await screen.settle();
    const dialog = document.querySelector('.cdk-dialog-container');
    const since = dialog?.querySelector<HTMLInputElement>('[type=datetime-local]');
    if (since) since.value = '2026-11-20T09:00';
    since?.dispatchEvent(new Event('change'));
    await screen.settle();
    await screen.press('Show what it changes');
    const preview = screen.written('POST', `${PATH}/undo/preview`);
    const through = dialog?.querySelectorAll('select')[1];
    if (through) through.value = 'mcp';
    through?.dispatchEvent(new Event('change'));
    await screen.settle();
    const shown = {
      changes: [VERSION],
      changes_total: 1,
      made: [],
      made_total: 0,
      until: '2026-11-20T10:00:00.000Z',
    };
    preview.flush(shown);
    await screen.settle();
    expect(() => screen.button('Undo all of it')).toThrow();

    await screen.press('Show what it changes');
    const again = screen.written('POST', `${PATH}/undo/preview`);
    again.flush(shown);
    await screen.settle();
    await screen.press('Undo all of it');
    const { until, ...wish } = screen.written('POST', `${PATH}/undo`).request.body as Record<string, unknown>;
    expect(wish).toEqual(again.request.body);
    expect(until).toBe(shown.until);
  });

  it('leaves the undo and the state out for viewers', async () => {
    const screen = await start('viewer');
    await screen.press('Kind');
    expect(
      [...document.querySelectorAll('.menu-item')].map(({ textContent }) => textContent?.trim()),
    ).toEqual(['Sessions', 'Tasks', 'Projects', 'People', 'Decisions']);
    await openFirst(screen);

    expect(dialogText()).toContain('After: ');
    expect(() => screen.button('Undo this change')).toThrow();
  });
});
