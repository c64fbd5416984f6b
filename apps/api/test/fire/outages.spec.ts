import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prove } from '../harness/hostile/fire';
import { whileAltered } from '../harness/databases/outage';
import { signIn, type SignedInUser } from '../harness/data/panel-users';
import { expectProblem, type ReceivedAnswer } from '../harness/http/problems';
import { sendRaw } from '../harness/http/raw-http';
import { postJson, RunningProgram } from '../harness/programs/running-program';
import { startServedApp, type ServedApp } from '../harness/apps/served-app';
import { eventually } from '../harness/data/times';

jest.setTimeout(120_000);

/** What the suite promises of a database that is away, and of one that is back. */
const ANSWERED_MS = 3_000;
const RECOVERED_MS = 5_000;

const JSON_BODY = { 'content-type': 'application/json' };

describe('a database that takes nothing', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  beforeAll(async () => {
    t = await startServedApp();
    admin = await signIn(t);
  });
  afterAll(() => t.close());

  it.each([
    ['is read-only', 'set default_transaction_read_only = on', 'reset default_transaction_read_only'],
    ['gives no connection', 'connection limit 0', 'connection limit -1'],
    ['is away', 'allow_connections false', 'allow_connections true'],
  ])('because it %s is told as such, and used again afterwards', async (name, change, back) => {
    const webhook = await t.webhook('assistant-update-state');
    const state = JSON.stringify({ key: name, value: 'x' });
    const client = JSON.stringify({ name });
    const post = (path: string, body: string, more = {}) =>
      sendRaw(t.port, { method: 'POST', path, body, headers: { ...JSON_BODY, ...more } });
    const writes = () => [post(webhook, state), post('/api/clients', client, admin.bearer)];
    let longest_ms = 0;
    const timed = async (write: Promise<ReceivedAnswer>) => {
      const sentAt = performance.now();
      const answer = await write;
      longest_ms = Math.max(longest_ms, performance.now() - sentAt);
      return answer;
    };
    for (const database of ['panel', 'memory'] as const)
      await whileAltered(t, database, change, back, async () => {
        const [memory, panel] = await Promise.all(writes().map(timed));
        const refused = database === 'memory' ? memory : panel;
        expectProblem(refused!, 503, 'database_unavailable');
        expect(refused!.headers['retry-after']).toBe('2');
      });
    const backAt = performance.now();
    await eventually(async () => (await Promise.all(writes())).every(({ status }) => status < 300));
    const recovered_ms = performance.now() - backAt;
    expect(longest_ms).toBeLessThan(ANSWERED_MS);
    expect(recovered_ms).toBeLessThan(RECOVERED_MS);
    prove({
      asvs: '16.5.2',
      promise: `A database that ${name} is told as 503 at once, and used again when it can be.`,
      figure: `answered within ${longest_ms.toFixed(0)} ms, written to again after ${recovered_ms.toFixed(0)} ms`,
    });
  });
});

/** A start of the program and a disk take their time: in `npm run test:fire` alone. */
const isWanted = process.env['FIRE'] !== undefined;

/** A small disk of its own for the data folder, which only root can make. */
class SmallDisk {
  readonly path = mkdtempSync(join(tmpdir(), 'groupless-disk-'));
  readonly isThere: boolean;

  constructor(megabytes: number) {
    const options = `size=${megabytes}m`;
    this.isThere =
      isWanted &&
      spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'groupless-test', this.path]).status === 0;
    chmodSync(this.path, 0o711);
  }

  /** Takes all room that is left, but for so many bytes. */
  fill(left: number): void {
    const { bavail, bsize } = statfsSync(this.path);
    mkdirSync(join(this.path, 'others'), { recursive: true });
    writeFileSync(join(this.path, 'others', 'file'), Buffer.alloc(Math.max(0, bavail * bsize - left)));
  }

  empty(): void {
    rmSync(join(this.path, 'others'), { recursive: true });
  }

  remove(): void {
    if (this.isThere) spawnSync('umount', ['-l', this.path]);
    rmSync(this.path, { recursive: true, force: true });
  }
}

describe('a full disk', () => {
  const disk = new SmallDisk(400);
  const itOnDisk = disk.isThere ? it : it.skip;
  if (!disk.isThere)
    console.warn(
      `SKIPPED: a full disk (${isWanted ? 'only root can mount a small one' : 'npm run test:fire'}).`,
    );
  afterAll(() => disk.remove());

  itOnDisk(
    'loses nothing that was acknowledged, and the server goes on when there is room again',
    async () => {
      const program = await (
        await RunningProgram.start({ DATA_DIR: join(disk.path, 'data'), LOG_LEVEL: 'error' })
      ).ready();
      const url = program.webhook('assistant-update-state');
      const write = (count: number) => postJson(url, { key: `key ${count}`, value: VALUE }).catch(() => null);
      const acknowledged: number[] = [];
      expect((await write(0))?.status).toBe(201);
      disk.fill(4_000_000);
      let last: Response | null = null;
      for (let count = 1; count < 2_000 && (last === null || last.ok); count++) {
        last = await write(count);
        if (last?.ok) acknowledged.push(count);
      }
      expect(last?.status).toBe(503);
      expect(last?.headers.get('retry-after')).toBe('2');
      expect((await fetch(`${program.base_url}/api/health/live`)).status).toBe(200);
      disk.empty();
      const backAt = performance.now();
      await eventually(async () => (await write(0))?.status === 200);
      const recovered_ms = performance.now() - backAt;
      expect(recovered_ms).toBeLessThan(RECOVERED_MS);
      const results = new Set<unknown>();
      for (const count of acknowledged)
        results.add(((await (await write(count))!.json()) as { result: unknown }).result);
      expect([...results]).toEqual(['unchanged']);
      expect(program.hasEnded).toBe(false);
      await program.kill('SIGTERM');
      prove({
        asvs: '16.5.2, 2.3.3',
        promise: 'A full disk is told as 503, loses nothing acknowledged and ends no process.',
        figure: `${acknowledged.length} writes until it was full, 0 lost; written to again after ${(recovered_ms / 1_000).toFixed(1)} s`,
      });
    },
  );
});

/** Without patterns that the database could compress. */
const VALUE = Array.from({ length: 30_000 }, (_, index) =>
  String.fromCodePoint(0x4e00 + ((index * 7_919) % 20_000)),
).join('');
