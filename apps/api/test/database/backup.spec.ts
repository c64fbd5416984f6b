import { randomUUID } from 'node:crypto';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { eraseAgain, erasedIn, noteErased } from '../../src/backup/erased-clients';
import { checkBackup } from '../../src/backup/check-backup';
import { restoreBackup } from '../../src/backup/restore-backup';
import { dropLeftTrials, NotTriedError, tryRestore, type TrialOptions } from '../../src/backup/restore-trial';
import { writeBackup } from '../../src/backup/write-backup';
import { migrationNames, type DatabaseName } from '../../src/database/data-source-options';
import type { Settings } from '../../src/config/settings';
import { ScheduledBackupService } from '../../src/backup/scheduled-backup.service';
import { migrate } from '../../src/database/migrate';
import { grantServingRights } from '../../src/database/opening/serving-rights';
import { ErasuresService } from '../../src/personal-data/erasures.service';
import { Clock } from '../../src/platform/clock';
import { startTestApp } from '../harness/apps/test-app';
import { eventually } from '../harness/data/times';
import { copiesOf } from '../harness/databases/copies';
import { asServingRole } from '../harness/databases/serving-role';
import { openPool } from '../harness/databases/open-pool';
import {
  asSuperuser,
  createTestDatabases,
  testServer,
  type TestDatabases,
} from '../harness/databases/test-databases';

const KEY = 'backup-4f0c1be27d6a49f8a3d2c5e1b7';
const NAMES = ['panel', 'memory'] as const satisfies DatabaseName[];
/** What COPY, JSON and shells might take for something else. */
const HOSTILE = 'Zoë\\.\n\\N\t"quoted" \\\\ 🦊 ‮ end';

