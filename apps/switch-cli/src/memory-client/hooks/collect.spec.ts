import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../../program/environment';
import { changeSession, newSession, readSession, type SessionState } from '../store/session-state';
import { readEntry, waitingNames } from '../store/spool';
import type { Turn } from '../transcript/facts';
import { noteRequest, stored, withRequest } from './collect';
import type { HookRun } from './hook-run';

const ASKED_AT = '2026-11-27T10:00:00.000Z';

describe('a session', () => {
  let environment: Environment;
  let run: HookRun;
  let state: SessionState;
  beforeEach(() => {
    const home = mkdtempSync(join(tmpdir(), 'collect-'));
    environment = { variables: {}, home, cwd: home, platform: process.platform };
    run = {
      environment,
      api: { url: 'https://panel.example.com' },
      input: { session_id: 's1', cwd: home, transcript_path: join(home, 'transcript.jsonl') },
      now: () => new Date(ASKED_AT),
    } as unknown as HookRun;
    state = newSession('s1', home, 'laptop:/home/ada/shop', new Date('2026-11-27T08:00:00Z'));
  });
  afterEach(() => rmSync(environment.home, { recursive: true }));

  const turn = (text: string, at: string | null, role: Turn['role'] = 'assistant'): Turn => ({
    ...{ kind: 'turn', id: text, role, text, at },
  });
  const asked = (text: string, at = ASKED_AT) => ({ text, at });
  const sent = () =>
    waitingNames(environment).flatMap((name) => {
      const entry = readEntry(environment, name);
      return entry?.kind === 'messages' ? entry.messages : [];
    });

  it('leaves no secret on the machine that it has said, and is known again without it', () => {
    const said = [
      {
        ...turn('1', '2026-11-27T10:00:01Z', 'user'),
        text: 'Deploy it, the password is Tulip-4711-x.',
      },
      {
        ...turn('2', '2026-11-27T10:00:02Z'),
        text: 'Done with DB_PASS=Qwerty!2345 by ghp_a1B2c3a1B2c3a1B2c3a1B2c3a1B2c3a1B2c3',
      },
      { kind: 'task', title: 'Rotate token: 0a1b2c3d4e5f', is_done: false } as const,
    ];
    const told = stored(run, state, said);
    const kept = JSON.stringify([told, sent()]);
    expect(kept).not.toMatch(/Tulip|Qwerty|ghp_|0a1b2c/);
    expect(told.digest).toMatchObject({ last_answer: 'Done with DB_PASS=[masked] by [masked]' });
    stored(run, told, [{ ...turn('x', null), text: 'Done with DB_PASS=[masked] by [masked]', form: 'hook' }]);
    expect(sent()).toHaveLength(2);
  });

  describe('whose request is asked', () => {
    it('waits while the transcript tells of what was said before it', () => {
      const waiting = { ...state, asked: asked('And the second form?') };
      const before = [
        turn('Move it.', '2026-11-27T09:58:00Z', 'user'),
        turn('Done.', '2026-11-27T09:59:57Z'),
      ];
      const told = stored(run, waiting, before);
      expect(told.asked).toEqual(waiting.asked);
      expect(withRequest(run, told).asked).toBeNull();
      expect(sent().map(({ text }) => text)).toEqual(['Move it.', 'Done.', 'And the second form?']);
    });

    it.each([
      ['has the request, dated before its hook ran', '2026-11-27T09:59:59.700Z'],
      ['goes on', '2026-11-27T10:00:09.000Z'],
      ['dates nothing', null],
    ])('is left to the transcript that %s', (_, at) => {
      const told = stored(run, { ...state, asked: asked('Move it.') }, [turn('Move it now.', at, 'user')]);
      expect(withRequest(run, told).asked).toBeNull();
      expect(sent().map(({ text }) => text)).toEqual(['Move it now.']);
    });

    it('is another one where the same is asked again later', () => {
      const first = withRequest(run, { ...state, asked: asked('Continue') });
      const answered = stored(run, first, [turn('Done.', '2026-11-27T10:01:00Z')]);
      withRequest(run, { ...answered, asked: asked('Continue', '2026-11-27T10:02:00.000Z') });
      expect(new Set(sent().map(({ external_id }) => external_id)).size).toBe(3);
    });

    it('is stored when the session goes on with the next one', async () => {
      await changeSession(environment, 's1', () => ({ ...state, asked: asked('Move it.') }));
      await noteRequest(run, 'And the second form?');
      expect(sent().map(({ text }) => text)).toEqual(['Move it.']);
      expect(readSession(environment, 's1')?.asked).toEqual(asked('And the second form?'));
    });

    it('is stored once where the next one comes before its line of the transcript is read', async () => {
      await changeSession(environment, 's1', () => ({ ...state, asked: asked('Move it.') }));
      const line = { type: 'user', uuid: '1', message: { role: 'user', content: 'Move it.' } };
      writeFileSync(run.input.transcript_path, `${JSON.stringify(line)}\n`);
      await noteRequest(run, 'And the second form?');
      expect(sent().map(({ external_id }) => external_id)).toEqual(['s1:1']);
    });

    it('shows that a session which counted as ended goes on', async () => {
      await changeSession(environment, 's1', () => ({ ...state, is_ended: true }));
      await noteRequest(run, 'Move it.');
      expect(readSession(environment, 's1')).toMatchObject({
        ...{ is_ended: false, touched_at: ASKED_AT, asked: asked('Move it.') },
      });
    });
  });
});
