import type { ContextDto } from '@groupless/shared-dto';
import { refusedFields } from '../../harness/http/problems';
import { emptyMemory, insertRows } from '../../harness/databases/rows';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { INSTANT } from '../../harness/data/times';

describe('the context', () => {
  let t: ServedApp;
  let address: string;
  beforeAll(async () => {
    t = await sharedApp();
    address = await t.webhook('assistant-context');
  });
  beforeEach(() => emptyMemory(t.memory));
  afterAll(() => t.close());

  async function load(): Promise<ContextDto> {
    const { body } = await t.http.get(address).expect(200);
    return body as ContextDto;
  }

  async function storeOneOfEach(): Promise<void> {
    await insertRows(t.memory, 'assistant_projects', [{ name: 'website' }]);
    await insertRows(t.memory, 'assistant_sessions', [{ summary: 'Began', idempotency_key: 'k' }]);
    await insertRows(t.memory, 'assistant_state', [{ key: 'web', value: 'up', previous_value: 'down' }]);
    await insertRows(t.memory, 'assistant_people', [{ name: 'Ada', relationship: 'client' }]);
    await insertRows(t.memory, 'assistant_tasks', [{ task: 'Renew the certificate' }]);
  }

  it('is five empty lists at first', async () => {
    const { body, headers } = await t.http.get(address).expect(200);
    expect(body).toEqual({ projects: [], recent_sessions: [], state: [], people: [], pending_tasks: [] });
    expect(headers['content-type']).toMatch(/^application\/json(;|$)/);
  });

  it('shows the columns of each table and no others', async () => {
    await storeOneOfEach();
    const { projects, recent_sessions, state, people, pending_tasks } = await load();
    const columns = [projects, recent_sessions, state, people, pending_tasks].map(([row]) =>
      Object.keys(row!).join(' '),
    );
    expect(columns).toEqual([
      'id name description status server url stack notes priority created_at updated_at',
      'id session_date summary projects_touched decisions_made tasks_completed tasks_created mood',
      'id key value category updated_at',
      'id name relationship notes updated_at',
      'id project_id task status priority created_at updated_at',
    ]);
  });

  it('writes ids as numbers and times in UTC with milliseconds', async () => {
    await storeOneOfEach();
    const lists = Object.values(await load()) as Record<string, unknown>[][];
    for (const [row = {}] of lists) {
      expect(row['id']).toEqual(expect.any(Number));
      const times = Object.entries(row).filter(([name]) => /_(at|date)$/.test(name));
      expect(times.length).toBeGreaterThan(0);
      for (const [, time] of times) expect(time).toMatch(INSTANT);
    }
  });

  it('keeps every character of a text', async () => {
    const value = ' \t"quoted" \\ \u0001 \u2028 </script>\r\n é e\u0301 😀 \u007f\n ';
    await insertRows(t.memory, 'assistant_state', [{ key: 'odd', value }]);
    expect((await load()).state[0]?.value).toBe(value);
  });

  it('names the most important projects first, then by name', async () => {
    await insertRows(t.memory, 'assistant_projects', [
      { name: 'beta', priority: 5 },
      { name: 'last', priority: 1 },
      { name: 'alpha', priority: 5 },
      { name: 'zeta', priority: 10 },
    ]);
    expect((await load()).projects.map(({ name }) => name)).toEqual(['zeta', 'alpha', 'beta', 'last']);
  });

  it('sorts people by name, without regard to case and accents', async () => {
    await insertRows(
      t.memory,
      'assistant_people',
      ['Zoe', 'émile', 'Ernst', 'adam', 'Bea'].map((name) => ({ name })),
    );
    expect((await load()).people.map(({ name }) => name)).toEqual(['adam', 'Bea', 'émile', 'Ernst', 'Zoe']);
  });

  it('sorts the state by category, then key', async () => {
    await insertRows(t.memory, 'assistant_state', [
      { key: 'b', value: '', category: 'server' },
      { key: 'z', value: '', category: 'config' },
      { key: 'a', value: '', category: 'server' },
      { key: 'c', value: '', category: 'service' },
    ]);
    expect((await load()).state.map(({ key }) => key)).toEqual(['z', 'a', 'b', 'c']);
  });

  it('shows the ten newest sessions, the newest first', async () => {
    const days = [5, 12, 3, 9, 1, 11, 7, 2, 10, 4, 8, 6];
    await insertRows(
      t.memory,
      'assistant_sessions',
      days.map((day) => ({
        summary: String(day),
        session_date: `2026-03-${String(day).padStart(2, '0')}T08:00:00Z`,
      })),
    );
    const { recent_sessions } = await load();
    expect(recent_sessions.map(({ summary }) => Number(summary))).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
  });

  it('shows the later stored of two sessions of one instant first', async () => {
    const session_date = '2026-03-01T08:00:00Z';
    await insertRows(t.memory, 'assistant_sessions', [
      { summary: 'first', session_date },
      { summary: 'second', session_date },
    ]);
    expect((await load()).recent_sessions.map(({ summary }) => summary)).toEqual(['second', 'first']);
  });

  it('shows tasks of priority 10 first, then the oldest', async () => {
    await insertRows(t.memory, 'assistant_tasks', [
      { task: 'younger', priority: 7, created_at: '2026-02-01T00:00:00Z' },
      { task: 'small', priority: 1, created_at: '2025-01-01T00:00:00Z' },
      { task: 'older', priority: 7, created_at: '2026-01-01T00:00:00Z' },
      { task: 'urgent', priority: 10, created_at: '2026-03-01T00:00:00Z' },
    ]);
    const { pending_tasks } = await load();
    expect(pending_tasks.map(({ task }) => task)).toEqual(['urgent', 'older', 'younger', 'small']);
  });

  it('leaves out tasks that have ended', async () => {
    const statuses = ['pending', 'completed', 'cancelled'];
    await insertRows(
      t.memory,
      'assistant_tasks',
      statuses.map((status) => ({ task: status, status })),
    );
    expect((await load()).pending_tasks.map(({ task }) => task)).toEqual(['pending']);
  });

  it('names the project of a task by its id', async () => {
    await insertRows(t.memory, 'assistant_projects', [{ id: 77, name: 'website' }]);
    await insertRows(t.memory, 'assistant_tasks', [{ task: 'Paint', project_id: 77 }]);
    expect((await load()).pending_tasks[0]?.project_id).toBe(77);
  });

  it('takes no parameter that it does not know', async () => {
    const response = await t.http.get(`${address}?verbose=1`);
    expect(refusedFields(response)).toEqual([['verbose', 'unknown_field']]);
  });

  it('shows at once what a finished POST wrote', async () => {
    const stateAddress = await t.webhook('assistant-update-state');
    for (let round = 0; round < 20; round++) {
      await t.http
        .post(stateAddress)
        .send({ key: 'round', value: String(round) })
        .expect((response) => response.status < 300);
      expect((await load()).state[0]?.value).toBe(String(round));
    }
  });
});
