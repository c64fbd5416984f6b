import * as fc from 'fast-check';
import type { Response } from 'supertest';
import type { ContextDto } from '@groupless/shared-dto';
import { CONTEXT_LISTS, LONG_TEXTS, rowsOf, type ContextList } from '../../../src/memory/brief/context-rows';
import { SearchIndexService } from '../../../src/memory/search/index/search-index.service';
import { contextDatabases } from '../../harness/databases/context-databases';
import { refusedFields } from '../../harness/http/problems';
import { rounds } from '../../harness/data/rounds';
import { eventually } from '../../harness/data/times';
import { readBrief, readTask } from '../../harness/data/read-brief';
import { emptyMemory, insertRows } from '../../harness/databases/rows';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

const TABLES: Record<ContextList, string> = {
  projects: 'assistant_projects',
  recent_sessions: 'assistant_sessions',
  state: 'assistant_state',
  people: 'assistant_people',
  pending_tasks: 'assistant_tasks',
  decisions: 'assistant_decisions',
};

const tokensOf = (text: string) => Math.ceil([...text].length / 4);

describe('the context under a budget', () => {
  let t: ServedApp;
  let address: string;
  beforeAll(async () => {
    t = await sharedApp();
    address = await t.webhook('assistant-context');
  });
  beforeEach(() => emptyMemory(t.memory));
  afterAll(() => t.close());

  const load = (query = '', accept = 'application/json'): PromiseLike<Response> =>
    t.http.get(address + query).set('accept', accept);

  const store = (list: ContextList, count: number, toRow: (index: number) => object) =>
    insertRows(
      t.memory,
      TABLES[list],
      Array.from({ length: count }, (_, index) => toRow(index)),
    );

  it.each(['199', '1000001', '-1', '', '200.5', 'all', '2e3', '99999999999999999999'])(
    'takes 200 to 1,000,000 tokens, not "%s"',
    async (budget) => {
      const response = await load(`?budget=${budget}`);
      expect(refusedFields(response).map(([field]) => field)).toEqual(['budget']);
    },
  );

  it.each(['application/json', 'text/markdown'])('is there for the smallest budget: %s', async (accept) => {
    // Each is judged before it is shown, which takes longer than all else here: some are of the greatest length.
    const lengthOf = (index: number) => (index % 20 === 0 ? 65_536 : 1_000);
    await store('state', 600, (index) => ({ key: `key ${index}`, value: 'v'.repeat(lengthOf(index)) }));
    const { status, text, headers } = await load('?budget=200', accept);
    expect(status).toBe(200);
    expect(tokensOf(text)).toBeLessThanOrEqual(200);
    expect(headers['x-context-tokens']).toBe(String(tokensOf(text)));
  });

  it('is the very same answer as without a budget if that fits', async () => {
    const odd = ' \t"quoted" \\ \u0001\b\f \u2028 \u007f\u0085 </script>\r\n é e\u0301 😀 ';
    await store('state', 3, (index) => ({ key: `${odd}${index}`, value: odd.repeat(50) }));
    await store('recent_sessions', 3, () => ({ summary: odd, mood: null }));
    await store('people', 1, () => ({ name: odd, notes: odd }));
    await store('pending_tasks', 1, () => ({ task: odd }));
    await store('projects', 1, () => ({ name: odd, url: odd }));
    const whole = await load();
    const within = await load(`?budget=${tokensOf(whole.text)}`);
    expect(within.text).toBe(whole.text);
    expect(within.headers['etag']).toBe(whole.headers['etag']);
    expect(within.headers['x-context-omitted']).toBe('none');
  });

  it('cuts long texts before it leaves out a row, the longest first', async () => {
    const lengths = [100, 150, 3_000, 65_536];
    await store('state', 4, (index) => ({ key: `key ${index}`, value: 'v'.repeat(lengths[index]!) }));
    const { body, headers } = await load('?budget=500');
    const values = (body as ContextDto).state.map(({ value }) => value);
    expect(values.slice(0, 2).map((value) => value.length)).toEqual([100, 150]);
    expect(values[2]).toMatch(/^v+…$/);
    expect(values[2]!.length).toBe(values[3]!.length);
    expect(headers['x-context-omitted']).toBe('cut=2');
  });

  it('counts what the limit of a list and what the budget left out together', async () => {
    await store('state', 503, (index) => ({ key: `key ${index}`, value: 'v'.repeat(200) }));
    await store('recent_sessions', 12, () => ({ summary: 's'.repeat(200) }));
    const { body, headers } = await load('?budget=3000');
    const { state, recent_sessions } = body as ContextDto;
    const texts = [...state.map(({ value }) => value), ...recent_sessions.map(({ summary }) => summary)];
    const cut = texts.filter((text) => text.endsWith('…')).length;
    expect(headers['x-context-omitted']).toBe(
      `recent_sessions=${10 - recent_sessions.length}, state=${503 - state.length}, cut=${cut}`,
    );
  });

  it('keeps urgent tasks to the last, whole', async () => {
    await store('pending_tasks', 40, (index) => ({
      task: `task ${index} `.padEnd(120, 'x'),
      priority: index < 6 ? 8 : 4,
    }));
    await store('projects', 20, (index) => ({ name: `project ${index}`, notes: 'n'.repeat(500) }));
    const { body } = await load('?budget=450');
    const { pending_tasks, projects } = body as ContextDto;
    expect(pending_tasks.map(({ priority }) => priority)).toEqual(Array(pending_tasks.length).fill(8));
    expect([pending_tasks.length, projects.length]).toEqual([6, 0]);
    expect(pending_tasks.every(({ task }) => task.length === 120)).toBe(true);
  });

  it('shows the short ones where a long urgent task does not fit', async () => {
    const tasks = ['long '.repeat(400), 'short', 'brief'].map((task, index) => ({
      task,
      priority: 10 - index,
    }));
    await insertRows(t.memory, 'assistant_tasks', tasks);
    const { body, headers } = await load('?budget=200');
    expect((body as ContextDto).pending_tasks.map(({ task }) => task)).toEqual(['short', 'brief']);
    expect(headers['x-context-omitted']).toBe('pending_tasks=1');
  });

  it('keeps the state and the people that changed last', async () => {
    const updated_at = (index: number) => `2026-01-01T00:00:${String(index).padStart(2, '0')}Z`;
    await store('state', 30, (index) => ({ key: `key ${index}`, value: '', updated_at: updated_at(index) }));
    await store('people', 30, (index) => ({ name: `name ${index}`, updated_at: updated_at(index) }));
    const { state, people } = (await load('?budget=1000')).body as ContextDto;
    expect(state).toHaveLength(30);
    expect(people.length).toBeGreaterThan(0);
    expect(people.length).toBeLessThan(30);
    expect(people.every(({ name }) => Number(name.slice(5)) >= 30 - people.length)).toBe(true);
  });

  it('keeps to it, and to what is stored, whatever that is', async () => {
    const budgets = fc.oneof(fc.integer({ min: 200, max: 3_000 }), fc.constantFrom(20_000, 1_000_000));
    const property = fc.asyncProperty(contextDatabases, budgets, async (rows, budget) => {
      await emptyMemory(t.memory);
      const stored = new Map<string, Record<string, unknown>>();
      for (const list of CONTEXT_LISTS) {
        const listed = rowsOf(rows, list).map(({ row }) => row as object as Record<string, unknown>);
        for (const row of listed) stored.set(`${list} ${String(row['id'])}`, row);
        if (listed.length > 0) await insertRows(t.memory, TABLES[list], listed);
      }
      // A session names its projects as they are called.
      const named = await t.memory.query<{ id: string; projects_touched: string }>(
        'select id, projects_touched from assistant_sessions',
      );
      for (const { id, projects_touched } of named.rows)
        Object.assign(stored.get(`recent_sessions ${id}`)!, { projects_touched });
      const urgent = rowsOf(rows, 'pending_tasks').filter(({ row }) => row.priority >= 8).length;

      const json = await load(`?budget=${budget}`);
      const context = json.body as ContextDto;
      expect(tokensOf(json.text)).toBeLessThanOrEqual(budget);
      expect(json.headers['x-context-tokens']).toBe(String(tokensOf(json.text)));
      const missing = CONTEXT_LISTS.map((list) => [list, rowsOf(rows, list).length - context[list].length]);
      let cut = 0;
      for (const list of CONTEXT_LISTS) {
        for (const row of context[list]) {
          const original = stored.get(`${list} ${row.id}`)!;
          const changed = Object.entries(row).filter(([name, value]) => original[name] !== value);
          for (const [name, value] of changed) {
            expect(LONG_TEXTS[list]).toContain(name);
            expect(value).toMatch(/…$/);
          }
          cut += changed.length;
        }
      }
      const omitted = [...missing, ['cut', cut]].filter(([, count]) => Number(count) > 0);
      expect(json.headers['x-context-omitted']).toBe(
        omitted.map((part) => part.join('=')).join(', ') || 'none',
      );

      // What has not been judged yet is held back from the brief.
      await eventually(async () => {
        await t.app.get(SearchIndexService).catchUp();
        return (await t.memory.query('select from search_queue')).rowCount === 0;
      });
      const brief = await load(`?budget=${budget}`, 'text/markdown');
      const items = readBrief(brief.text);
      expect(tokensOf(brief.text)).toBeLessThanOrEqual(budget);
      expect(brief.headers['x-context-tokens']).toBe(String(tokensOf(brief.text)));
      const notInBrief = CONTEXT_LISTS.map((list) => [list, rowsOf(rows, list).length - items[list].length]);
      const leftOut = notInBrief.filter(([, count]) => Number(count) > 0).map((part) => part.join('='));
      expect(brief.headers['x-context-omitted']!.replace(/(, )?cut=\d+$|none/, '')).toBe(leftOut.join(', '));
      const tasks = rowsOf(rows, 'pending_tasks').map(({ row }) => row.task);
      for (const item of items.pending_tasks) expect(tasks).toContain(readTask(item));

      const shown = context.pending_tasks.filter(({ priority }) => priority >= 8).length;
      const less = (await load('?budget=200')).body as ContextDto;
      expect(less.pending_tasks.filter(({ priority }) => priority >= 8).length).toBeLessThanOrEqual(shown);
      expect(shown).toBeLessThanOrEqual(urgent);
    });
    await fc.assert(property, { numRuns: rounds(4, 10) });
  });

  it('does not change while it is loaded in two steps', async () => {
    await store('people', 500, (index) => ({ name: `name ${index}`, notes: 'n'.repeat(300) }));
    const change = async () => {
      for (let round = 0; round < 20; round++)
        await t.memory.query(`update assistant_people set notes = repeat('é', $1)`, [round * 400]);
    };
    const read = async () => {
      for (let round = 0; round < 20; round++) {
        const { text } = await load('?budget=8000');
        const lengths = new Set((JSON.parse(text) as ContextDto).people.map(({ notes }) => notes.length));
        expect(tokensOf(text)).toBeLessThanOrEqual(8_000);
        expect(lengths.size).toBe(1);
      }
    };
    await Promise.all([change(), read()]);
  });
});
