import { readFileSync, statSync, writeFileSync } from 'node:fs';
import type { MemoryImportDto } from '@groupless/shared-dto';
import { readZip } from '../../../src/memory/files/zip-reader';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { emptyMemory, insertRows } from '../../harness/databases/rows';
import { MemoryMachine } from './memory-machine';

const MEMORY_API_KEY = 'memory-2f7c9e1b5a8d4c6f0e3b7a9d1c5f';

describe('assistant-memory export and import', () => {
  let t: ServedApp;
  let machine: MemoryMachine;
  beforeAll(async () => {
    t = await startServedApp({ environment: { MEMORY_API_KEY } });
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    await emptyMemory(t.memory);
    machine = new MemoryMachine(MEMORY_API_KEY);
    await machine.logIn(`http://127.0.0.1:${t.port}`);
  });
  afterEach(() => machine.remove());

  const everything = async () => {
    const { rows } = await t.memory.query<object>(`
      select 'state' as kind, key as text, value, updated_at as at from assistant_state
      union all select 'task', task, status, created_at from assistant_tasks
      union all select 'session', summary, projects_touched, session_date from assistant_sessions
      union all select 'decision', text, null, at from assistant_decisions order by 1, 2`);
    return rows;
  };

  it('take along what the key wrote, and bring it back once', async () => {
    await insertRows(t.memory, 'assistant_tasks', [{ task: 'of somebody else', status: 'pending' }]);
    await machine.run(['state', 'set', 'port', '8443']);
    await machine.run(['task', 'create', 'Rotate the certificate']);
    await machine.run(['summary'], 'Moved the form.');
    const out = await machine.run(['export', '--out', 'mine.zip']);
    expect(out).toMatchObject({ code: 0, stdout: expect.stringContaining('mine.zip') });
    const file = `${machine.folder}/mine.zip`;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const texts = [...readZip(readFileSync(file))].map(({ text }) => text).join('');
    expect(texts).toContain('Rotate the certificate');
    expect(texts).not.toContain('of somebody else');
    expect(await machine.run(['export', '--out', 'mine.zip'])).toMatchObject({ code: 2 });

    await t.memory.query(`delete from assistant_tasks where task = 'of somebody else'`);
    const before = await everything();
    await emptyMemory(t.memory);
    const tried = await machine.run(['import', 'mine.zip', '--dry-run']);
    expect(tried).toMatchObject({ code: 0, stdout: expect.stringContaining('It would store: ') });
    expect(await everything()).toEqual([]);
    expect(await machine.run(['import', 'mine.zip'])).toMatchObject({ code: 0 });
    expect(await everything()).toEqual(before);
    const again = await machine.run(['import', 'mine.zip', '--json']);
    const { created } = JSON.parse(again.stdout) as MemoryImportDto;
    expect(Object.values(created).every((count) => count === 0)).toBe(true);
    expect(await everything()).toEqual(before);
  });

  it('bring CLAUDE.md into a project, and name what they left out', async () => {
    await machine.run(['task', 'create', 'Begin']);
    writeFileSync(
      `${machine.folder}/CLAUDE.md`,
      '# Shop\n\n## Rules\n@docs/style.md\nAmounts are in cents.\n',
    );
    expect(await machine.run(['import', 'CLAUDE.md', '--project', 'shop'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('line 4: The file @docs/style.md is not part of this one.'),
    });
    const { rows } = await t.memory.query(`
      select value, name from assistant_state join assistant_projects as project on project.id = project_id`);
    expect(rows).toEqual([{ value: '@docs/style.md\nAmounts are in cents.', name: 'shop' }]);
    expect(await machine.run(['import', 'CLAUDE.md', '--project', 'nope'])).toMatchObject({ code: 1 });
    expect(await machine.run(['import', 'nothing.md'])).toMatchObject({ code: 1 });
    expect(await machine.run(['import', 'CLAUDE.txt'])).toMatchObject({ code: 2 });
  });
});
