import type { ContextDto } from '@groupless/shared-dto';
import { emptyMemory } from '../../harness/databases/rows';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

describe('the context of a project', () => {
  let t: ServedApp;
  let address: string;
  beforeAll(async () => {
    t = await sharedApp();
    address = await t.webhook('assistant-context');
    await emptyMemory(t.memory);
    for (const { name, priority } of [
      { name: 'booking', priority: 9 },
      { name: 'website', priority: 1 },
    ])
      await t.memory.query('insert into assistant_projects (name, priority) values ($1, $2)', [
        name,
        priority,
      ]);
    await t.memory.query(`
      insert into assistant_sessions (summary, projects_touched, session_date)
      select 'session ' || n, case when n in (1, 2) then 'other, website' else 'booking' end, timestamptz '2026-01-01' + make_interval(days => n)
      from generate_series(1, 15) as n`);
    await t.memory.query(`
      insert into assistant_tasks (task, priority, project_id)
      select 'task ' || n, n, case when n in (2, 9) then (select id from assistant_projects where name = 'website') end
      from generate_series(1, 10) as n`);
  });
  afterAll(() => t.close());

  const load = (query: Record<string, string>) => t.http.get(address).query(query).expect(200);
  const namesOf = (body: unknown) => {
    const { projects, recent_sessions, pending_tasks } = body as ContextDto;
    return {
      projects: projects.map(({ name }) => name),
      sessions: recent_sessions.map(({ summary }) => summary.split(' ')[1]).join(' '),
      tasks: pending_tasks.map(({ task }) => task.split(' ')[1]).join(' '),
    };
  };

  it('has the project first, then its sessions and tasks', async () => {
    const { body, headers } = await load({ project: 'website' });
    expect(namesOf(body)).toEqual({
      projects: ['website', 'booking'],
      sessions: '2 1 15 14 13 12 11 10 9 8',
      tasks: '9 2 10 8 7 6 5 4 3 1',
    });
    expect(headers['x-context-project']).toBeUndefined();
  });

  it('has the same order under a budget', async () => {
    const { body } = await load({ project: 'website', budget: '100000' });
    expect(body).toEqual((await load({ project: 'website' })).body);
  });

  it('is filled with older sessions of the project where the budget has room', async () => {
    const within = async (budget: string) => {
      const { body, headers } = await load({ project: 'booking', budget });
      return { sessions: namesOf(body).sessions, omitted: headers['x-context-omitted'] };
    };
    expect(await within('100000')).toEqual({
      sessions: '15 14 13 12 11 10 9 8 7 6 5 4 3',
      omitted: 'tasks_of_projects=1, sessions=2',
    });
    expect(namesOf((await load({ project: 'booking' })).body).sessions).toBe('15 14 13 12 11 10 9 8 7 6');
    expect((await within('200')).omitted).toMatch(/recent_sessions=(\d|10)\b/);
  });

  it('keeps what belongs to the project longest, and urgent tasks even longer', async () => {
    const { body } = await load({ project: 'website', budget: '300' });
    const { projects, sessions, tasks } = namesOf(body);
    expect(tasks.split(' ').slice(0, 4)).toEqual(['9', '2', '10', '8']);
    expect([projects[0] ?? 'website', sessions.split(' ')[0] || '2']).toEqual(['website', '2']);
  });

  it('has its own row alone in the brief, which counts the others', async () => {
    const { text } = await t.http.get(address).query({ project: 'website' }).set('accept', 'text/markdown');
    expect(text).toContain('- website (1');
    expect(text).not.toContain('booking');
    expect(text).toContain('Left out: projects=1, ');
  });

  it('is the whole one, and says so, where the project is unknown', async () => {
    const { body, headers } = await load({ project: 'nothing' });
    expect(headers['x-context-project']).toBe('unknown');
    expect(body).toEqual((await load({})).body);
  });
});
