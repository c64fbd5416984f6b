import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runFolders } from '../files/places';
import type { Environment } from '../program/environment';
import { livingRuns, noteRun } from './living-runs';

describe('the commands of run that work', () => {
  let home: string;
  let environment: Environment;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'living-runs-'));
    environment = { home, cwd: home, platform: process.platform, variables: {} };
  });
  afterEach(() => rmSync(home, { recursive: true }));

  it('are noted until they end', () => {
    const end = noteRun(environment, 'a1');
    expect(livingRuns(environment)).toEqual(['a1']);
    end();
    expect(livingRuns(environment)).toEqual([]);
  });

  it('of another machine or container count as long as their note is touched', () => {
    noteRun(environment, 'a1')();
    const folder = join(runFolders(environment), '.living');
    const note = join(folder, `${process.pid}.another-place.a2`);
    writeFileSync(note, '');
    expect(livingRuns(environment)).toEqual(['a2']);
    const anHourAgo = new Date(Date.now() - 3_600_000);
    utimesSync(note, anHourAgo, anHourAgo);
    expect([livingRuns(environment), readdirSync(folder).length]).toEqual([[], 1]);
  });

  it('that were killed here do not count', () => {
    const end = noteRun(environment, 'a1');
    const folder = join(runFolders(environment), '.living');
    const [note = ''] = readdirSync(folder);
    writeFileSync(join(folder, note.replace(/^\d+/, '4194305').replace(/a1$/, 'a3')), '');
    end();
    expect(livingRuns(environment)).toEqual([]);
  });
});
