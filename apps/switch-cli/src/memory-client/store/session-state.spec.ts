import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processPlace } from '../../files/process-place';
import type { Environment } from '../../program/environment';
import { memoryState } from '../places';
import {
  changeSession,
  newSession,
  openSessions,
  readSession,
  sweepMemoryState,
  withTranscript,
} from './session-state';
import { readTold, tellBrief } from './told';

describe('what is remembered of sessions', () => {
  let environment: Environment;
  beforeEach(() => {
    const home = mkdtempSync(join(tmpdir(), 'sessions-'));
    environment = { variables: {}, home, cwd: home, platform: 'linux' };
  });
  afterEach(() => rmSync(environment.home, { recursive: true }));

  it('keeps how far each of its transcripts is read, and reads one on that was moved', () => {
    const first = join(environment.home, 'first.jsonl');
    const second = join(environment.home, 'second.jsonl');
    for (const path of [first, second]) writeFileSync(path, '');
    const begun = withTranscript(newSession('s1', '/', 'laptop:/', new Date()), first);
    const resumed = withTranscript({ ...begun, offset: 700 }, second);
    expect([resumed.transcript_path, resumed.offset]).toEqual([second, 0]);
    const back = withTranscript({ ...resumed, offset: 20 }, first);
    expect([back.transcript_path, back.offset]).toEqual([first, 700]);
    expect(withTranscript(back, '')).toEqual(back);
    rmSync(first);
    expect(withTranscript(back, second).offset).toBe(20);
    expect(withTranscript(back, join(environment.home, 'moved.jsonl')).offset).toBe(700);
  });

  it('loses what killed hooks left half written, and nothing that another hook writes just now', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    const mine = (owner: number, name: string) =>
      `.${name}.assistant-switch-${owner}-${processPlace()}-0123456789abcdef`;
    for (const part of ['', 'spool', 'sessions', 'rejected', 'backups']) {
      const folder = memoryState(environment, part);
      mkdirSync(folder, { recursive: true });
      for (const name of [mine(pid, 'entry.json'), mine(process.pid, 'entry.json'), 'entry.json'])
        writeFileSync(join(folder, name), 'what somebody said');
    }
    sweepMemoryState(environment);
    for (const part of ['', 'spool', 'sessions', 'rejected', 'backups']) {
      const files = readdirSync(memoryState(environment, part)).filter((name) => name.includes('entry'));
      expect([part, files.sort()]).toEqual([part, [mine(process.pid, 'entry.json'), 'entry.json']]);
    }
  });

  it('forgets the oldest of those that have ended, with their locks', async () => {
    const ended = (index: number) => ({
      ...newSession(`session-${index}`, '/', 'a', new Date(index * 1_000)),
      is_ended: true,
    });
    await changeSession(environment, 'session-0', () => ended(0));
    const folder = memoryState(environment, 'sessions');
    const [oldest = ''] = readdirSync(folder).filter((name) => name.endsWith('.json'));
    writeFileSync(join(folder, `${oldest}.lock`), '');
    // As an earlier version left them: without a mark that says so.
    for (let index = 1; index <= 600; index++)
      writeFileSync(join(folder, `${String(index).padStart(24, '0')}.json`), JSON.stringify(ended(index)));
    expect(openSessions(environment)).toEqual([]);
    expect(openSessions(environment)).toEqual([]);
    const left = readdirSync(folder).filter((name) => name.endsWith('.json'));
    expect([left.length, left.includes(oldest), existsSync(join(folder, `${oldest}.lock`))]).toEqual([
      500,
      false,
      false,
    ]);
  });

  it('forgets what sessions were told that left nothing else, and nothing of one that goes on', async () => {
    await changeSession(environment, 's1', () => newSession('s1', '/', 'a', new Date(0)));
    tellBrief(environment, 's1', 'The brief.');
    for (let index = 0; index <= 600; index++) tellBrief(environment, `failed-${index}`, '');
    openSessions(environment);
    const told = readdirSync(memoryState(environment, 'sessions')).filter((name) => name.includes('.told'));
    expect([told.length, readTold(environment, 's1').brief]).toEqual([501, 'The brief.']);
  });

  it('marks no session as ended that goes on, also where a hook is killed between the two', async () => {
    const session = newSession('s1', '/', 'a', new Date(0));
    await changeSession(environment, 's1', () => ({ ...session, is_ended: true }));
    const folder = memoryState(environment, 'sessions');
    const [mark = ''] = readdirSync(folder).filter((name) => name.endsWith('.ended'));
    // A mark that cannot be taken away: what follows it is not done.
    rmSync(join(folder, mark));
    mkdirSync(join(folder, mark));
    await expect(changeSession(environment, 's1', () => session)).rejects.toThrow(mark);
    expect(readSession(environment, 's1')?.is_ended).toBe(true);
  });

  it('has those that go on, also one that has ended before', async () => {
    const session = newSession('s1', '/', 'a', new Date(0));
    await changeSession(environment, 's1', () => ({ ...session, is_ended: true }));
    expect(openSessions(environment)).toEqual([]);
    await changeSession(environment, 's1', (state) => ({ ...(state ?? session), is_ended: false }));
    expect(openSessions(environment)).toEqual([session]);
  });
});
