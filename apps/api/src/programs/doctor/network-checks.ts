import { isLoopbackUrl } from '../../config/addresses';
import type { Settings } from '../../config/settings';
import { failure, ok, warning, type Check } from './check';
import { asTyped } from '../../platform/as-typed';

const TIME_LIMIT_MS = 5_000;

interface Answered {
  status: number;
  /** The health report of a Groupless server; null if the address answers otherwise. */
  health: string | null;
}

/** Checks the local server on the configured port. */
export async function serverCheck({ host, port }: Settings): Promise<Check> {
  const name = 'server';
  const address = `${reachable(host)}:${port}`;
  const answered = await ask(`http://${address}/api/health/ready`);
  if (answered instanceof Error) {
    const reason = reasonOf(answered);
    if (reason === 'ECONNREFUSED')
      return warning(name, `Nothing answers on ${address}.`, asTyped('Start it: npm start.'));
    return failure(name, `${address} does not answer (${reason}).`, 'Look into the log of the server.');
  }
  if (answered.health === 'ready') return ok(name, `Ready on ${address}.`);
  if (answered.health === 'database_unavailable') {
    const says = `The server on ${address} runs, but does not reach its databases.`;
    return failure(name, says, 'Mend what is said of them here.');
  }
  const next = 'Choose another PORT, or stop that program.';
  return failure(name, `Another program answers on ${address} (${answered.status}).`, next);
}

/** Checks that the public URL leads to this server, over TLS. */
export async function publicUrlCheck({ public_url }: Settings): Promise<Check> {
  const name = 'public url';
  if (public_url === null) return ok(name, 'Not set: the address of each request is shown.');
  const answered = await ask(`${public_url}/api/health/live`);
  if (answered instanceof Error) {
    const reason = reasonOf(answered);
    const says = `${public_url} does not answer from this machine (${reason}).`;
    return /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(reason)
      ? failure(name, says, 'Renew the certificate of the proxy.')
      : warning(name, says, 'Try it from elsewhere; look at DNS, the proxy and whether the server runs.');
  }
  if (answered.health !== 'live') {
    const next = 'Correct PUBLIC_URL, or where the proxy sends requests.';
    return failure(name, `${public_url} answers ${answered.status}, and is not this server.`, next);
  }
  if (!public_url.startsWith('https:') && !isLoopbackUrl(public_url)) {
    const next = 'Let a proxy do TLS, and set PUBLIC_URL to https.';
    return warning(name, `${public_url} carries passwords and cookies in the open.`, next);
  }
  return ok(name, `${public_url} leads to this server.`);
}

/** Checks TRUST_PROXY. The server speaks plain HTTP, so a public URL with https or another port is a proxy's. */
export function proxyCheck({ public_url, trust_proxy, port }: Settings): Check {
  const name = 'proxy';
  const hasProxy =
    public_url !== null && (public_url.startsWith('https:') || new URL(public_url).port !== String(port));
  if (hasProxy && trust_proxy === false) {
    const says = 'PUBLIC_URL is that of a proxy, and TRUST_PROXY is off: all callers count as one address.';
    return warning(name, says, 'Set TRUST_PROXY to the address of the proxy, or to 1.');
  }
  return ok(name, hasProxy ? 'Its word on addresses counts.' : 'None, as far as the settings say.');
}

async function ask(url: string): Promise<Answered | Error> {
  try {
    const signal = AbortSignal.timeout(TIME_LIMIT_MS);
    const answer = await fetch(url, { signal, redirect: 'manual' });
    return { status: answer.status, health: healthIn(await answer.text()) };
  } catch (error) {
    return error as Error;
  }
}

function healthIn(text: string): string | null {
  try {
    const { status, code } = JSON.parse(text) as { status?: unknown; code?: unknown };
    if (typeof code === 'string') return code;
    return typeof status === 'string' ? status : null;
  } catch {
    return null;
  }
}

function reasonOf(error: Error): string {
  const { code } = (error.cause ?? error) as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}

/** The loopback address for a server that listens on all interfaces. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
