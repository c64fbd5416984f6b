import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeDataFolder, postJson, RunningProgram, type DataFolder } from '../harness/running-program';

jest.setTimeout(240_000);

/** More rounds: CRASH_ROUNDS=20 npm test -- crashes */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 3);
const WRITERS = 4;

describe('killed processes', () => {
  let data: DataFolder;
  let program: RunningProgram;
  let address: string;

  beforeAll(async () => {
    data = makeDataFolder();
    await restart();
  });
  afterAll(async () => {
    await program.kill('SIGTERM');
    await data.remove();
  });

  it(`lose no acknowledged write when the API is killed ${ROUNDS} times under load`, async () => {
    const acknowledged: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const writing = writeUntilItFails(`api ${round}`, acknowledged);
      await sleep(300 + round * 37);
      await program.kill('SIGKILL');
      await writing;
      await restart();
    }
    await expectAllStored(acknowledged);
    expect(program.output).toMatch(/took over/i);
  });

  it(`lose no acknowledged write when PostgreSQL is killed ${ROUNDS} times under load, and come back alone`, async () => {
    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    let refused = 0;
    let writing = true;
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let count = 0; writing; count++) {
        const key = `postgres ${writer}.${count}`;
        const answer = await postJson(address, { key, value: key });
        statuses.add(answer.status);
        if (answer.ok) acknowledged.push(key);
        else {
          refused++;
          expect(answer.headers.get('content-type')).toContain('application/problem+json');
          expect(answer.headers.get('retry-after')).toBe('2');
          expect(await answer.json()).toMatchObject({ code: 'database_unavailable', status: 503 });
          await sleep(20);
        }
      }
    });
    for (let round = 0; round < ROUNDS; round++) {
      await sleep(300 + round * 37);
      const refusedBefore = refused;
      process.kill(postmasterPid(), 'SIGKILL');
      // The processes of its connections go on for a moment.
      while (refused === refusedBefore) await sleep(20);
      const before = acknowledged.length;
      while (acknowledged.length <= before + WRITERS) await sleep(20);
    }
    writing = false;
    await Promise.all(writers);
    await expectAllStored(acknowledged);
    expect([...statuses].sort()).toEqual([201, 503]);
  });

  async function restart(): Promise<void> {
    program = await (await RunningProgram.start({ DATA_DIR: data.path, LOG_LEVEL: 'error' })).ready();
    address = program.webhook('assistant-update-state');
  }

  /** Several writers at once; each notes what was acknowledged and stops at its first failure. */
  async function writeUntilItFails(prefix: string, acknowledged: string[]): Promise<void> {
    const url = address;
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        for (let count = 0; ; count++) {
          const key = `${prefix}/${writer}.${count}`;
          const answer = await postJson(url, { key, value: key }).catch(() => null);
          if (answer?.status !== 201) return;
          acknowledged.push(key);
        }
      }),
    );
  }

  /** Sending the same again must find each one there. */
  async function expectAllStored(keys: string[]): Promise<void> {
    expect(keys.length).toBeGreaterThan(ROUNDS);
    for (const key of keys) {
      const answer = await postJson(address, { key, value: key });
      expect([key, await answer.json()]).toEqual([key, expect.objectContaining({ result: 'unchanged' })]);
    }
  }

  function postmasterPid(): number {
    return Number(readFileSync(join(data.path, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  }
});
