import type { ContextDto } from '@groupless/shared-dto';
import { emptyMemory, insertRows } from '../../harness/databases/rows';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

describe('how much of the memory the context shows', () => {
  let t: ServedApp;
  let address: string;
  beforeAll(async () => {
    t = await sharedApp();
    address = await t.webhook('assistant-context');
  });
  beforeEach(() => emptyMemory(t.memory));
  afterAll(() => t.close());

  async function load() {
    const { body, headers, text } = await t.http.get(address).expect(200);
    return { context: body as ContextDto, omitted: headers['x-context-omitted'], headers, text };
  }

  const numbered = (count: number, toRow: (number: string) => object) =>
    Array.from({ length: count }, (_, index) => toRow(String(index).padStart(4, '0')));

  it('is everything while no list is longer than 500', async () => {
    await insertRows(
      t.memory,
      'assistant_state',
      numbered(500, (key) => ({ key, value: '' })),
    );
    const { context, omitted } = await load();
    expect([context.state.length, omitted]).toEqual([500, 'none']);
  });

  it('is the first 500 entries of the state', async () => {
    await insertRows(
      t.memory,
      'assistant_state',
      numbered(501, (key) => ({ key, value: '' })),
    );
    const { context, omitted } = await load();
    expect([context.state.length, context.state.at(-1)?.key, omitted]).toEqual([500, '0499', 'state=1']);
  });

  it('names what it leaves out and how many of each', async () => {
    await insertRows(
      t.memory,
      'assistant_state',
      numbered(512, (key) => ({ key, value: '' })),
    );
    await insertRows(
      t.memory,
      'assistant_people',
      numbered(503, (name) => ({ name })),
    );
    const { context, omitted } = await load();
    expect([context.state.length, context.people.length, omitted]).toEqual([500, 500, 'state=12, people=3']);
  });

  it('leaves out the least important projects', async () => {
    await insertRows(
      t.memory,
      'assistant_projects',
      numbered(502, (name) => ({ name, priority: Number(name) < 2 ? 1 : 9 })),
    );
    const { context, omitted } = await load();
    expect(omitted).toBe('projects=2');
    expect(context.projects.every(({ priority }) => priority === 9)).toBe(true);
  });

  it('leaves out the least urgent of the pending tasks, and counts no others', async () => {
    await insertRows(
      t.memory,
      'assistant_tasks',
      numbered(507, (task) => ({ task, priority: Number(task) < 4 ? 1 : 8, status: 'pending' })),
    );
    await insertRows(
      t.memory,
      'assistant_tasks',
      numbered(600, (task) => ({ task, status: 'completed' })),
    );
    const { context, omitted } = await load();
    expect([context.pending_tasks.length, omitted]).toEqual([500, 'pending_tasks=7']);
    expect(context.pending_tasks.every(({ priority }) => priority === 8)).toBe(true);
  });

  it('tells of what is left out since, though the answer is the same', async () => {
    await insertRows(
      t.memory,
      'assistant_projects',
      numbered(500, (name) => ({ name })),
    );
    const before = await load();
    await insertRows(t.memory, 'assistant_projects', [{ name: 'last', priority: 1 }]);
    const after = await load();
    expect([before.omitted, after.omitted]).toEqual(['none', 'projects=1']);
    expect([after.text, after.headers['etag']]).toEqual([before.text, before.headers['etag']]);
  });

  it('counts a token for every four code points of the answer', async () => {
    await insertRows(t.memory, 'assistant_state', [{ key: 'faces', value: '😀'.repeat(1_000) }]);
    const { headers, text } = await load();
    expect(headers['x-context-tokens']).toBe(String(Math.ceil([...text].length / 4)));
  });

  it('tells the same figures to HEAD', async () => {
    const { headers } = await load();
    const answer = await t.http.head(address).expect(200);
    for (const name of ['etag', 'x-context-tokens', 'x-context-omitted', 'cache-control', 'content-length']) {
      expect([name, answer.headers[name]]).toEqual([name, headers[name]]);
    }
  });
});
