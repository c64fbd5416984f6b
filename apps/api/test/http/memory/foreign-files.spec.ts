import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  LIMITS,
  type DecisionDto,
  type MemoryImportDto,
  type PageDto,
  type SessionDto,
  type StateDto,
} from '@groupless/shared-dto';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { countRows, emptyMemory, insertRows } from '../../harness/databases/rows';
import { expectProblem } from '../../harness/http/problems';

const [SHOP, OTHER] = [61_001, 61_002];

const CLAUDE_MD = `# Shop

Sells plants.

<!-- assistant-memory -->
## Memory
Use the memory.
<!-- /assistant-memory -->

## Commands

- build: npm run build

\`\`\`sh
# not a heading
npm test
\`\`\`

### Slow ones

npm run e2e

## Rules
@docs/style.md
Amounts are integers in cents.

## Empty
`;

/** The tables of claude-mem as its schema describes them, with what they had before in the second form. */
function claudeMem(fill: (database: DatabaseSync) => void, old = false): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'claude-mem-'));
  const path = join(folder, 'claude-mem.db');
  const [id, own] = old
    ? ['sdk_session_id', 'claude_session_id']
    : ['memory_session_id', 'content_session_id'];
  try {
    const database = new DatabaseSync(path);
    database.exec(`
      pragma journal_mode = wal;
      create table sdk_sessions (id integer primary key, ${own} text unique not null, ${id} text unique, project text not null,
        started_at text not null, started_at_epoch integer not null, status text not null default 'active');
      create table observations (id integer primary key, ${id} text not null, project text not null, text text, type text not null,
        title text, subtitle text, facts text, narrative text, concepts text, created_at text not null, created_at_epoch integer not null);
      create table session_summaries (id integer primary key, ${id} text not null, project text not null, request text,
        investigated text, learned text, completed text, next_steps text, notes text, created_at text not null,
        created_at_epoch integer not null);
      create table user_prompts (id integer primary key, ${own} text not null, prompt_number integer not null, prompt_text text not null,
        created_at text not null, created_at_epoch integer not null);
      ${
        old
          ? ''
          : `create table directives (id integer primary key, scope text not null default 'global', project text,
        content text not null, status text not null default 'active', created_at text not null, created_at_epoch integer not null)`
      }`);
    fill(database);
    database.exec('pragma wal_checkpoint(truncate)');
    database.close();
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const AT = Date.parse('2026-10-01T12:00:00Z');

function observe(
  database: DatabaseSync,
  session: string,
  project: string,
  type: string,
  title: string,
  at = AT,
) {
  const column = String(
    database
      .prepare(`select name from pragma_table_info('observations') where name like '%session_id'`)
      .get()!['name'],
  );
  database
    .prepare(
      `insert into observations (${column}, project, type, title, narrative, created_at, created_at_epoch)
       values (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(session, project, type, title, `${title}, at length.`, new Date(at).toISOString(), at);
}

describe('what other programs kept', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  beforeAll(async () => {
    t = await startServedApp();
    admin = await signIn(t);
  });
  beforeEach(() => emptyMemory(t.memory));
  afterAll(() => t.close());

  const send = (file: Buffer | string, type: string, query: Record<string, string> = {}) =>
    t.http.post('/api/memory/import').query(query).set(admin.bearer).set('content-type', type).send(file);
  const taken = async (...sent: Parameters<typeof send>) =>
    (await send(...sent).expect(200)).body as MemoryImportDto;
  async function list<Row>(path: string): Promise<Row[]> {
    const { body } = await t.http.get(`/api/memory/${path}`).set(admin.bearer).expect(200);
    return (body as PageDto<Row>).items;
  }
  const twoProjects = () =>
    insertRows(t.memory, 'assistant_projects', [
      { id: SHOP, name: 'shop' },
      { id: OTHER, name: 'Shop' },
    ]);
  const nothing = async () => {
    for (const kind of ['projects', 'sessions', 'state', 'decisions', 'tasks', 'people'])
      expect([kind, await countRows(t.memory, `assistant_${kind}`)]).toEqual([kind, 0]);
  };

  describe('a CLAUDE.md or AGENTS.md', () => {
    it('is an entry for each section, in the project that is named alone', async () => {
      await twoProjects();
      const answer = await taken(CLAUDE_MD, 'text/markdown', { project: 'shop' });
      expect(answer).toMatchObject({ created: { state: 3 }, known: 0, dry_run: false });
      expect(answer.unread).toEqual([
        { where: 'line 24', why: 'The file @docs/style.md is not part of this one.' },
      ]);
      const entries = await list<StateDto>('state?project=shop&sort=key');
      expect(entries.map(({ key, category }) => [key, category])).toEqual([
        ['Commands', 'instructions'],
        ['Rules', 'instructions'],
        ['Shop', 'instructions'],
      ]);
      expect(entries[0]!.value).toContain('# not a heading');
      expect(entries[0]!.value).toContain('### Slow ones');
      expect(await list<StateDto>('state?project=Shop')).toEqual([]);
    });

    it('is there once, however often it is sent; what was changed since stays, and is named', async () => {
      await twoProjects();
      await taken(CLAUDE_MD, 'text/markdown; charset=utf-8', { project: 'shop' });
      await t.memory.query(`update assistant_state set value = 'mine' where key = 'Rules'`);
      const again = await taken(CLAUDE_MD, 'text/markdown', { project: 'shop' });
      expect(again).toMatchObject({ created: { state: 0 }, known: 3, unread_total: 2 });
      expect(again.unread[1]).toEqual({
        where: 'Rules',
        why: 'It is there with another value, which stays.',
      });
      expect(await countRows(t.memory, 'assistant_state')).toBe(3);
    });

    it('is only counted where that is asked for', async () => {
      await twoProjects();
      const answer = await taken(CLAUDE_MD, 'text/markdown', { project: 'shop', dry_run: 'true' });
      expect(answer).toMatchObject({ created: { state: 3 }, dry_run: true, unread_total: 1 });
      expect(await countRows(t.memory, 'assistant_state')).toBe(0);
    });

    it('keeps sections of one name apart, and masks secrets by their heading', async () => {
      await taken('## Setup\none\n## Setup\ntwo\n## db_password\nTr0ub4dor&3xyz\n', 'text/markdown');
      const entries = await list<StateDto>('state?without_project=true&sort=key');
      expect(entries.map(({ key, value }) => [key, value])).toEqual([
        ['Setup', 'one'],
        ['Setup (2)', 'two'],
        ['db_password', '[masked]'],
      ]);
    });

    it('keeps sections apart whose keys a project takes for one', async () => {
      await twoProjects();
      const answer = await taken('## Build steps\none\n## build-steps\ntwo\n', 'text/markdown', {
        project: 'shop',
      });
      expect(answer).toMatchObject({ created: { state: 2 }, unread_total: 0 });
      const entries = await list<StateDto>('state?project=shop&sort=key');
      expect(entries.map(({ value }) => value).sort()).toEqual(['one', 'two']);
    });
  });

  describe('the database of claude-mem', () => {
    const filled = (old = false) =>
      claudeMem((database) => {
        const [id, own] = old
          ? ['sdk_session_id', 'claude_session_id']
          : ['memory_session_id', 'content_session_id'];
        database.exec(`
          insert into sdk_sessions (${own}, ${id}, project, started_at, started_at_epoch)
            values ('claude-1', 'mem-1', 'shop', '', 0), ('claude-2', 'mem-2', 'api', '', 0);
          insert into session_summaries (${id}, project, request, learned, next_steps, created_at, created_at_epoch) values
            ('mem-1', 'shop', 'Fix the cart', 'Carts expire', 'Test it', '2026-10-01T12:00:00Z', ${AT}),
            ('mem-1', 'shop', 'Then the tests', null, null, '2026-10-01T13:00:00Z', ${AT + 3_600_000});
          insert into user_prompts (${own}, prompt_number, prompt_text, created_at, created_at_epoch)
            values ('claude-1', 1, 'my salary', '', 0)`);
        observe(database, 'mem-1', 'shop', 'decision', 'Carts live in PostgreSQL');
        observe(database, 'mem-1', 'shop', 'bugfix', 'Cart lost at midnight');
        observe(database, 'mem-2', 'api', 'decision', 'zod validates');
        if (!old)
          database.exec(`insert into directives (scope, project, content, created_at, created_at_epoch)
            values ('global', null, 'Answer in German', '', ${AT}), ('project', 'api', 'No default exports', '', ${AT})`);
      }, old);

    it.each([
      ['of now', false],
      ['of before', true],
    ])('%s is sessions with their decisions, by project, without what people typed', async (_, old) => {
      const answer = await taken(filled(old), 'application/vnd.sqlite3');
      expect(answer).toMatchObject({ created: { project: 2, session: 2, state: old ? 0 : 2 } });
      expect(answer.unread).toEqual([
        { where: 'user_prompts', why: '1 prompts: what people typed is not taken in.' },
      ]);
      const [session] = await list<SessionDto>('sessions?project=shop');
      expect(session).toMatchObject({
        session_date: '2026-10-01T13:00:00.000Z',
        summary:
          'Fix the cart\nLearned: Carts expire\nNext: Test it\nThen the tests\n' +
          '- bugfix: Cart lost at midnight: Cart lost at midnight, at length.',
        session_id: 'claude-1',
      });
      const decisions = async (project: string) =>
        (await list<DecisionDto>(`decisions?project=${project}`)).map(({ text }) => text);
      expect(await decisions('shop')).toEqual([
        'Carts live in PostgreSQL: Carts live in PostgreSQL, at length.',
      ]);
      expect(await decisions('api')).toEqual(['zod validates: zod validates, at length.']);
      if (!old) {
        expect((await list<StateDto>('state?without_project=true')).map(({ value }) => value)).toEqual([
          'Answer in German',
        ]);
        expect((await list<StateDto>('state?project=api')).map(({ value }) => value)).toEqual([
          'No default exports',
        ]);
      }
      expect(await taken(filled(old), 'application/vnd.sqlite3')).toMatchObject({
        created: { project: 0, session: 0, state: 0, decision: 0 },
      });
    });

    it('is not guessed into one of two projects of a name, which it names', async () => {
      await insertRows(t.memory, 'assistant_projects', [
        { id: SHOP, name: 'API' },
        { id: OTHER, name: 'Api' },
      ]);
      const answer = await taken(filled(), 'application/vnd.sqlite3');
      expect(answer.unread).toContainEqual({
        where: 'api',
        why: 'Several projects have this name, in other letters: import it with the project named.',
      });
      expect(await list<SessionDto>('sessions?project=API')).toEqual([]);
      await taken(filled(), 'application/vnd.sqlite3', { project: 'Api' });
      expect(await list<SessionDto>('sessions?project=Api')).not.toEqual([]);
      expect(await list<SessionDto>('sessions?project=API')).toEqual([]);
    });

    it('is cut between two characters where it is too long, and says so', async () => {
      const long = (limit: number) => `${'x'.repeat(limit - 1)}😀`;
      const name = long(LIMITS.session_place.max);
      const file = claudeMem((database) => {
        database
          .prepare(
            `insert into sdk_sessions (content_session_id, memory_session_id, project, started_at, started_at_epoch)
             values (?, 'mem-1', 'shop', '', 0)`,
          )
          .run(`${name}😀`);
        observe(database, 'mem-1', 'shop', 'bugfix', 'Cart lost at midnight');
        const rule = database.prepare(
          `insert into directives (content, created_at, created_at_epoch) values (?, '', ${AT})`,
        );
        rule.run(long(LIMITS.state_value.max));
        rule.run(`y${long(LIMITS.state_value.max)}`);
      });
      const answer = await taken(file, 'application/vnd.sqlite3');
      expect(answer).toMatchObject({
        created: { session: 1, state: 2 },
        unread: [{ where: 'directive 2', why: 'Its text is too long; the end is cut off.' }],
      });
      expect((await list<SessionDto>('sessions'))[0]!.session_id).toBe(name);
      const values = (await list<StateDto>('state?without_project=true')).map(({ value }) => value);
      expect(values.sort()).toEqual([
        long(LIMITS.state_value.max),
        `y${'x'.repeat(LIMITS.state_value.max - 1)}`,
      ]);
    });

    it('stores nothing where it is broken, another, or none', async () => {
      const whole = filled();
      const type = 'application/vnd.sqlite3';
      for (const file of [
        whole.subarray(0, 5_000),
        Buffer.concat([whole.subarray(0, 4_096), Buffer.alloc(whole.length - 4_096, 0xff)]),
        Buffer.from('SQLite format 3\u0000'),
        Buffer.from('no database'),
      ])
        expectProblem(await send(file, type), 400, 'invalid_file');
      const view = claudeMem((database) =>
        database.exec(`
          drop table observations; drop table session_summaries;
          create view observations as select 1 as memory_session_id, randomblob(1000000000) as title`),
      );
      expectProblem(await send(view, type), 400, 'invalid_file');
      await nothing();
    });

    it('has no more rows than its size allows, although its pages lead to each other', async () => {
      const pages = { observations: 0, sdk_sessions: 0 };
      const file = claudeMem((database) => {
        const numbers =
          'with recursive number (n) as (select 1 union all select n + 1 from number where n < 6000)';
        database.exec(`
          ${numbers} insert into observations (memory_session_id, project, type, title, created_at, created_at_epoch)
            select 'one', 'shop', 'bugfix', 'A title of some length', '', ${AT} from number;
          ${numbers} insert into sdk_sessions (content_session_id, memory_session_id, project, started_at, started_at_epoch)
            select 'own-' || n, 'session-' || n, 'shop', '', ${AT} from number`);
        for (const table of ['observations', 'sdk_sessions'] as const)
          pages[table] = Number(
            database.prepare('select rootpage from sqlite_schema where name = ?').get(table)!['rootpage'],
          );
      });
      const size = file.readUInt16BE(16);
      // All that the upper page of a table leads to becomes one page, so that the rows below are there many times.
      const lead = (page: number, to: number) => {
        const begin = (page - 1) * size;
        expect(file[begin]).toBe(5);
        for (let cell = 0; cell < file.readUInt16BE(begin + 3); cell++)
          file.writeUInt32BE(to, begin + file.readUInt16BE(begin + 12 + 2 * cell));
        file.writeUInt32BE(to, begin + 8);
      };
      const firstOf = (page: number) =>
        file.readUInt32BE((page - 1) * size + file.readUInt16BE((page - 1) * size + 12));
      lead(pages.sdk_sessions, firstOf(pages.sdk_sessions));
      lead(pages.observations, pages.sdk_sessions);
      expectProblem(await send(file, 'application/vnd.sqlite3'), 400, 'invalid_file');
      await nothing();
    });
  });

  describe('a mem0 export', () => {
    const MEMORIES = [
      {
        id: '3c90c3cc-0d44-4b50-8888-8dd25736052a',
        memory: 'Works at TechCorp',
        user_id: 'dev',
        metadata: { type: 'professional' },
        categories: ['work'],
        created_at: '2025-11-07T05:31:56Z',
        updated_at: '2025-12-07T05:31:56Z',
      },
      { id: 'two', memory: 'Works at TechCorp', user_id: 'arjun', created_at: '2025-11-07T05:31:56Z' },
      { id: 'three', memory: 'Works at TechCorp', user_id: 'arjun', created_at: '2025-11-08T05:31:56Z' },
      { id: 'four', memory: 'Old', expiration_date: '2020-01-01' },
      { id: 'five' },
      7,
    ];

    it.each([
      ['a list', MEMORIES],
      ['its `results`', { results: MEMORIES }],
      ['its `memories`', { memories: MEMORIES }],
    ])('as %s is an entry for each memory, with whom it is about, doubles once', async (_, sent) => {
      await twoProjects();
      const file = JSON.stringify(sent);
      const answer = await taken(file, 'application/json', { project: 'shop' });
      expect(answer.created.state).toBe(2);
      expect(answer.unread.map(({ where }) => where)).toEqual(['memory 4', 'memory 5', 'memory 6']);
      const [first, second] = await list<StateDto>('state?project=shop&sort=key');
      expect(first).toMatchObject({
        key: 'mem0 3c90c3cc-0d44-4b50-8888-8dd25736052a',
        value: 'Works at TechCorp\nuser_id: dev\ntype: professional',
        category: 'work',
        updated_at: '2025-12-07T05:31:56.000Z',
      });
      expect(second!.value).toBe('Works at TechCorp\nuser_id: arjun');
      expect(await taken(file, 'application/json', { project: 'shop' })).toMatchObject({
        created: { state: 0 },
        known: 2,
      });
      expect(await list<StateDto>('state?project=Shop')).toEqual([]);
    });

    it('leaves out a memory that is nested too deep, and takes the others', async () => {
      const deep = `{"memory": "Deep", "metadata": {"a": ${'['.repeat(200_000)}${']'.repeat(200_000)}}}`;
      const answer = await taken(`[${deep}, {"memory": "Flat"}]`, 'application/json');
      expect(answer).toMatchObject({
        created: { state: 1 },
        unread: [{ where: 'memory 1', why: 'It is nested too deep.' }],
      });
    });

    it('leaves out of a text the characters that no text has', async () => {
      const file = String.raw`[{"memory": "Half \ud83d of one", "metadata": {"no\u0000te": "a\u0000b"}}]`;
      expect(await taken(file, 'application/json')).toMatchObject({ created: { state: 1 } });
      const [entry] = await list<StateDto>('state?without_project=true');
      expect(entry!.value).toBe('Half \ufffd of one\nnote: ab');
    });

    it('stores nothing where it is broken or too large', async () => {
      expectProblem(await send('{"results": [', 'application/json'), 400, 'invalid_file');
      expectProblem(await send('{"results": 1}', 'application/json'), 400, 'invalid_file');
      expectProblem(await send(Buffer.from([0xff, 0xfe]), 'application/json'), 400, 'invalid_file');
      const huge = `[${'"x",'.repeat(2_200_000)}1]`;
      expectProblem(await send(huge, 'application/json'), 413, 'body_too_large');
      await nothing();
    });
  });

  it('are refused in a form or a project that is not known', async () => {
    expectProblem(await send('x', 'text/plain'), 415, 'unsupported_media_type');
    expectProblem(await send('## A\nb', 'text/markdown', { project: 'nope' }), 404, 'project_not_found');
    await twoProjects();
    expectProblem(await send('## A\nb', 'text/markdown', { project: 'SHOP' }), 409, 'project_ambiguous');
    await insertRows(t.memory, 'assistant_projects', [{ id: 61_003, name: 'only' }]);
    await taken('## A\nb', 'text/markdown', { project: 'only' });
  });
});
