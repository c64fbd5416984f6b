import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkflowDto } from '@groupless/shared-dto';
import type { DatabaseUrls } from '../../../src/database/data-source-options';
import { freePort } from '../http/free-port';
import { RealNginx } from '../apps/real-nginx';
import { makeDataFolder, RunningProgram, type DataFolder } from '../programs/running-program';

const secret = () => randomBytes(24).toString('base64url');

/** Groupless as it is deployed: two replicas of the built program behind nginx, on databases of another server. */
export class Production {
  private constructor(
    readonly nginx: RealNginx,
    readonly replicas: RunningProgram[],
    private readonly environments: readonly Record<string, string>[],
    private readonly data: DataFolder,
  ) {}

  /** @param urls databases that may be empty; behind a pooler where the URLs differ from the direct ones */
  static async start({ panel, memory }: DatabaseUrls): Promise<Production> {
    const data = makeDataFolder();
    const ports: [number, number] = [await freePort(), await freePort()];
    const nginx = await RealNginx.start({ api_ports: ports });
    const shared = {
      NODE_ENV: 'production',
      PUBLIC_URL: nginx.base_url,
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
      DATA_DIR: data.path,
      PANEL_DATABASE_URL: panel.url,
      PANEL_DATABASE_DIRECT_URL: panel.direct_url,
      MEMORY_DATABASE_URL: memory.url,
      MEMORY_DATABASE_DIRECT_URL: memory.direct_url,
      DB_PREPARED_STATEMENTS: String(panel.url === panel.direct_url),
      MEMORY_WEBHOOKS_OPEN: 'true',
      ADMIN_PASSWORD: secret(),
      JWT_SECRET: secret(),
      CREDENTIALS_KEY: randomBytes(32).toString('base64'),
      SWITCH_API_KEY: secret(),
      AGENT_API_KEY: secret(),
      WORKFLOW_API_KEY: secret(),
    };
    const environments = ports.map((port) => ({ ...shared, PORT: String(port) }));
    const replicas = await Promise.all(environments.map((environment) => RunningProgram.start(environment)));
    const production = new Production(nginx, replicas, environments, data);
    try {
      await Promise.all(replicas.map((replica) => isReady(replica)));
      return production;
    } catch (error) {
      await production.stop();
      throw error;
    }
  }

  get base_url(): string {
    return this.nginx.base_url;
  }

  get agent_key(): string {
    return this.environments[0]!['AGENT_API_KEY']!;
  }

  get workflowKey(): string {
    return this.environments[0]!['WORKFLOW_API_KEY']!;
  }

  /** A new access token of the admin, for ten minutes. */
  async logIn(): Promise<string> {
    const answer = await fetch(`${this.base_url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: 'admin@localhost',
        password: this.environments[0]!['ADMIN_PASSWORD'],
      }),
    });
    if (answer.status !== 200)
      throw new Error(`The log-in answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { access_token: string }).access_token;
  }

  /** The address of each webhook, by its path. */
  async webhooks(): Promise<Record<string, string>> {
    const headers = { 'x-workflow-api-key': this.workflowKey };
    const answer = await fetch(`${this.base_url}/api/workflows`, { headers });
    const workflows = (await answer.json()) as WorkflowDto[];
    return Object.fromEntries(workflows.map(({ path, url }) => [path, url]));
  }

  /**
   * Ends a replica and starts it anew on its port, as an update does. Resolves when it is ready.
   * @param main the program of another version
   */
  async restart(index: number, main?: string): Promise<void> {
    await this.replicas[index]!.kill('SIGTERM');
    this.replicas[index] = await RunningProgram.start(this.environments[index]!, main);
    await isReady(this.replicas[index]);
  }

  async stop(): Promise<void> {
    const running = this.replicas.filter((replica) => !replica.hasEnded);
    await Promise.all(running.map((replica) => replica.kill('SIGTERM')));
    await this.nginx.stop();
    await this.data.remove();
  }
}

async function isReady(replica: RunningProgram): Promise<void> {
  for (;;) {
    const answer = await fetch(`${replica.base_url}/api/health/ready`).catch(() => null);
    if (answer?.status === 200) return;
    if (replica.hasEnded) throw new Error(`A replica does not start:\n${replica.output}`);
    await sleep(50);
  }
}
