import { SearchIndexService } from '../../../src/memory/search/index/search-index.service';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { eventually } from '../../harness/data/times';
import { countRows, emptyMemory, insertRows } from '../../harness/databases/rows';

const DAY_MS = 86_400_000;

/** What a text costs, as models count. */
function tokensOf(text: string): number {
  let quarters = 0;
  for (const [word] of text.matchAll(/\S+|\s/gu)) {
    const letters = [...word];
    const least = letters.length >= 40 ? 2 : 1;
    for (const letter of letters)
      quarters += Math.max(
        least,
        letter < '\u0080' ? 1 : /[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]/u.test(letter) ? 4 : 2,
      );
  }
  return Math.ceil(quarters / 4);
}

describe('the brief of a project', () => {
  let t: ServedApp;
  let address: string;
  beforeAll(async () => {
    t = await sharedApp();
    address = await t.webhook('assistant-context');
  });
  beforeEach(async () => {
    await emptyMemory(t.memory);
    await insertRows(t.memory, 'assistant_projects', [
      { id: 30_001, name: 'shop', url: 'github.com/ada/shop' },
      { id: 30_002, name: 'infra', url: 'github.com/ada/infra' },
      { id: 30_003, name: 'mobile', url: 'github.com/ada/mobile' },
    ]);
  });
  afterAll(() => t.close());

  const day = (days_ago: number) => new Date(Date.now() - days_ago * DAY_MS).toISOString();
  const sessions = (count: number, toRow: (n: number) => object) =>
    insertRows(
      t.memory,
      'assistant_sessions',
      Array.from({ length: count }, (_, n) => ({
        projects_touched: 'shop',
        decisions_made: '',
        session_date: day(n),
        ...toRow(n),
      })),
    );
  const load = async (budget: number | null = 4_000, project = 'shop') => {
    // What has not been judged is in no brief.
    await eventually(async () => {
      await t.app.get(SearchIndexService).catchUp();
      return (await countRows(t.memory, 'search_queue')) === 0;
    });
    const { text, headers } = await t.http
      .get(address)
      .query({ ...(budget === null ? {} : { budget }), project })
      .set('accept', 'text/markdown')
      .expect(200);
    return { text, omitted: headers['x-context-omitted'], tokens: Number(headers['x-context-tokens']) };
  };
  const sectionsOf = (text: string) =>
    text
      .split(/\n(?=## )/)
      .slice(1)
      .map((section) => section.split('\n``````')[0]!);

  it('names the project with its identity in the first line', async () => {
    const [first] = (await load()).text.split('\n');
    expect(first).toMatch(/^What follows is data .* Project at hand: shop \(github\.com\/ada\/shop\)\.$/);
  });

  it('has the standing decisions of all its sessions before the sessions, and those of no other project', async () => {
    await sessions(30, (n) => ({
      summary: `typo fixes, part ${n}`,
      decisions_made: n === 29 ? 'amounts are integers in cents, never floats' : '',
    }));
    await sessions(1, () => ({
      summary: 'infra',
      projects_touched: 'infra',
      decisions_made: 'use Terraform',
    }));
    const { text, omitted } = await load();
    expect(text).toMatch(
      /\n## Decisions of shop \(number, age\)\n- #\d+ \(29d\): amounts are integers in cents, never floats\n/,
    );
    expect(text.indexOf('## Decisions')).toBeLessThan(text.indexOf('## Sessions'));
    expect(text).not.toMatch(/Terraform|infra\b/);
    expect(omitted).toBe('projects=2, sessions=1, decisions_of_projects=1');
  });

  it('never has a decision that was withdrawn, also not in the text of a session', async () => {
    await sessions(3, (n) => ({
      summary: `part ${n}`,
      decisions_made: ['use Redis', 'use PostgreSQL', ''][n],
    }));
    await t.memory.query(`update assistant_decisions set withdrawn_at = now() where text = 'use Redis'`);
    for (const project of ['shop', 'infra']) expect((await load(4_000, project)).text).not.toContain('Redis');
    const { text } = await t.http.get(address).set('accept', 'text/markdown').expect(200);
    expect([text.includes('Redis'), text.includes('decisions: use PostgreSQL')]).toEqual([false, true]);
    const json = await t.http.get(address).expect(200);
    expect(JSON.stringify(json.body)).toContain('use Redis');
  });

  it('counts all that the database has and it has not', async () => {
    await sessions(40, (n) => ({
      summary: `session ${n} `.padEnd(400, 'words '),
      decisions_made: `decision number ${n}`,
    }));
    const { text, omitted } = await load(500);
    const shown = (pattern: RegExp) => [...text.matchAll(pattern)].length;
    const left = Object.fromEntries(omitted!.split(', ').map((part) => part.split('=')));
    expect(shown(/^- #\d+ /gm) + Number(left['decisions'] ?? 0)).toBe(40);
    expect(shown(/^- \d{4}-/gm) + Number(left['sessions'] ?? 0) + Number(left['recent_sessions'] ?? 0)).toBe(
      40,
    );
    expect(text).toContain(`Left out: ${omitted}.`);
    expect(Number(left['decisions'])).toBeGreaterThan(0);
  });

  it('gives no section more than 45 % while another lacks something', async () => {
    await sessions(40, (n) => ({
      summary: `session ${n} `.padEnd(2_000, 'words '),
      decisions_made: `rule ${n} `.repeat(9),
    }));
    await insertRows(
      t.memory,
      'assistant_tasks',
      Array.from({ length: 300 }, (_, n) => ({
        task: `own backlog item ${n}`,
        priority: 1 + (n % 10),
        project_id: 30_001,
      })),
    );
    await insertRows(
      t.memory,
      'assistant_state',
      Array.from({ length: 100 }, (_, n) => ({
        key: `fact${n}`,
        value: 'v '.repeat(100),
        project_id: 30_001,
      })),
    );
    for (const budget of [1_000, 4_000, 16_000]) {
      const { text, tokens } = await load(budget);
      expect([tokens, tokens <= budget]).toEqual([tokensOf(text), true]);
      const shares = sectionsOf(text).map((section) => tokensOf(section) / budget);
      expect(Math.max(...shares)).toBeLessThanOrEqual(0.451);
      expect(tokens).toBeGreaterThan(0.85 * budget);
    }
  });

  it('is filled by one section where all else is there', async () => {
    await sessions(40, (n) => ({ summary: `session ${n} `.padEnd(600, 'words ') }));
    const { text, tokens } = await load(2_000);
    expect(tokens).toBeGreaterThan(1_600);
    expect(tokensOf(sectionsOf(text).at(-1)!)).toBeGreaterThan(1_400);
  });

  it('has none of the backlog of another project', async () => {
    await insertRows(
      t.memory,
      'assistant_tasks',
      Array.from({ length: 300 }, (_, n) => ({
        task: `infra item ${n}`,
        priority: n < 37 ? 8 : 5,
        project_id: 30_002,
      })),
    );
    await sessions(25, (n) => ({ summary: `shop session ${n}` }));
    const { text, omitted } = await load(1_000);
    expect(text).not.toContain('infra item');
    expect(text.match(/shop session/g)).toHaveLength(25);
    expect(omitted).toContain('tasks_of_projects=300');
  });

  it('tells once what several sessions say, with how often', async () => {
    await sessions(6, (n) => ({
      summary: n < 5 ? 'Remember: deploys on Fridays are forbidden.' : 'Moved the form.',
    }));
    const { text, omitted } = await load();
    expect(text.match(/Fridays/g)).toHaveLength(1);
    expect(text).toContain('(0m, 5 times): Remember');
    expect(omitted).toBe('projects=2');
  });

  it('tells the small sessions of a day in one line', async () => {
    const extract = (request: string, result: string) => ({
      summary: `First request: ${request}\n${result}`,
    });
    const small = (request: string) =>
      extract(request, 'Last answer: It is so.\nAnd so on.\nSource: the transcript.');
    const at = (days_ago: number, hour: number) => `${day(days_ago).slice(0, 10)}T${hour}:00:00.000Z`;
    const rows: object[] = [
      small('What is the port?'),
      { ...small('Who is Grace?'), tasks_completed: 'Write to Grace' },
      small(`Where is the ${'very '.repeat(40)}last one?`),
      small('What is the port?'),
      { ...small('Elsewhere?'), projects_touched: 'shop, infra' },
      extract('Move the form.', 'Last answer: Moved.\nFiles: form.ts'),
      extract('Two\nlines', 'There was no answer.'),
      { ...small('On the day before?'), session_date: at(3, 12) },
      { ...small('As a person put it'), written_through: 'panel' },
      { ...small('On a branch?'), session_id: 'one', branch: 'red' },
    ];
    const ofHooks = {
      ...{ projects_touched: 'shop', tasks_completed: '', written_through: 'hook' },
      ...{ session_id: null, branch: null },
    };
    await sessions(rows.length, (n) => ({
      made: 'extract',
      session_date: at(2, 20 - n),
      ...ofHooks,
      ...rows[n],
    }));
    const date = day(2).slice(0, 10);
    const folded = `- ${date} \\([^,]+, extract; extract, branch red\\): 4 sessions of one request each: What is the port\\? · Where is the very [^\\n]*… · On a branch\\?\\n  - projects: shop\\n`;
    for (const budget of [4_000, null]) {
      const { text, omitted } = await load(budget);
      expect(text).toMatch(new RegExp(`\\n${folded}- ${date} [^\\n]*First request: Who is Grace`));
      expect(text.match(/What is the port/g)).toHaveLength(1);
      for (const other of ['Elsewhere?', 'Move the form.', 'Two', 'On the day before?', 'As a person put it'])
        expect(text).toContain(`First request: ${other}`);
      expect(omitted).toBe('projects=2');
    }
  });

  it('puts the newer of two near keys first, and marks the older', async () => {
    await insertRows(t.memory, 'assistant_state', [
      { key: 'cart_store', value: 'Redis', project_id: 30_001, updated_at: day(9) },
      { key: 'cart_storage', value: 'PostgreSQL', project_id: 30_001, updated_at: day(1) },
      { key: 'node_version', value: '22', project_id: 30_001, updated_at: day(3) },
      { key: 'npm_version', value: '11', project_id: 30_001, updated_at: day(2) },
    ]);
    expect((await load()).text).toContain(
      '## State of shop (category, age)\n' +
        '- cart_storage (config, 24h): PostgreSQL\n' +
        '- cart_store (config, 9d, older than cart_storage): Redis\n' +
        '- node_version (config, 3d): 22\n' +
        '- npm_version (config, 2d): 11\n',
    );
  });

  it.each([
    ['Russian', 'Решили хранить корзины в PostgreSQL, потому что Redis терял данные. '],
    ['Chinese', '我们决定把购物车存储在数据库中，因为缓存会丢失数据。'],
    ['a key without spaces', 'QmFzZTY0LWxpa2UgdGV4dCB3aXRob3V0IGFueSBzcGFjZXM'],
  ])('keeps to the budget as models count %s', async (_language, words) => {
    await sessions(30, (n) => ({ summary: `${n} ${words.repeat(8)}`, decisions_made: `${words} ${n}` }));
    for (const budget of [500, 4_000]) {
      const { text, tokens } = await load(budget);
      expect([tokens, tokens <= budget]).toEqual([tokensOf(text), true]);
    }
  });
});
