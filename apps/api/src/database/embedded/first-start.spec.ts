import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres } from './embedded-postgres';
import { EmbeddedPostgresError } from './embedded-postgres-error';
import { bundle, cleanUp, fast_settings, newDataDir, owner_script, query, startOwner } from './spec-support';

jest.setTimeout(60_000);

afterAll(cleanUp);

async function startAndUse(data_dir: string): Promise<string[]> {
  const reported: string[] = [];
  const server = await startEmbeddedPostgres({
    data_dir,
    settings: fast_settings,
    report: (line) => reported.push(line),
  });
  try {
    for (const url of [server.panel_url, server.memory_url]) {
      expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    }
  } finally {
    await server.stop();
  }
  return reported;
}

async function refusal(data_dir: string): Promise<string> {
  const error: unknown = await startAndUse(data_dir).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(EmbeddedPostgresError);
  return (error as Error).message;
}

it('removes what interrupted starts left', async () => {
  const data_dir = newDataDir();
  mkdirSync(join(data_dir, 'postgres.new-0a1b2c', 'cluster', 'base'), { recursive: true });
  writeFileSync(join(data_dir, 'postgres.new-0a1b2c', 'password'), 'old');
  writeFileSync(join(data_dir, 'database-passwords.json.new-0a1b2c'), '{');
  await startAndUse(data_dir);
  expect(readdirSync(data_dir).sort()).toEqual(['database-passwords.json', 'postgres', 'postgres.log']);
});

it('refuses to begin with an empty database where one is missing or incomplete', async () => {
  const data_dir = newDataDir();
  await startAndUse(data_dir);
  const [cluster, elsewhere] = [join(data_dir, 'postgres'), join(data_dir, 'lost')];
  renameSync(cluster, elsewhere);
  expect(await refusal(data_dir)).toMatch(
    /^The database is missing: .*database-passwords\.json belongs to one/,
  );
  expect(existsSync(cluster)).toBe(false);
  mkdirSync(join(cluster, 'base'), { recursive: true });
  expect(await refusal(data_dir)).toMatch(/^The database (is missing|in .* is incomplete)/);
  rmSync(cluster, { recursive: true });
  renameSync(elsewhere, cluster);
  await startAndUse(data_dir);
});

it('warns of a database that was copied while its server ran, and of no other', async () => {
  const data_dir = newDataDir();
  const copies = [newDataDir(), newDataDir()] as const;
  const server = await startEmbeddedPostgres({ data_dir, settings: fast_settings, report: () => undefined });
  execFileSync('cp', ['-a', data_dir, copies[0]]);
  // Its process lives here, and not where a copy is restored.
  rmSync(join(copies[0], 'groupless.lock'));
  await server.stop();
  execFileSync('cp', ['-a', data_dir, copies[1]]);
  const warnings = async (folder: string) =>
    (await startAndUse(folder)).filter((line) => line.includes('copied while its server ran'));
  expect(await warnings(copies[0])).toHaveLength(1);
  expect(await warnings(copies[1])).toEqual([]);
  expect(await warnings(data_dir)).toEqual([]);
});

it('works at the next start after a first one that was killed at any moment', async () => {
  const script = bundle(owner_script);
  const seen: string[][] = [];
  for (let round = 0; round < 5; round++) {
    const data_dir = newDataDir();
    const owner = startOwner(script, data_dir);
    // From the first file on, over the whole time that making the database takes.
    while (!existsSync(data_dir)) await pause(2);
    await pause(1_200 * ((round + Math.random()) / 5));
    await owner.kill();
    seen.push(readdirSync(data_dir));
    await startAndUse(data_dir);
    expect(readdirSync(data_dir).sort()).toEqual(['database-passwords.json', 'postgres', 'postgres.log']);
  }
  // At least one of them was killed in the middle of making the database.
  expect(seen.flat().some((name) => name.startsWith('postgres.new-'))).toBe(true);
});

it('explains what to do with a database of another version, or passwords that do not fit', async () => {
  const data_dir = newDataDir();
  await startAndUse(data_dir);
  const version_file = join(data_dir, 'postgres', 'PG_VERSION');
  writeFileSync(version_file, '17\n');
  expect(await refusal(data_dir)).toContain(
    'was made by PostgreSQL 17, but this program brings PostgreSQL 18',
  );
  writeFileSync(version_file, '18\n');

  const password_file = join(data_dir, 'database-passwords.json');
  const passwords = readFileSync(password_file, 'utf8');
  rmSync(password_file);
  expect(await refusal(data_dir)).toContain(`The file ${password_file} is missing`);
  writeFileSync(password_file, passwords.slice(0, 70), { mode: 0o600 });
  expect(await refusal(data_dir)).toBe(`The file ${password_file} is damaged: put it back from a backup.`);
  writeFileSync(password_file, passwords.replace(/(?<="superuser": ").../, '---'), { mode: 0o600 });
  expect(await refusal(data_dir)).toMatch(
    /^The database does not accept the passwords in .*from a backup\.$/,
  );
  writeFileSync(password_file, passwords, { mode: 0o600 });
  await startAndUse(data_dir);
});

it('gives the reason of the server when that cannot start', async () => {
  const data_dir = newDataDir();
  const start = startEmbeddedPostgres({
    data_dir,
    settings: { ...fast_settings, shared_buffers: 'much' },
    report: () => undefined,
  });
  await expect(start).rejects.toThrow(
    /^The database server could not be started\.\n.*"shared_buffers": "much"/,
  );
  await startAndUse(data_dir);
});
