import type { WorkflowDto } from '@groupless/shared-dto';
import { AS_MANAGER, MEMORY_API_KEY, STRICT_ENVIRONMENT } from '../data/credentials';
import { RealNginx, type NginxOptions } from '../apps/real-nginx';
import { RunningProgram } from './running-program';
import { createTestDatabases, type TestDatabases } from '../databases/test-databases';

export const ADMIN = { email: 'admin@localhost', password: 'five lamps over the 7 rivers' };

/** As `docker/compose.yml` sets it up: nginx in front of two built servers, on databases of their own. */
export interface Deployment {
  nginx: RealNginx;
  servers: [RunningProgram, RunningProgram];
  databases: TestDatabases;
  /** The URL path of a webhook. */
  webhook(path: string): Promise<string>;
  /** The header of the first admin, logged in through nginx. */
  signIn(): Promise<{ authorization: string }>;
  close(): Promise<void>;
}

export interface DeploymentOptions extends Omit<NginxOptions, 'api_ports'> {
  environment?: Record<string, string>;
}

export async function startDeployment({
  environment = {},
  ...nginxOptions
}: DeploymentOptions = {}): Promise<Deployment> {
  const databases = await createTestDatabases();
  const settings = {
    ...STRICT_ENVIRONMENT,
    MEMORY_API_KEY,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    TRUST_PROXY: '1',
    PANEL_DATABASE_URL: databases.urls.panel.direct_url,
    MEMORY_DATABASE_URL: databases.urls.memory.direct_url,
    ...environment,
  };
  const servers = await Promise.all([RunningProgram.start(settings), RunningProgram.start(settings)]);
  await Promise.all(servers.map((server) => server.ready()));
  const apiPorts: [number, number] = [portOf(servers[0]), portOf(servers[1])];
  const nginx = await RealNginx.start({ api_ports: apiPorts, ...nginxOptions });
  return {
    nginx,
    servers,
    databases,
    webhook: async (path) => {
      const answer = await fetch(`${nginx.base_url}/api/workflows`, { headers: AS_MANAGER });
      const workflows = (await answer.json()) as WorkflowDto[];
      return new URL(workflows.find((workflow) => workflow.path === path)?.url ?? '').pathname;
    },
    signIn: async () => {
      const answer = await fetch(`${nginx.base_url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(ADMIN),
      });
      const { access_token } = (await answer.json()) as { access_token: string };
      return { authorization: `Bearer ${access_token}` };
    },
    close: async () => {
      await nginx.stop();
      const running = servers.filter((server) => !server.hasEnded);
      await Promise.all(running.map((server) => server.kill('SIGTERM')));
      await databases.drop();
    },
  };
}

export function portOf({ base_url }: RunningProgram): number {
  return Number(new URL(base_url).port);
}
