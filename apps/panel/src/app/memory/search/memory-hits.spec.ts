import { clearPage, layOut, line, pageOf, startScreen } from '../../../testing/memory';
import { MemoryHits } from './memory-hits';

const PATH = '/api/memory/search';

beforeAll(layOut);
afterEach(clearPage);

describe('the search', () => {
  const search = (q: string) => startScreen(MemoryHits, {}, { role: 'viewer', inputs: { q } });

  it('shows hits with what was found marked, and leads to their records', async () => {
    const screen = await search('backup');
    const why = { words: ['backup'], phrases: [], title: false, project: false, share: 1 };
    const hit = { at: '2026-11-01T09:00:00.000Z', score: 1, why };
    await screen.answer({
      [PATH]: pageOf([
        { ...hit, kind: 'task', id: 7, title: 'Check <b>', excerpt: 'the <mark>backup</mark> &lt;b&gt;' },
        {
          ...hit,
          kind: 'chat',
          id: 9,
          title: 'chat-1, user',
          excerpt: 'a <mark>backup</mark>',
          why: { ...why, phrases: ['backup server'], title: true },
        },
      ]),
    });
    await screen.settle();

    expect(screen.findAll('ol a').map((link) => link.getAttribute('href'))).toEqual([
      '/memory/tasks/7',
      '/memory/chats/chat-1',
    ]);
    expect(screen.findAll('mark').map(line)).toEqual(['backup', 'backup']);
    expect(line(screen.find('.excerpt'))).toBe('the backup <b>');
    expect(screen.findAll('ol b')).toEqual([]);
    expect(screen.findAll('.why').map(line)).toEqual([
      'Has backup',
      'Has the phrase “backup server” and a hit in the title',
    ]);
  });

  it('says when it finds nothing', async () => {
    const screen = await search('nothing');
    await screen.answer({ [PATH]: pageOf([]) });
    await screen.settle();

    expect(screen.text()).toContain('Nothing found for “nothing”');
  });

  it('offers viewers no state to look for', async () => {
    const screen = await search('x');
    screen.find('app-filter-chips .open').click();
    await screen.settle();
    const offered = [...document.querySelectorAll('[role=menuitemcheckbox]')].map(line);

    expect(offered).toContain('Tasks');
    expect(offered).not.toContain('Facts');
  });
});
