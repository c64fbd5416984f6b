import type { MemoryImportDto } from '@groupless/shared-dto';
import { clearPage, pageOf, startScreen } from '../../../testing/memory';
import { typeOf } from './memory-files-api';
import { MemoryFiles } from './memory-files';

const PROJECTS = { '/api/memory/projects': pageOf([{ id: 3, name: 'shop' }]) };
const NOTHING = { state: 0, task: 0, decision: 0, session: 0, project: 0, person: 0 };
const answerOf = (dry_run: boolean, created: object = {}, more: object = {}) =>
  ({
    dry_run,
    created: { ...NOTHING, ...created },
    known: 0,
    unread: [],
    left: 0,
    unread_total: 0,
    ...more,
  }) as unknown as MemoryImportDto;

afterEach(clearPage);

describe('files of the memory', () => {
  async function open(answers: Record<string, unknown> = PROJECTS) {
    const screen = await startScreen(MemoryFiles, answers);
    const choose = async (name: string) => {
      const input = screen.find('input[type=file]') as HTMLInputElement;
      Object.defineProperty(input, 'files', { configurable: true, value: [new File(['x'], name)] });
      input.dispatchEvent(new Event('change'));
      await screen.settle();
    };
    const sent = (query: string) =>
      screen.http.expectOne(`/api/memory/import${query === '' ? '' : `?${query}`}`);
    const settle = async (query: string, body: object, options = {}) => {
      sent(query).flush(body, options);
      await screen.settle();
      await screen.answer();
      await screen.settle();
    };
    return { ...screen, choose, sent, settleWith: settle };
  }

  it('are shown before anything is stored, and stored by a second step', async () => {
    const { choose, settleWith, press, text, findAll } = await open();
    await choose('AGENTS.md');
    await settleWith('dry_run=true', answerOf(true, { decision: 4 }, { known: 2 }));
    expect(text()).toContain('This would be stored');
    expect(text()).toContain('Decisions: 4');
    await press('Store it');
    await settleWith('', answerOf(false, { decision: 4 }));
    expect(text()).toContain('This was stored');
    expect(findAll('button').map(({ textContent }) => textContent.trim())).not.toContain('Store it');
  });

  it('of other programs may belong to a project, which is asked about anew', async () => {
    const { choose, settleWith, find, settle, text } = await open();
    await choose('CLAUDE.md');
    await settleWith('dry_run=true', answerOf(true, { state: 9 }));
    const project = find('select') as HTMLSelectElement;
    project.value = 'shop';
    project.dispatchEvent(new Event('change'));
    await settle();
    expect(text()).not.toContain('Facts: 9');
    await settleWith('project=shop&dry_run=true', answerOf(true, { state: 8 }));
    expect(text()).toContain('Facts: 8');
  });

  it('of other programs say when the projects could not be read', async () => {
    const { choose, settleWith, http, find, findAll, press, answer } = await open({});
    const projects = http.match(({ url }) => url === '/api/memory/projects');
    for (const asked of projects) asked.flush({ code: 'internal_error' }, { status: 500, statusText: '' });
    await choose('CLAUDE.md');
    await settleWith('dry_run=true', answerOf(true, { state: 9 }));
    expect(find('app-error-panel')).toBeTruthy();
    await press('Try again');
    await answer(PROJECTS);

    expect(findAll('app-error-panel')).toEqual([]);
    expect(findAll('option')).toHaveLength(2);
  });

  it('that were saved here say themselves where their rows belong', async () => {
    const { choose, settleWith, findAll } = await open();
    await choose('memory-2026-11-27.ZIP');
    await settleWith('dry_run=true', answerOf(true, { session: 1 }));
    expect(findAll('select')).toEqual([]);
  });

  it('with nothing new have nothing to store, and say what was not taken in', async () => {
    const { choose, settleWith, findAll, text } = await open();
    await choose('mem0.json');
    const unread = [{ where: 'memory 3', why: 'It has no text.' }];
    await settleWith('dry_run=true', answerOf(true, {}, { known: 7, unread, unread_total: 1 }));
    expect(text()).toContain('There already: 7');
    expect(text()).toContain('memory 3: It has no text.');
    expect(findAll('button').map(({ textContent }) => textContent.trim())).not.toContain('Store it');
  });

  it('that cannot be read store nothing, and the one before is not shown for it', async () => {
    const { choose, settleWith, find, text } = await open();
    await choose('AGENTS.md');
    await settleWith('dry_run=true', answerOf(true, { decision: 4 }));
    await choose('broken.db');
    await settleWith(
      'dry_run=true',
      { code: 'invalid_file', detail: 'No.' },
      { status: 400, statusText: '' },
    );
    expect(find('app-error-panel')).toBeTruthy();
    expect(text()).not.toContain('Decisions: 4');
  });

  it.each([
    ['memory.zip', 'application/zip'],
    ['CLAUDE.md', 'text/markdown'],
    ['claude-mem.DB', 'application/vnd.sqlite3'],
    ['mem0.json', 'application/json'],
    ['photo.png', null],
    ['README', null],
  ])('are known by their names: %s', (name, type) => {
    expect(typeOf({ name })).toBe(type);
  });
});