describe('a backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'groupless-backup-'));
  const path = join(folder, 'first.backup');
  const opened: TestDatabases[] = [];
  const pools: Pool[] = [];
  let source: TestDatabases;
  let panel: Pool;
  let memory: Pool;
  beforeAll(async () => {
    source = await databases();
    [panel, memory] = [pool(source, 'panel'), pool(source, 'memory')];
    await fill(panel, memory);
    await panel.query('create table somebodys_own as select 1 as number');
    await ofAnotherRole(source, 'create table reports (id serial)');
    const { left_out } = await writeBackup(path, KEY, source.urls, new Date());
    expect(left_out).toEqual(['panel.reports']);
    await ofAnotherRole(source, 'drop table reports');
  });
  afterAll(async () => {
    await Promise.all(pools.map((one) => one.end()));
    for (const one of opened) await one.drop();
    rmSync(folder, { recursive: true });
  });

  async function databases(options?: { empty: boolean }): Promise<TestDatabases> {
    const made = await createTestDatabases(options);
    opened.push(made);
    return made;
  }

  function pool({ urls }: TestDatabases, name: DatabaseName): Pool {
    const made = openPool(urls[name].direct_url, 2);
    pools.push(made);
    return made;
  }

  it('is not begun by the schedule where the disk has no room for it', async () => {
    const place = mkdtempSync(join(folder, 'full-'));
    const old = 'groupless-2026-01-01T00-00-00Z.backup';
    writeFileSync(join(place, old), '');
    truncateSync(join(place, old), 2 ** 42);
    const settings = { backup_dir: place, backup_every_hours: 24, backup_keep: 1 } as Settings;
    const schedule = new ScheduledBackupService(settings, new Clock());
    const fault = await failureOf(schedule.backUpIfDue({}, AbortSignal.abort()));
    expect(fault).toContain('MiB free; a backup takes about');
    expect(readdirSync(place)).toEqual([old]);
  });

  const restore = async (target: TestDatabases, file = path, replaces = false) =>
    restoreBackup({
      path: file,
      backup_key: KEY,
      urls: target.urls,
      replaces,
      checked: await checkBackup(file, KEY),
    });

  /** As if the databases of the backup had had these migrations. */
  const restoreAs = async (migrations: Partial<Record<DatabaseName, string[]>>, target: TestDatabases) => {
    const checked = await checkBackup(path, KEY);
    const header = { ...checked.header, migrations: { ...checked.header.migrations, ...migrations } };
    await restoreBackup({
      path,
      backup_key: KEY,
      urls: target.urls,
      replaces: true,
      checked: { ...checked, header },
    });
  };

  it('comes back in empty databases: every row, definition and count, table by table', async () => {
    const target = await databases({ empty: true });
    expect(await restore(target)).toEqual(['panel.somebodys_own']);
    await panel.query('drop table somebodys_own');
    // Of log-in sessions, and of what goes with one, nothing comes back.
    await panel.query('delete from auth_sessions');
    // No version of a session is given twice.
    await panel.query(`select setval('assistant_session_versions', 1000001)`);
    for (const name of NAMES) {
      const [before, after] = [await contentOf(pool(source, name)), await contentOf(pool(target, name))];
      expect(after).toEqual(before);
    }
    const [restoredPanel, restoredMemory] = [pool(target, 'panel'), pool(target, 'memory')];
    const { rows } = await restoredMemory.query<{ id: string }>(
      `insert into assistant_tasks (task, status) values ('next', 'pending') returning id`,
    );
    expect(rows).toEqual([{ id: '2001' }]);
    await expect(restoredPanel.query('update audit_events set action = action')).rejects.toThrow(
      'only ever added',
    );
  });

  it('has the ids of erased clients in its head, for a restore of an earlier one', async () => {
    const place = mkdtempSync(join(folder, 'erased-'));
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
    const add = 'insert into client_erasures (client_id) select unnest($1::uuid[])';
    await panel.query(add, [[first, second]]);
    await writeBackup(join(place, 'later.backup'), KEY, source.urls, new Date());
    await panel.query('delete from client_erasures');
    writeFileSync(join(place, 'no.backup'), 'no backup');
    expect([...(await erasedIn(place, KEY))].sort()).toEqual([first, second].sort());
    expect(await erasedIn(place, 'another-key-0d5c7a31e94b4f6f8a2b6c1e3d')).toEqual(new Set());
    await noteErased(place, KEY, [third]);
    rmSync(join(place, 'later.backup'));
    expect([...(await erasedIn(place, KEY))].sort()).toEqual([first, second, third].sort());
    const target = await databases({ empty: true });
    await restore(target);
    await eraseAgain(target.urls.panel.direct_url, [first]);
    await eraseAgain(target.urls.panel.direct_url, [first, second]);
    const { rows } = await pool(target, 'panel').query<{ client_id: string }>(
      'select client_id from client_erasures where finished_at is null and requested_by is null',
    );
    expect(rows.map(({ client_id }) => client_id).sort()).toEqual([first, second].sort());
  });

  it('of before there were erasures is restored, and who was erased since is erased again', async () => {
    const place = mkdtempSync(join(folder, 'older-'));
    const file = join(place, 'older.backup');
    const old = await databases({ empty: true });
    const names = migrationNames('panel');
    const before = names.slice(
      0,
      names.findIndex((name) => name.startsWith('EraseClients')),
    );
    await migrate('panel', old.urls.panel.direct_url, before);
    await migrate('memory', old.urls.memory.direct_url);
    const [anna, ben] = [randomUUID(), randomUUID()];
    const client = `insert into clients (id, name, source, notes) values ($1, 'Anna', 'panel', $2)`;
    await pool(old, 'panel').query(client, [anna, 'canary-anna']);
    await pool(old, 'panel').query(client, [ben, 'canary-ben']);
    const chat = `insert into conversations (id, chat_id, channel, client_id) values ($1, 'chat-anna', 'chat', $2)`;
    await pool(old, 'panel').query(chat, [randomUUID(), anna]);
    await pool(old, 'memory').query(
      `insert into chat_history (chat_id, role, message) values ('chat-anna', 'user', 'canary-anna')`,
    );
    await writeBackup(file, KEY, old.urls, new Date());
    await noteErased(place, KEY, [anna]);
    const target = await databases({ empty: true });
    await restore(target, file);
    const { rows } = await pool(target, 'panel').query(`select to_regclass('client_erasures') as erasures`);
    expect(rows).toEqual([{ erasures: null }]);
    await eraseAgain(target.urls.panel.direct_url, [...(await erasedIn(place, KEY))]);
    // As the start of the server does.
    for (const { direct_url } of Object.values(target.urls))
      await grantServingRights({ url: asServingRole(direct_url), direct_url, owner_url: direct_url });
    const t = await startTestApp({ urls: target.urls });
    try {
      await t.app.get(ErasuresService).run({}, new AbortController().signal);
      await eventually(async () => (await copiesOf(t, 'canary-anna')).length === 0);
      expect(await copiesOf(t, 'chat-anna')).toEqual([]);
      expect(await copiesOf(t, 'canary-ben')).toContain('public.clients');
    } finally {
      await t.close();
    }
  });

  describe('that is tried', () => {
    const trials = () =>
      asSuperuser(async (client) => {
        const found = await client.query<{ name: string }>(
          `select datname::text as name from pg_database where datname like $1 || '%restore_trial' order by 1`,
          [nameOf(source).slice(0, 'test_000000000000'.length)],
        );
        return found.rows.map(({ name }) => name);
      });
    const nameOf = ({ urls }: TestDatabases) => new URL(urls.panel.direct_url).pathname.slice(1);
    const inTrial = async (options: Partial<TrialOptions> = {}) =>
      tryRestore({
        path,
        backup_key: KEY,
        urls: source.urls,
        superuser_url: testServer().superuser_url,
        checked: await checkBackup(path, KEY),
        signal: new AbortController().signal,
        ...options,
      });
    const checkedWith = async (rows: number) => {
      const checked = await checkBackup(path, KEY);
      checked.tables.memory.set('assistant_tasks', rows);
      return checked;
    };

    it('is restored and counted beside the databases in use, with somebody logged in, and nothing stays of it', async () => {
      await inTrial();
      expect(await trials()).toEqual([]);
    });

    it('fails where another number of rows comes back than the backup says, and nothing stays of it', async () => {
      expect(await failureOf(inTrial({ checked: await checkedWith(2_001) }))).toBe(
        'memory.assistant_tasks has 2000 rows after a restore, and the backup says 2001.',
      );
      expect(await trials()).toEqual([]);
    });

    it('ends at once when its program is stopped, and nothing stays of it', async () => {
      const stopping = new AbortController();
      const free_bytes = () => {
        process.nextTick(() => stopping.abort());
        return Infinity;
      };
      expect(await failureOf(inTrial({ signal: stopping.signal, free_bytes }))).not.toBe('no failure');
      expect(await trials()).toEqual([]);
    });

    it.each([
      ['the disk has no room', { free_bytes: () => 1_000_000 }, /1 MiB are free .* twice its size, \d+ MiB,/],
      [
        'nobody can see how much room there is',
        {
          free_bytes: () => {
            throw new Error('ENOENT');
          },
        },
        /cannot be seen from here/,
      ],
      ['the role may make none', { superuser_url: null }, /ALTER ROLE groupless CREATEDB/],
    ])('is not begun where %s', async (_, options, says) => {
      const failure = inTrial(options);
      await expect(failure).rejects.toBeInstanceOf(NotTriedError);
      await expect(failure).rejects.toThrow(says);
    });

    it('takes away what a killed one left, and nothing of somebody else', async () => {
      const left = `${nameOf(source)}_restore_trial`;
      const sql = (text: string) => asSuperuser((client) => client.query(text));
      await sql(`create database ${left}`);
      await sql(`comment on database ${left} is 'mine'`);
      expect(await failureOf(inTrial())).toContain(
        `There is a database ${left}, which is not of this program`,
      );
      const opened = { ...source, superuser_url: testServer().superuser_url, close: () => Promise.resolve() };
      await dropLeftTrials(opened);
      expect(await trials()).toEqual([left]);
      await sql(`comment on database ${left} is null`);
      await dropLeftTrials(opened);
      expect(await trials()).toEqual([]);
    });
  });

  it('is one moment of each database, while others write', async () => {
    const file = join(folder, 'busy.backup');
    let isDone = false;
    const writing = (async () => {
      for (let n = 0; !isDone; n++)
        await panel.query(
          `insert into clients (id, name, source, created_at, updated_at)
           select gen_random_uuid(), 'busy ' || $1 || '-' || m, 'panel', now(), now() from generate_series(1, 7) m`,
          [n],
        );
    })();
    await writeBackup(file, KEY, source.urls, new Date());
    isDone = true;
    await writing;
    const target = await databases({ empty: true });
    await restore(target, file);
    const { rows } = await pool(target, 'panel').query<{ is_whole: boolean; is_counted: boolean }>(
      `select (select count(*) from clients where name like 'busy %') % 7 = 0 as is_whole,
              (select count(*) from clients) = (select sum(count) from row_counts where name = 'clients') as is_counted`,
    );
    expect(rows).toEqual([{ is_whole: true, is_counted: true }]);
  });

  it('is put beside what another role has made, which stays as it is', async () => {
    const target = await databases();
    await ofAnotherRole(
      target,
      `create table reports (id serial, name text);
       create index on reports using gin (name gin_trgm_ops);
       create trigger once before update on reports for each row execute function suppress_redundant_updates_trigger();
       insert into reports (name) values ('theirs')`,
    );
    await restore(target, path, true);
    expect(await ofAnotherRole(target, 'select name from reports')).toEqual([{ name: 'theirs' }]);
  });

  it('is not made without a table of the program that another role owns', async () => {
    const broken = await databases();
    await ofAnotherRole(broken, 'alter table clients owner to postgres');
    const file = join(folder, 'lacking.backup');
    expect(await failureOf(writeBackup(file, KEY, broken.urls, new Date()))).toBe(
      'In the panel database another role than groupless owns clients, which cannot be read. As a superuser in it: ALTER TABLE clients OWNER TO groupless.',
    );
    expect(readdirSync(folder).filter((name) => name.startsWith('lacking'))).toEqual([]);
  });

  it('is private, and shows nothing of what it holds', async () => {
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
    const text = readFileSync(path).toString('latin1');
    expect(text).not.toContain('Client 17');
    expect(text).toContain(migrationNames('panel')[0]);
  });

  it('is refused when it is cut, altered, put together anew, or opened with another key', async () => {
    const whole = readFileSync(path);
    const faults: [string, Buffer, RegExp][] = [
      ...[0, 5, 30, 100, 200, whole.length >> 1, whole.length - 1].map((at): [string, Buffer, RegExp] => [
        `cut at ${at}`,
        whole.subarray(0, at),
        /cut|damaged|no backup/,
      ]),
      ...[3, 17, 21, 100, 3_000, whole.length >> 1, whole.length - 5].map((at): [string, Buffer, RegExp] => [
        `altered at ${at}`,
        flipped(whole, at),
        /altered|damaged|no backup|newer version|cut/,
      ]),
      ['longer', Buffer.concat([whole, Buffer.from('x')]), /appended/],
      ['frames exchanged', withFramesExchanged(whole), /altered/],
    ];
    for (const [name, bytes, message] of faults) {
      const file = join(folder, 'faulty');
      writeFileSync(file, bytes);
      const failure = await failureOf(checkBackup(file, KEY));
      expect([name, failure]).toEqual([name, expect.stringMatching(message)]);
    }
    expect(await failureOf(checkBackup(path, `${KEY}x`))).toMatch(/another BACKUP_KEY/);
    expect(await failureOf(checkBackup(join(folder, 'none'), KEY))).toMatch(/cannot be read \(ENOENT\)/);
    expect(await failureOf(checkBackup(folder, KEY))).toBe(
      `${folder} is a folder: name a backup in it, such as ${join(folder, 'groupless.backup')}`,
    );
  });

  it('replaces what is stored only when that is said', async () => {
    const target = await databases();
    const stored = pool(target, 'memory');
    await stored.query(`insert into assistant_tasks (task, status) values ('kept', 'pending')`);
    const count = async () => Number((await stored.query('select from assistant_tasks')).rowCount);
    expect(await failureOf(restore(target))).toMatch(/not empty.*--replace/);
    expect(await count()).toBe(1);
    await restore(target, path, true);
    expect(await count()).toBe(2_000);
  });

  it('of a newer version is refused, and so is one that is older than the database', async () => {
    const newer = await databases();
    await pool(newer, 'memory').query(
      `insert into migrations (timestamp, name) values (9999999999999, 'OfANewerVersion9999999999999')`,
    );
    const file = join(folder, 'newer.backup');
    await writeBackup(file, KEY, newer.urls, new Date());
    expect(await failureOf(restore(await databases({ empty: true }), file))).toMatch(/newer version/);

    expect(await failureOf(restoreAs({ panel: [] }, await databases()))).toMatch(/newer than this backup/);
  });

  it('of an empty database is not made, nor one in a folder that is not there', async () => {
    const empty = await databases({ empty: true });
    expect(await failureOf(writeBackup(join(folder, 'e'), KEY, empty.urls, new Date()))).toMatch(/is empty/);
    const nowhere = join(folder, 'nowhere', 'e');
    expect(await failureOf(writeBackup(nowhere, KEY, source.urls, new Date()))).toBe(
      `${nowhere} cannot be written (ENOENT): name a file in a folder that you may write to.`,
    );
  });

  it('leaves the databases as they are when a table is not as it was', async () => {
    const target = await databases();
    // Behind the program's back: the database changes what it is given.
    await pool(target, 'memory').query(
      `create rule lose as on insert to assistant_tasks do instead nothing;
       alter table assistant_state add constraint odd check (value <> 'v5')`,
    );
    expect(await failureOf(restore(target, path, true))).toMatch(/assistant_state|odd|assistant_tasks/);
    expect((await pool(target, 'memory').query('select from assistant_state')).rowCount).toBe(0);
    expect((await pool(target, 'panel').query('select from clients')).rowCount).toBe(0);
  });
});

