import { existsSync } from 'node:fs';
import { isLoopbackHost } from './addresses';
import type { Settings } from './settings';

/** What is allowed, but perhaps not what somebody meant. One sentence each. */
export function noticesFor(settings: Settings, inContainer = isContainer()): string[] {
  const notices: string[] = [];
  if (inContainer && isLoopbackHost(settings.host)) {
    notices.push(
      `Inside a container nobody else can reach ${settings.host}: set HOST=0.0.0.0 to be reached from outside.`,
    );
  }
  if (settings.memory_key_demanded && settings.memory_api_key === null) {
    notices.push(
      'The memory webhooks demand a key: set MEMORY_API_KEY, or MEMORY_WEBHOOKS_OPEN=true to do without.',
    );
  }
  return notices;
}

/** Docker and Podman leave these files; Kubernetes sets the variable. */
function isContainer(): boolean {
  const marked = ['/.dockerenv', '/run/.containerenv'].some((path) => existsSync(path));
  return marked || process.env['KUBERNETES_SERVICE_HOST'] !== undefined;
}
