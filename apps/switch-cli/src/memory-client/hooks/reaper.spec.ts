import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processPlace } from '../../files/process-place';
import type { Environment } from '../../program/environment';
import { Failure } from '../../program/failure';
import { changeSession, newSession, readSession } from '../store/session-state';
import { readEntry, waitingNames } from '../store/spool';
import { sessionEnd } from './checkpoint';
import type { HookRun } from './hook-run';
import { isOver } from './reaper';

const NOW = new Date('2026-11-27T10:00:00Z');
const own = { pid: process.pid, started: null, place: processPlace() };

describe('a session that did not say that it ended', () => {
  const over = (minutes: number, owner: typeof own | null) =>
    isOver(
      { process: owner, touched_at: new Date(NOW.getTime() - minutes * 60_000).toISOString() },
      own,
      NOW,
    );

  it('goes on beside another one of the same process, until it is silent', () => {
    expect([over(0, own), over(14, own), over(16, own)]).toEqual([false, false, true]);
  });

  it('is over with its process, and after six hours where nothing is known of it', () => {
    expect(over(0, { ...own, pid: 2 ** 30 })).toBe(true);
    expect([over(300, null), over(361, null)]).toEqual([false, true]);
  });

  it('is ended by the end of another one, unless the time is short', async () => {
    const home = mkdtempSync(join(tmpdir(), 'reaper-'));
    const environment: Environment = { variables: {}, home, cwd: home, platform: process.platform };
    const away = () => Promise.reject(new Failure('no_answer', 'Nothing listens there.'));
    const isEnded = (id: string) => readSession(environment, id)?.is_ended;
    const end = (leftMs: number) =>
      sessionEnd({
        environment,
        api: { url: 'https://panel.example.com', keyHash: 'key-of-ada', api: away, webhook: away },
        input: { session_id: 'own', cwd: home, transcript_path: '' },
        now: () => NOW,
        remainingMs: () => leftMs,
        canRead: () => true,
      } as unknown as HookRun);
    const session = (id: string) => newSession(id, home, 'laptop:/home/ada/shop', NOW);
    await changeSession(environment, 'killed', () => ({
      ...session('killed'),
      process: { ...own, pid: 2 ** 30 },
      asked: { text: 'Move it.', at: NOW.toISOString() },
      of: 'key-of-ben',
    }));
    // Its process has begun no other one.
    await changeSession(environment, 'beside', () => ({ ...session('beside'), process: own }));
    await end(1_000);
    expect([isEnded('own'), isEnded('killed')]).toEqual([true, false]);
    await end(2_000);
    expect([isEnded('killed'), isEnded('beside')]).toEqual([true, false]);
    const waiting = waitingNames(environment).map((name) => readEntry(environment, name));
    // It stays with whose it is.
    expect(waiting).toMatchObject([{ kind: 'messages', session_id: 'killed', of: 'key-of-ben' }]);
    rmSync(home, { recursive: true });
  });
});
