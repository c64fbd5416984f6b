import type { Response } from 'supertest';
import { readBrief, readTask } from '../harness/read-brief';
import { emptyMemory, insertRows } from '../harness/rows';
import { startServedApp, type ServedApp } from '../harness/served-app';

describe('the context as a brief in Markdown', () => {
  let t: ServedApp;
  let address: string;
  beforeAll(async () => {
    t = await startServedApp();
    address = await t.webhook('assistant-context');
  });
  beforeEach(() => emptyMemory(t.memory));
  afterAll(() => t.close());

  const load = (accept = 'text/markdown'): PromiseLike<Response> => t.http.get(address).set('accept', accept);

  it('has what a session starts from, each row an item, and no empty sections or fields', async () => {
    await insertRows(t.memory, 'assistant_projects', [
      {
        id: 1,
        name: 'website',
        description: 'Public site',
        status: 'active',
        url: 'https://example.org',
        priority: 9,
      },
      { id: 2, name: 'intranet', description: '', status: 'paused', url: '', priority: 3 },
    ]);
    await insertRows(t.memory, 'assistant_tasks', [
      { task: 'Renew the `*.example.org` certificate', priority: 9, project_id: 1 },
      { task: ' Two\nlines ', priority: 5, project_id: null },
    ]);
    await insertRows(t.memory, 'assistant_state', [
      { key: 'editor', value: 'vim', category: 'config' },
      { key: 'web', value: '10.0.0.5\n\n# Debian 12\n- nginx', category: 'server' },
    ]);
    await insertRows(t.memory, 'assistant_people', [{ name: 'Ada', relationship: 'client', notes: '' }]);
    await insertRows(t.memory, 'assistant_sessions', [
      {
        session_date: '2026-11-20T09:30:00Z',
        summary: 'Moved the form',
        decisions_made: 'keep the old URLs',
        mood: 'focused',
      },
    ]);
    const { text, headers } = await load();
    expect(text.split('\n')).toEqual([
      '# Memory',
      '',
      '## Pending tasks',
      'Priority, project: the exact text; in double quotes, a JSON string.',
      '- 9 website: Renew the `*.example.org` certificate',
      String.raw`- 5: " Two\nlines "`,
      '',
      '## State',
      '### config',
      '- editor: vim',
      '### server',
      '- web: 10.0.0.5',
      String.raw`    \# Debian 12`,
      '    - nginx',
      '',
      '## Projects (priority, status)',
      '- website (9, active): Public site',
      '  - url: https://example.org',
      '- intranet (3, paused)',
      '',
      '## People',
      '- Ada (client)',
      '',
      '## Recent sessions',
      '- 2026-11-20 (focused): Moved the form',
      '  - decisions: keep the old URLs',
      '',
    ]);
    expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(headers['x-context-tokens']).toBe(String(Math.ceil(text.length / 4)));
    expect(headers['x-context-omitted']).toBe('none');
  });

  it('is only a title while nothing is stored', async () => {
    expect((await load()).text).toBe('# Memory\n');
  });

  it.each([
    'plain',
    '# a',
    '"quoted"',
    'a "b" `c` \\d',
    ' a',
    'a\t',
    'a\r\n- 10: b',
    'a: b',
    'a\u2028b',
    '😀…',
  ])('shows the text of a task so that done can repeat it: %j', async (task) => {
    const post = await t.webhook('assistant-task');
    await insertRows(t.memory, 'assistant_projects', [{ id: 1, name: 'odd: name' }]);
    await insertRows(t.memory, 'assistant_tasks', [{ task, project_id: 1 }]);
    const [item = ''] = readBrief((await load()).text).pending_tasks;
    await t.http
      .post(post)
      .send({ action: 'done', task: readTask(item) })
      .expect(200);
  });

  it.each([
    ['text/markdown', 'markdown'],
    ['Text/Markdown; charset=utf-8', 'markdown'],
    ['text/markdown;q=0.5, application/json;q=0.4', 'markdown'],
    ['text/markdown, text/html, */*', 'markdown'],
    ['text/*', 'markdown'],
    ['application/json;q=0, */*', 'markdown'],
    [undefined, 'json'],
    ['', 'json'],
    ['*/*', 'json'],
    ['application/json, text/markdown', 'json'],
    ['text/markdown, application/json', 'json'],
    ['text/markdown;q=0.5, application/json', 'json'],
    ['text/markdown;q=0.2, */*;q=0.3', 'json'],
    ['text/markdown;q=0, */*', 'json'],
    ['text/markdown;q=2', 'json'],
    ['text/html', 'json'],
    ['application/json;q=0', 'json'],
  ])('is for those whose Accept prefers it: %s', async (accept, expected) => {
    const request = t.http.get(address);
    const { headers } = await (accept === undefined ? request : request.set('accept', accept));
    const type = expected === 'json' ? 'application/json' : 'text/markdown';
    expect(headers['content-type']).toBe(`${type}; charset=utf-8`);
    expect(headers['vary']).toBe('Accept, Accept-Encoding');
  });

  it('has a tag of its own, and each form is 304 for its tag alone', async () => {
    const tags = [(await load()).headers['etag']!, (await load('application/json')).headers['etag']!];
    expect(tags[0]).not.toBe(tags[1]);
    const statuses = [];
    for (const accept of ['text/markdown', 'application/json']) {
      for (const tag of tags) {
        const { status, headers } = await t.http.get(address).set({ accept, 'if-none-match': tag });
        statuses.push(status);
        expect(headers['vary']).toBe('Accept, Accept-Encoding');
      }
    }
    expect(statuses).toEqual([304, 200, 200, 304]);
  });

  it('tells the same to HEAD', async () => {
    const { headers } = await load();
    const answer = await t.http.head(address).set('accept', 'text/markdown').expect(200);
    for (const name of ['content-type', 'etag', 'vary', 'x-context-tokens', 'x-context-omitted']) {
      expect([name, answer.headers[name]]).toEqual([name, headers[name]]);
    }
  });

  it('is documented beside the JSON, with the headers of both and 304', async () => {
    const { body } = await t.http.get('/api/docs-json');
    const { responses } = body.paths['/webhook/{workflow_id}/webhook/assistant-context'].get;
    expect(Object.keys(responses['200'].content)).toEqual(['application/json', 'text/markdown']);
    for (const status of ['200', '304']) {
      const headers = ['etag', 'x-context-tokens', 'x-context-omitted', 'x-context-project'];
      expect(Object.keys(responses[status].headers)).toEqual(headers);
    }
  });
});
