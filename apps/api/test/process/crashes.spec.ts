import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from '@groupless/embedded-postgres';
import { atOnce } from '../harness/data/times';
import { fireSize, prove } from '../harness/hostile/fire';
import { makeReadyDataFolder } from '../harness/databases/ready-data-folder';
import { postJson, RunningProgram, type DataFolder } from '../harness/programs/running-program';

/** A server needs some seconds to start again, its database half a second. */
const SERVER_KILLS = fireSize({ small: 3, usual: 20, long: 200 });
const DATABASE_KILLS = fireSize({ small: 3, usual: 180, long: 200 });
const WRITERS = 4;
/** Requests at once that look for what was acknowledged. */
const READERS = 16;

jest.setTimeout(240_000 + (SERVER_KILLS + DATABASE_KILLS) * 15_000);

describe('killed processes', () => {
  let data: DataFolder;
  let program: RunningProgram;
  let address: string;

  beforeAll(async () => {
    data = await makeReadyDataFolder();
    await restart();
  });
  afterAll(async () => {
    await program.kill('SIGTERM');
    await data.remove();
  });

  it(`lose no acknowledged write when the API is killed ${SERVER_KILLS} times under load`, async () => {
    const acknowledged: string[] = [];
    for (let round = 0; round < SERVER_KILLS; round++) {
      const wanted = acknowledged.length + 1 + (round % 20) * 5;
      const writing = writeUntilItFails(`api ${round}`, acknowledged);
      while (acknowledged.length < wanted) await nextTurn();
      // Every second time with its database.
      if (round % 2 === 1) process.kill(postmasterPid(), 'SIGKILL');
      await program.kill('SIGKILL');
      await writing;
      await restart();
    }
    await expectAllStored(acknowledged, SERVER_KILLS);
    if (SERVER_KILLS % 2 === 1) expect(program.output).toMatch(/took over/i);
    prove({
      asvs: '2.3.3',
      promise: 'Nothing acknowledged is lost when the server is killed, alone or with its database.',
      figure: `${SERVER_KILLS} kills: ${acknowledged.length} acknowledged, 0 lost`,
    });
  });

  it(`lose no acknowledged write when PostgreSQL or one of its connections is killed ${DATABASE_KILLS} times under load, and come back alone`, async () => {
    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    let refused = 0;
    let longest_ms = 0;
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
    for (let round = 0; round < DATABASE_KILLS; round++) {
      await sleep(50 + (round % 20) * 25);
      // One process of a connection takes the others with it, since they share memory.
      const killedAt = performance.now();
      const connections = connectionPids();
      const middle = connections[Math.floor(connections.length / 2)];
      process.kill(round % 2 === 0 ? postmasterPid() : middle!, 'SIGKILL');
      // They go on for a moment, and may take writes until then. Where no write was on its way just then, and the database
      // is back before the next one, none is refused.
      const killed = round % 2 === 0 ? 'the server' : 'a connection';
      await within(
        `the end of all connections, after ${killed} was killed`,
        () => !connections.some(isRunning),
      );
      const before = acknowledged.length;
      await within(`new writes, after ${killed} was killed`, () => acknowledged.length > before + WRITERS);
      longest_ms = Math.max(longest_ms, performance.now() - killedAt);
    }
    writing = false;
    await Promise.all(writers);
    await expectAllStored(acknowledged, DATABASE_KILLS);
    expect([...statuses].sort()).toEqual([201, 503]);
    prove({
      asvs: '2.3.3',
      promise:
        'Nothing acknowledged is lost when PostgreSQL, or one process of it, is killed; it comes back alone.',
      figure: `${DATABASE_KILLS} kills: ${acknowledged.length} acknowledged, ${refused} told of it by 503, 0 lost; written to again after ${(longest_ms / 1_000).toFixed(1)} s at most`,
    });
  });

  /** Fails with what the program has said where something does not come; the test's own limit would hide it. */
  async function within(what: string, holds: () => boolean): Promise<void> {
    const begunMs = performance.now();
    while (!holds()) {
      if (performance.now() - begunMs > 60_000)
        throw new Error(`60 s without ${what}. The program said:\n${program.output}`);
      await sleep(20);
    }
  }

  async function restart(): Promise<void> {
    program = await (await RunningProgram.start({ DATA_DIR: data.path, LOG_LEVEL: 'warn' })).ready();
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
  async function expectAllStored(keys: string[], kills: number): Promise<void> {
    expect(keys.length).toBeGreaterThan(kills);
    const left = [...keys];
    await atOnce(READERS, async () => {
      for (let key = left.pop(); key !== undefined; key = left.pop()) {
        const answer = await postJson(address, { key, value: key });
        expect([key, await answer.json()]).toEqual([key, expect.objectContaining({ result: 'unchanged' })]);
      }
    });
  }

  /** Of the processes that serve a connection each. */
  function connectionPids(): number[] {
    const postmaster = String(postmasterPid());
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
      .trim()
      .split(' ');
    const titleOf = (pid: string) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        // It has ended since.
        return '';
      }
    };
    return children.filter((pid) => titleOf(pid).includes('groupless')).map(Number);
  }

  function postmasterPid(): number {
    return Number(readFileSync(join(data.path, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  }
});
