import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../http/free-port';
import { makeDataFolder, postJson, RunningProgram, type DataFolder } from '../programs/running-program';
import { SECRETS } from '../apps/test-app';
import { asSuperuser, createTestDatabases, type TestDatabases } from './test-databases';

const ADMIN_PASSWORD = 'correct horse battery staple';

/** Two processes of the built program on the same databases, each of which can be killed and started again. */
export class ReplicaPair {
  kills = 0;
  /** When a process was killed, and when one was ready again in its place, by `performance.now()`. */
  readonly disturbances: { from_ms: number; to_ms: number }[] = [];

  private constructor(
    readonly databases: TestDatabases,
    private readonly data: DataFolder,
    private readonly programs: RunningProgram[],
    private readonly environments: readonly Record<string, string>[],
    private readonly token: string,
  ) {}

  static async start(environment: Record<string, string> = {}): Promise<ReplicaPair> {
    const databases = await createTestDatabases();
    const data = makeDataFolder();
    const shared = {
      DATA_DIR: data.path,
      PANEL_DATABASE_URL: databases.urls.panel.direct_url,
      MEMORY_DATABASE_URL: databases.urls.memory.direct_url,
      LOG_LEVEL: 'error',
      ADMIN_PASSWORD,
      ...SECRETS,
      ...environment,
    };
    const ports = [await freePort(), await freePort()];
    const environments = ports.map((port) => ({ ...shared, PORT: String(port) }));
    const programs = await Promise.all(environments.map((one) => RunningProgram.start(one)));
    await Promise.all(programs.map((program) => program.ready()));
    const credentials = { email: 'admin@localhost', password: ADMIN_PASSWORD };
    const answer = await postJson(`${programs[0]!.base_url}/api/auth/login`, credentials);
    const { access_token: token } = (await answer.json()) as { access_token: string };
    return new ReplicaPair(databases, data, programs, environments, token);
  }

  /** Asks one of the two as a stranger does. Rejects if it dies meanwhile. */
  send(index: number, path: string, request: RequestInit): Promise<Response> {
    return fetch(`${this.programs[index]!.base_url}${path}`, request);
  }

  /** Asks one of the two as the admin, or with other headers. Rejects if it dies meanwhile. */
  call(index: number, method: string, path: string, body?: object, headers?: Record<string, string>) {
    return this.send(index, path, {
      method,
      headers: {
        ...(headers ?? { authorization: `Bearer ${this.token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** Kills one of the two without warning, and starts another in its place. */
  async killAndStart(index: number): Promise<void> {
    const disturbance = { from_ms: performance.now(), to_ms: Infinity };
    this.disturbances.push(disturbance);
    await this.programs[index]!.kill('SIGKILL');
    this.kills++;
    this.programs[index] = await RunningProgram.start(this.environments[index]!);
    await this.programs[index].ready();
    disturbance.to_ms = performance.now();
  }

  /** Kills one after the other, `kills` times in all, each within a time by chance; others go on with their jobs at once. */
  async killInTurns(kills: number, within_ms: number): Promise<void> {
    for (let index = 0; index < kills; index++) {
      await sleep(Math.random() * within_ms);
      await this.killAndStart(index % 2);
      // What the engine finds out after a minute: who did this is dead, and another one repeats it.
      const repeat = `update jobs.job set state = 'retry', start_after = now() where state = 'active'`;
      await asSuperuser((client) => client.query(repeat), this.databases.urls.panel.direct_url);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.programs.map((program) => program.kill('SIGKILL')));
    await this.databases.drop();
    await this.data.remove();
  }
}
