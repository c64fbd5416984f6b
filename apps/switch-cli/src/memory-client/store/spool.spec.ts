import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../program/environment';
import { memoryState } from '../places';
import { removeOldEntries, spool, spoolCounts } from './spool';

describe('the spool', () => {
  const home = mkdtempSync(join(tmpdir(), 'spool-'));
  const environment = { variables: {}, home, cwd: home, platform: 'linux' } as Environment;
  const folder = memoryState(environment, 'spool');
  const write = (ageDays: number, bytes: number) => {
    const name = `${String(Date.now() - ageDays * 86_400_000).padStart(15, '0')}-000000-0a.json`;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), 'x'.repeat(bytes));
    return name;
  };
  afterAll(() => rmSync(home, { recursive: true }));

  it('keeps what is written, and gives up the oldest beyond its age and its size', () => {
    spool(environment, 'http://127.0.0.1', { kind: 'task', identity: 'a', body: {} });
    removeOldEntries(environment);
    expect(spoolCounts(environment)).toEqual({ waiting: 1, rejected: 0, dropped: 0 });

    const [tooOld, tooMany, kept] = [write(31, 10), write(3, 400), write(2, 400)];
    removeOldEntries(environment, { days: 30, bytes: 700 });
    expect(readdirSync(folder)).toHaveLength(2);
    expect([tooOld, tooMany, kept].map((name) => existsSync(join(folder, name)))).toEqual([
      false,
      false,
      true,
    ]);
    expect(spoolCounts(environment)).toMatchObject({ waiting: 2, dropped: 2 });
  });
});