/** What somebody does in the panel's database with the superuser's password. */
function ofAnotherRole({ urls }: TestDatabases, text: string): Promise<object[]> {
  return asSuperuser(async (client) => (await client.query<object>(text)).rows, urls.panel.direct_url);
}

async function fill(panel: Pool, memory: Pool): Promise<void> {
  await panel.query(
    `insert into clients (id, name, source, notes, created_at, updated_at)
     select gen_random_uuid(), 'Client ' || n, 'panel', $1, now(), now() from generate_series(1, 3000) n`,
    [HOSTILE],
  );
  await panel.query(
    `insert into audit_events (id, at, action, details) select gen_random_uuid(), now(), 'test', '{"a": 1}' from generate_series(1, 50)`,
  );
  await panel.query(
    `insert into conversations (id, chat_id, channel, status, client_id, created_at, updated_at)
     select gen_random_uuid(), 'c' || row_number() over (), 'web', 'open', id, now(), now() from clients limit 500`,
  );
  await panel.query(
    `with person as (insert into users (id, email, name, role) values (gen_random_uuid(), 'a@b.example', 'A', 'admin') returning id),
       session as (insert into auth_sessions (id, user_id, created_at, last_used_at, ends_at)
         select gen_random_uuid(), id, now(), now(), now() from person returning id)
     insert into refresh_tokens (token_digest, session_id, generation) select '\\x01', id, 1 from session`,
  );
  await memory.query(
    `insert into assistant_tasks (task, status) select 'task ' || n, 'pending' from generate_series(1, 2000) n`,
  );
  await memory.query(
    `insert into assistant_state (key, value) select 'k' || n, 'v' || n from generate_series(1, 100) n`,
  );
}

