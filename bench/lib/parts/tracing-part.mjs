// Measures the cost of traces and metrics: our server with OpenTelemetry against our server without.
import { mean } from '../statistics.mjs';
import { startBeside, startNothing } from '../servers/servers.mjs';
import { judged, measureInTurns } from './pairs.mjs';

const REQUESTS = ['history', 'state', 'appointments of a week', 'clients, first page'];
const CONNECTIONS = 32;

/** @returns CPU of the server with to without, for each request and as the mean of all */
export async function measureTracing({ stack, cluster, ours, load, timing }) {
  const collector = await startNothing(stack, cluster.folder);
  const endpoint = `http://127.0.0.1:${collector.target.port}`;
  const servers = [
    await startBeside(ours, stack, cluster, 'without', {}),
    await startBeside(ours, stack, cluster, 'traced', { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }),
  ];
  const order = { connections: CONNECTIONS, rounds: 2 * timing.rounds, duration_ms: timing.slice_ms / 2 };
  const cpu = {};
  for (const requests of REQUESTS)
    cpu[requests] = (await measureInTurns(load, servers, { requests, ...order })).cpu;
  for (const server of [...servers, collector]) await server.stop();
  const all = mean(Object.values(cpu));
  return {
    'CPU of the server': cpu,
    all,
    targets: [judged({ measure: 'all', at: 'most', limit: 1.05 }, all)],
  };
}
