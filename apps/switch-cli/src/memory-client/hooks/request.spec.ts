import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processPlace } from '../../files/process-place';
import type { Environment } from '../../program/environment';
import { assistantProcess } from '../store/assistant-process';
import { changeSession, newSession, readSession } from '../store/session-state';
import { HOOK_CLIENTS } from './hook-client';
import type { HookRun } from './hook-run';
import { request } from './request';

const NOW = new Date('2026-11-27T10:00:00Z');

describe('a request in an editor', () => {
  it.each(HOOK_CLIENTS)(
    'belongs to the present process, whatever window it was begun in: %s',
    async (client) => {
      const home = mkdtempSync(join(tmpdir(), 'request-'));
      const environment: Environment = { variables: {}, home, cwd: home, platform: process.platform };
      await changeSession(environment, 's1', () => ({
        ...newSession('s1', home, 'laptop:/home/ada/shop', NOW),
        process: { pid: 2 ** 30, started: null, place: processPlace() },
        is_ended: true,
      }));
      await request({
        environment,
        api: { url: 'https://panel.example.com', keyHash: 'key' },
        input: { session_id: 's1', cwd: home, client, prompt: 'Move it.', transcript_path: '' },
        now: () => NOW,
        canRead: () => true,
      } as unknown as HookRun);
      expect(readSession(environment, 's1')).toMatchObject({ process: assistantProcess(), is_ended: false });
      rmSync(home, { recursive: true });
    },
  );
});