/** Each table's rows as one hash, and what the database says of indexes, constraints, triggers and sequences. */
async function contentOf(pool: Pool): Promise<Record<string, unknown>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select tablename::text as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const content: Record<string, unknown> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<object>(
      `select count(*), md5(string_agg(t::text, '|' order by t::text collate "C")) from "${name}" as t`,
    );
    content[name] = rows[0];
  }
  const definitions = [
    `select indexdef from pg_indexes where schemaname = 'public' order by 1`,
    `select conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
    `select tgname, tgenabled, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1, 3`,
    `select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`,
    `select relname, attname, attstattarget from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and attnum > 0 and attstattarget > -1 order by 1, 2`,
  ];
  for (const text of definitions) content[text] = (await pool.query(text)).rows;
  return content;
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
}

/** The first two frames of the content in the other order. */
function withFramesExchanged(bytes: Buffer): Buffer {
  const frames: Buffer[] = [];
  let at = 19 + 4 + bytes.readUInt32BE(19);
  const head = bytes.subarray(0, at);
  while (at < bytes.length) {
    const end = at + 4 + bytes.readUInt32BE(at) + 16;
    frames.push(bytes.subarray(at, end));
    at = end;
  }
  const [check, first, second, ...others] = frames;
  return Buffer.concat([head, check!, second ?? check!, first!, ...others]);
}

async function failureOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'no failure';
  } catch (error) {
    return (error as Error).message;
  }
}
