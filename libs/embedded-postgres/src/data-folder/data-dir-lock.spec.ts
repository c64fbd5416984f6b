import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataDirInUseError, lockDataDir } from './data-dir-lock';
import { bundle, cleanUp, NAMING, newDataDir, OtherProcess } from '../spec-support';

interface LockerMessage {
  readonly ready?: true;
  readonly won?: true;
  readonly lost?: string;
}

// It spins until the given moment, so that all of them try within the same millisecond.
const lockerScript = `
  import { lockDataDir } from './data-folder/data-dir-lock';
  const say = (message: object) => process.stdout.write(JSON.stringify(message) + '\\n');
  process.stdin.once('data', (moment) => {
    while (Date.now() < Number(moment)) continue;
    try {
      const lock = lockDataDir(process.argv[2], { program: 'groupless', dataDirSetting: 'DATA_DIR' });
      say({ won: true });
      process.stdin.on('end', () => lock.release());
    } catch (error) {
      say({ lost: error.name + ': ' + error.message });
    }
  });
  say({ ready: true });
`;

let script: string;

beforeAll(() => {
  script = bundle(lockerScript);
});

afterAll(cleanUp);

async function lockers(count: number, dataDir: string): Promise<OtherProcess<LockerMessage>[]> {
  const all = Array.from({ length: count }, () => new OtherProcess<LockerMessage>(script, [dataDir]));
  await Promise.all(all.map((locker) => locker.says('ready')));
  return all;
}

async function race(all: OtherProcess<LockerMessage>[]) {
  for (const locker of all) locker.tell(String(Date.now() + 30));
  const results = await Promise.all(
    all.map((locker) => Promise.any([locker.says('won'), locker.says('lost')])),
  );
  const winners = all.filter((_, index) => results[index] === true);
  return { winners, losses: results.filter((result) => typeof result === 'string') };
}

it('is won by exactly one of the processes that start at the same moment', async () => {
  const dataDir = newDataDir();
  for (let round = 0; round < 20; round++) {
    const all = await lockers(2 + (round % 3), dataDir);
    const { winners, losses } = await race(all);
    expect(winners).toHaveLength(1);
    expect(losses).toHaveLength(all.length - 1);
    for (const loss of losses) {
      expect(loss).toContain(`DataDirInUseError: The data folder ${dataDir} is in use by process`);
      expect(loss).toContain(`process ${winners[0]?.pid}:`);
    }
    // Every other round finds the lock of a killed process, the rest finds none.
    const end = (locker: OtherProcess<LockerMessage>) => (round % 2 === 0 ? locker.kill() : locker.stop());
    await Promise.all(all.map(end));
    expect(existsSync(join(dataDir, 'groupless.lock'))).toBe(round % 2 === 0);
  }
});

it('is free again after its holder was killed', async () => {
  const dataDir = newDataDir();
  const [holder] = await lockers(1, dataDir);
  holder?.tell('0');
  await holder?.says('won');
  expect(() => lockDataDir(dataDir, NAMING)).toThrow(DataDirInUseError);
  await holder?.kill();
  lockDataDir(dataDir, NAMING).release();
});

it('refuses a second holder in the same process, until the first has released it', () => {
  const dataDir = newDataDir();
  const lock = lockDataDir(dataDir, NAMING);
  expect(() => lockDataDir(dataDir, NAMING)).toThrow(
    `The data folder ${dataDir} is in use by process ${process.pid}: ` +
      'stop that process, or set DATA_DIR to another folder.',
  );
  lock.release();
  lock.release();
  const next = lockDataDir(dataDir, NAMING);
  lock.release();
  expect(() => lockDataDir(dataDir, NAMING)).toThrow(DataDirInUseError);
  next.release();
});

it('is a private file, and the folder made for it lets nobody look in', () => {
  const dataDir = newDataDir();
  const lock = lockDataDir(dataDir, NAMING);
  expect(statSync(join(dataDir, 'groupless.lock')).mode & 0o777).toBe(0o600);
  expect(statSync(dataDir).mode & 0o044).toBe(0);
  lock.release();
  expect(existsSync(join(dataDir, 'groupless.lock'))).toBe(false);
});

it('is not held by a later process that got the id of the dead holder', () => {
  const dataDir = newDataDir();
  const path = join(dataDir, 'groupless.lock');
  lockDataDir(dataDir, NAMING);
  const ofThisProcess = JSON.parse(readFileSync(path, 'utf8')) as { pid: number; started: string };
  writeFileSync(path, `${JSON.stringify({ ...ofThisProcess, started: 'another time' })}\n`);
  lockDataDir(dataDir, NAMING).release();
});

it('is free when its file holds nothing that makes sense', () => {
  const dataDir = newDataDir();
  mkdirSync(dataDir);
  appendFileSync(join(dataDir, 'groupless.lock'), '\0\0\0{"token":"x","pi\nnull\n[]\n{"token":1}\n\n');
  lockDataDir(dataDir, NAMING).release();
});

it('names the folder that is not writable', () => {
  const file = join(newDataDir(), '..', 'a-file');
  writeFileSync(file, '');
  expect(() => lockDataDir(join(file, 'below'), NAMING)).toThrow('cannot be used (ENOTDIR)');
});
