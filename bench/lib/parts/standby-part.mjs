// Measures what a read replica saves the primary: our server with a standby against our server without.
import { startBeside } from '../servers/servers.mjs';
import { startStandby } from '../servers/standby.mjs';
import { measureInTurns } from './pairs.mjs';

const REQUESTS = ['client search, a name', 'clients, first page', 'conversations', 'dashboard', 'history'];
const CONNECTIONS = 8;
const READS = /^groupless_database_reads_total\{.*server="(\w+)"\} (\d+)$/gm;

/** @returns for each request, with the standby to without: requests a second, CPU of the primary and of the server */
export async function measureStandby({ stack, cluster, ours, load, timing }) {
  const standby = await startStandby(stack, cluster);
  const alone = await startBeside(ours, stack, cluster, 'alone', {});
  const reading = await startBeside(ours, stack, cluster, 'reading', {
    PANEL_DATABASE_READ_URL: standby.panelUrl,
    MEMORY_DATABASE_READ_URL: standby.memoryUrl,
  });
  const order = { connections: CONNECTIONS, rounds: timing.rounds, duration_ms: timing.slice_ms };
  const result = {};
  for (const requests of REQUESTS) {
    const ratios = await measureInTurns(load, [alone, reading], { requests, ...order });
    result[requests] = {
      'requests a second': ratios.per_s,
      'CPU of the primary': ratios.postgres_cpu,
      'CPU of the server': ratios.cpu,
    };
  }
  result.share = { 'reads from the standby': await share(reading) };
  for (const server of [alone, reading]) await server.stop();
  return result;
}

/** The share of eligible reads that the standby answered. */
async function share({ base_url, target, renewToken }) {
  await renewToken();
  const made = await fetch(`${base_url}/api/settings/keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${target.token}` },
    body: JSON.stringify({ name: 'bench', scopes: ['metrics'] }),
  });
  const { key } = await made.json();
  const answer = await fetch(`${base_url}/metrics`, { headers: { 'x-api-key': key } });
  const sums = { replica: 0, primary: 0 };
  for (const [, server, count] of (await answer.text()).matchAll(READS)) sums[server] += Number(count);
  return sums.replica / (sums.replica + sums.primary);
}
