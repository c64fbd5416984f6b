import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres } from './start';
import { EmbeddedPostgresError } from './embedded-postgres-error';
import {
  bundle,
  cleanUp,
  fastSettings,
  NAMING,
  newDataDir,
  ownerScript,
  query,
  startOwner,
} from './spec-support';

afterAll(cleanUp);

async function startAndUse(dataDir: string): Promise<string[]> {
  const reported: string[] = [];
  const server = await startEmbeddedPostgres({
    dataDir,
    naming: NAMING,
    settings: fastSettings,
    report: (line) => reported.push(line),
  });
  try {
    for (const url of [server.urls.owner.panel, server.urls.owner.memory]) {
      expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    }
  } finally {
    await server.stop();
  }
  return reported;
}

async function refusal(dataDir: string): Promise<string> {
  const error: unknown = await startAndUse(dataDir).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(EmbeddedPostgresError);
  return (error as Error).message;
}

it('removes what interrupted starts left', async () => {
  const dataDir = newDataDir();
  mkdirSync(join(dataDir, 'postgres.new-0a1b2c', 'cluster', 'base'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres.new-0a1b2c', 'password'), 'old');
  writeFileSync(join(dataDir, 'database-passwords.json.new-0a1b2c'), '{');
  await startAndUse(dataDir);
  expect(readdirSync(dataDir).sort()).toEqual(['database-passwords.json', 'postgres', 'postgres.log']);
});

it('refuses to begin with an empty database where one is missing or incomplete', async () => {
  const dataDir = newDataDir();
  await startAndUse(dataDir);
  const [cluster, elsewhere] = [join(dataDir, 'postgres'), join(dataDir, 'lost')];
  renameSync(cluster, elsewhere);
  expect(await refusal(dataDir)).toMatch(
    /^The database is missing: .*database-passwords\.json belongs to one/,
  );
  expect(existsSync(cluster)).toBe(false);
  mkdirSync(join(cluster, 'base'), { recursive: true });
  expect(await refusal(dataDir)).toMatch(/^The database (is missing|in .* is incomplete)/);
  rmSync(cluster, { recursive: true });
  renameSync(elsewhere, cluster);
  await startAndUse(dataDir);
});

it('warns of a database that was copied while its server ran, and of no other', async () => {
  const dataDir = newDataDir();
  const copies = [newDataDir(), newDataDir()] as const;
  const server = await startEmbeddedPostgres({
    dataDir,
    naming: NAMING,
    settings: fastSettings,
    report: () => undefined,
  });
  execFileSync('cp', ['-a', dataDir, copies[0]]);
  // Its process lives here, and not where a copy is restored.
  rmSync(join(copies[0], 'groupless.lock'));
  await server.stop();
  execFileSync('cp', ['-a', dataDir, copies[1]]);
  const warnings = async (folder: string) =>
    (await startAndUse(folder)).filter((line) => line.includes('copied while its server ran'));
  expect(await warnings(copies[0])).toHaveLength(1);
  expect(await warnings(copies[1])).toEqual([]);
  expect(await warnings(dataDir)).toEqual([]);
});

it('works at the next start after a first one that was killed at any moment', async () => {
  const script = bundle(ownerScript);
  const seen: string[][] = [];
  for (let round = 0; round < 5; round++) {
    const dataDir = newDataDir();
    const owner = startOwner(script, dataDir);
    // From the first file on, over the whole time that making the database takes.
    while (!existsSync(dataDir)) await pause(2);
    await pause(1_200 * ((round + Math.random()) / 5));
    await owner.kill();
    seen.push(readdirSync(dataDir));
    await startAndUse(dataDir);
    expect(readdirSync(dataDir).sort()).toEqual(['database-passwords.json', 'postgres', 'postgres.log']);
  }
  // At least one of them was killed in the middle of making the database.
  expect(seen.flat().some((name) => name.startsWith('postgres.new-'))).toBe(true);
});

it('explains what to do with a database of another version, or passwords that do not fit', async () => {
  const dataDir = newDataDir();
  await startAndUse(dataDir);
  const versionFile = join(dataDir, 'postgres', 'PG_VERSION');
  writeFileSync(versionFile, '17\n');
  expect(await refusal(dataDir)).toContain(
    'was made by PostgreSQL 17, but this program brings PostgreSQL 18',
  );
  writeFileSync(versionFile, '18\n');

  const passwordFile = join(dataDir, 'database-passwords.json');
  const passwords = readFileSync(passwordFile, 'utf8');
  rmSync(passwordFile);
  expect(await refusal(dataDir)).toContain(`The file ${passwordFile} is missing`);
  writeFileSync(passwordFile, passwords.slice(0, 70), { mode: 0o600 });
  expect(await refusal(dataDir)).toBe(`The file ${passwordFile} is damaged: put it back from a backup.`);
  writeFileSync(passwordFile, passwords.replace(/(?<="superuser": ").../, '---'), { mode: 0o600 });
  expect(await refusal(dataDir)).toMatch(/^The database does not accept the passwords in .*from a backup\.$/);
  writeFileSync(passwordFile, passwords, { mode: 0o600 });
  await startAndUse(dataDir);
});

it('gives the reason of the server when that cannot start', async () => {
  const dataDir = newDataDir();
  const start = startEmbeddedPostgres({
    dataDir,
    naming: NAMING,
    settings: { ...fastSettings, shared_buffers: 'much' },
    report: () => undefined,
  });
  await expect(start).rejects.toThrow(
    /^The database server could not be started\.\n.*"shared_buffers": "much"/,
  );
  await startAndUse(dataDir);
});
