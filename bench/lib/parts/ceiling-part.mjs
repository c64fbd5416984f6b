// The upper limit of a write: the same requests to servers without any work, compared with the bare server.
import { measureSlice, medians, WARM_UP } from './pairs.mjs';
import { startIdle } from '../servers/servers.mjs';

const ORDER = { requests: 'state', connections: 32 };

/** @returns requests a second and CPU seconds of 1,000, of each server; the ratios are to the bare one */
export async function measureCeiling({ stack, cluster, bare, load, timing }) {
  const servers = { bare };
  for (const name of ['node', 'nest'])
    servers[name] = await startIdle(stack, cluster, name, bare.target.paths);
  const slices = Object.fromEntries(Object.keys(servers).map((name) => [name, []]));
  for (const { target } of Object.values(servers)) await load.run({ ...ORDER, target, ...WARM_UP });
  for (let round = 0; round < timing.rounds; round++)
    for (const [name, server] of Object.entries(servers))
      slices[name].push(await measureSlice(load, server, { ...ORDER, duration_ms: timing.slice_ms }));
  for (const name of ['node', 'nest']) await servers[name].stop();
  const found = Object.fromEntries(Object.entries(slices).map(([name, runs]) => [name, medians(runs)]));
  const figures = (name) => ({
    per_s: found[name].per_s,
    cpu_s: found[name].cpu_s,
    p50_ms: found[name].p50_ms,
  });
  const toBare = (name) => ({
    per_s: found[name].per_s / found.bare.per_s,
    cpu: found[name].cpu_s / found.bare.cpu_s,
  });
  return {
    bare: figures('bare'),
    'node:http, nothing behind it': figures('node'),
    'Nest, nothing behind it': figures('nest'),
    'node:http to bare': toBare('node'),
    'Nest to bare': toBare('nest'),
  };
}
