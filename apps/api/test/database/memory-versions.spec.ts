import type { Caller, KnownActor } from '../../src/platform/access/caller';
import { PeopleService } from '../../src/memory/records/people/people.service';
import { ProjectsService } from '../../src/memory/records/projects/projects.service';
import { SessionsService } from '../../src/memory/records/sessions/sessions.service';
import { StateService } from '../../src/memory/records/state/state.service';
import { TasksService } from '../../src/memory/records/tasks/tasks.service';
import { HistoryService } from '../../src/memory/history/history.service';
import { AppError } from '../../src/platform/errors/app-error';
import type { WriteSource } from '../../src/platform/access/write-source';
import { insertUser } from '../harness/data/panel-users';
import { startTestApp, type TestApp } from '../harness/apps/test-app';

const CHANGES = process.env['FULL_TESTS'] === '1' ? 5_000 : 250;
const SNAPSHOTS = CHANGES / 10;
const TABLES = [
  'assistant_sessions',
  'assistant_state',
  'assistant_tasks',
  'assistant_projects',
  'assistant_people',
];

interface Kept {
  version: string;
  table: string;
  id: string;
  at: Date;
  before: string | null;
}

jest.setTimeout(600_000);

describe('versions after random changes', () => {
  let t: TestApp;
  let actor: KnownActor;
  beforeAll(async () => {
    t = await startTestApp();
    const { id } = await insertUser(t);
    const caller: Caller = { kind: 'user', id, name: 'Ada', role: 'operator', session_id: id };
    actor = { caller, ip: '127.0.0.1' };
  });
  afterAll(() => t.close());

  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(Math.random() * choices.length)]!;
  const number = (most: number) => 1 + Math.floor(Math.random() * most);
  let done = 0;
  /** Of a row that may be there: more are made as time goes on. */
  const id = () => number(5 + Math.floor(done / 20));
  const texts = ['', 'plain', 'č"\\\n\t', '👩‍🔧', '{"a":null}', 'x'.repeat(5_000)];
  const text = () => `${pick(texts)}${number(1_000)}`;
  const source = (): WriteSource => ({
    by: pick([null, 'a key']),
    id: pick([null, 'id']),
    owner: null,
    through: pick(['webhook', 'mcp', 'hook']),
  });

  /** The changes that assistants and people make, each by its service. */
  const changes: (() => Promise<unknown>)[] = [
    () => t.app.get(StateService).update({ key: `key ${number(10)}`, value: text() }, source()),
    () => t.app.get(StateService).put(`key ${number(10)}`, { value: text(), category: text() }, actor),
    () => t.app.get(StateService).remove(`key ${number(10)}`, actor),
    () => {
      const task = { task: `task ${number(10)}`, priority: number(10) };
      return t.app
        .get(TasksService)
        .change({ action: pick(['create', 'done', 'cancel']), ...task }, source());
    },
    () =>
      t.app.get(TasksService).patch(id(), { priority: number(10), project_id: pick([null, id()]) }, actor),
    () => t.app.get(TasksService).remove(id(), actor),
    () => t.app.get(SessionsService).store({ summary: text(), mood: 'calm' }, null, source()),
    () => t.app.get(SessionsService).patch(id(), { summary: text(), mood: null }, actor),
    () => t.app.get(SessionsService).remove(id(), actor),
    () => t.app.get(ProjectsService).create({ name: text() }, actor),
    () => t.app.get(ProjectsService).patch(id(), { notes: text(), name: text() }, actor),
    () => t.app.get(ProjectsService).remove(id(), actor),
    () => t.app.get(PeopleService).create({ name: text() }, actor),
    () => t.app.get(PeopleService).patch(id(), { notes: text() }, actor),
    () => t.app.get(PeopleService).remove(id(), actor),
    async () => t.app.get(HistoryService).undo(await newestVersion(), actor),
  ];

  async function newestVersion(): Promise<number> {
    const { rows } = await t.memory.query<{ version: string }>(
      'select coalesce(max(version), 1) as version from memory_versions',
    );
    return Number(rows[0]?.version);
  }

  /** All rows, letter for letter; but for the column that versions do not keep. */
  async function rowsOf(suffix = '', values: unknown[] = []): Promise<string[]> {
    const parts = TABLES.map(
      (table) =>
        `select '${table} ' || (to_jsonb(row) - 'previous_value')::text as row from ${table}${suffix} as row`,
    );
    const { rows } = await t.memory.query<{ row: string }>(
      `select row from (${parts.join(' union all ')}) as rows order by row collate "C"`,
      values,
    );
    return rows.map(({ row }) => row);
  }

  /** A moment between what was stored and what follows: both are kept in milliseconds. */
  async function moment(): Promise<Date> {
    const { rows } = await t.memory.query<{ at: Date }>(
      `select date_trunc('milliseconds', clock_timestamp()) + interval '2 milliseconds' as at
       from (select pg_sleep(0)) as slept`,
    );
    const at = rows[0]!.at;
    await t.memory.query(`select pg_sleep_until($1::timestamptz + interval '2 milliseconds')`, [at]);
    return at;
  }

  /** Making a row has no version: going back in time, it is deleted where it was made. */
  async function removeMadeAfter(at: Date): Promise<void> {
    for (const table of TABLES) {
      const created = table === 'assistant_sessions' ? 'session_date' : 'created_at';
      await t.memory.query(`delete from ${table} where ${created} > $1`, [at]);
    }
  }

  async function isUndone({ version, table, id, before }: Kept): Promise<boolean> {
    try {
      await t.app.get(HistoryService).undo(Number(version), actor);
    } catch (error) {
      if (error instanceof AppError && error.code === 'changed_since') return false;
      throw error;
    }
    const { rows } = await t.memory.query<{ row: string }>(
      `select (to_jsonb(row) - 'previous_value')::text as row from ${table} as row where id = $1`,
      [id],
    );
    expect(rows.map(({ row }) => row)).toEqual(before === null ? [] : [before]);
    return true;
  }

  it('show every recorded moment again, and undoing them all gives back each row byte for byte', async () => {
    const snapshots: { at: Date; rows: string[] }[] = [];
    while (done < CHANGES) {
      try {
        await pick(changes)();
      } catch (error) {
        // Many ids and names are nobody's, or taken.
        if (error instanceof AppError) continue;
        throw error;
      }
      // Two changes in one millisecond have no order by their times.
      await t.memory.query('select pg_sleep(0.002)');
      if (++done % (CHANGES / SNAPSHOTS) === 0) snapshots.push({ at: await moment(), rows: await rowsOf() });
    }
    expect(snapshots).toHaveLength(SNAPSHOTS);
    for (const { at, rows } of snapshots) expect(await rowsOf('_as_of($1)', [at])).toEqual(rows);

    const { rows: versions } = await t.memory.query<Kept>(
      `select version, row_id as id, at, before::text,
              case kind when 'person' then 'assistant_people' when 'state' then 'assistant_state'
                else 'assistant_' || kind || 's' end as table
       from memory_versions order by version desc`,
    );
    expect(versions.length).toBeGreaterThan(CHANGES / 10);
    // A project that is deleted leaves its tasks: their versions come after its own, and need it back first.
    let waiting: typeof versions = [];
    for (const next of versions) {
      await removeMadeAfter(next.at);
      const tried = [next, ...waiting];
      waiting = [];
      for (const change of tried) if (!(await isUndone(change))) waiting.push(change);
    }
    expect(waiting).toEqual([]);
    console.info(`${versions.length} versions undone`);
    // What was there can still be seen.
    for (const { at, rows } of snapshots.slice(0, 5)) expect(await rowsOf('_as_of($1)', [at])).toEqual(rows);
  });
});
