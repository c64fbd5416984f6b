// Measures what an outbound webhook costs the writes that it subscribes to: `node bench/outbound.mjs`. See README.md.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { build } from '../tools/build.mjs';
import { connect } from './lib/servers/cluster.mjs';
import { forgetMade } from './lib/parts/compare-answers.mjs';
import { startFilledCluster } from './lib/servers/filled-cluster.mjs';
import { startLoad } from './lib/load.mjs';
import { measureSlice, medians, WARM_UP } from './lib/parts/pairs.mjs';
import { run } from './lib/run.mjs';
import { startOurs } from './lib/servers/servers.mjs';

const LIMIT_MINUTES = 10;
const SLICE_MS = 1_500;
/** Longer than the pauses between deliveries. */
const REST_MS = 1_500;
const SIZES = {
  messages: 10_000,
  sessions: 500,
  state: 500,
  people: 300,
  projects: 200,
  tasks: 400,
  clients: 100,
  appointments: 100,
  conversations: 100,
};
const WRITES = { state: 'state.updated', task: 'task.updated', summary: 'session.created' };
const { values: options } = parseArgs({
  options: { only: { type: 'string' }, rounds: { type: 'string', default: '5' } },
});
const wanted = Object.entries(WRITES).filter(([name]) => options.only?.split(',').includes(name) ?? true);

build();
await run(LIMIT_MINUTES, async (stack) => {
  const cluster = await startFilledCluster(stack, 'outbound', SIZES);
  const memory = await connect(stack, cluster.memoryUrl);
  const ours = await startOurs(stack, cluster, cluster.folder, 'ours', { OUTBOUND_PRIVATE: 'true' });
  const load = startLoad(stack);
  let received = 0;
  const receiver = createServer((request, response) => {
    received++;
    request.resume();
    response.end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  stack.defer(() => receiver.close().closeAllConnections());
  const url = `http://127.0.0.1:${receiver.address().port}/`;

  for (const [requests, event] of wanted) {
    for (const connections of [32, 1]) {
      const order = { requests, connections, target: ours.target };
      await load.run({ ...order, ...WARM_UP });
      const slices = { without: [], with: [] };
      const caughtUp = [];
      for (let round = 0; round < Number(options.rounds); round++) {
        for (const name of ['without', 'with']) {
          const hook = name === 'with' ? await addHook(ours, url, event) : null;
          received = 0;
          const slice = await measureSlice(load, ours, { ...order, duration_ms: SLICE_MS });
          slices[name].push(slice);
          if (hook !== null) {
            caughtUp.push(await catchUp(() => received, Math.round((slice.per_s * SLICE_MS) / 1_000)));
            await removeHook(ours, hook);
          }
          await forgetMade(memory);
          ours.forgetLog();
        }
      }
      for (const [name, measured] of Object.entries(slices)) {
        const { per_s, p50_ms, p95_ms, cpu_s, postgres_cpu_s } = medians(measured);
        const figures = `${Math.round(per_s)}/s, p50 ${p50_ms}, p95 ${p95_ms} ms`;
        const cpu = `CPU s of 1,000: server ${cpu_s.toFixed(3)}, postgres ${postgres_cpu_s.toFixed(3)}`;
        console.log(`${requests}, ${connections} connections, ${name} a webhook: ${figures}; ${cpu}`);
      }
      const { at_the_end, after_ms } = medians(caughtUp);
      console.log(
        `  ${Math.round(at_the_end * 100)} % delivered at the end of the load, all ${Math.round(after_ms)} ms later`,
      );
    }
  }
});

/** Waits until no more deliveries arrive: some are delayed while the server is busy. */
async function catchUp(count, expected) {
  const atTheEnd = count() / expected;
  const startedMs = performance.now();
  let last = { count: count(), at_ms: startedMs };
  while (performance.now() - last.at_ms < REST_MS) {
    await pause(20);
    if (count() !== last.count) last = { count: count(), at_ms: performance.now() };
  }
  return { at_the_end: atTheEnd, after_ms: last.at_ms - startedMs };
}

async function addHook(ours, url, event) {
  const { id } = await send(ours, 'POST', '', { url, events: [event], active: true });
  return id;
}

async function removeHook(ours, id) {
  await send(ours, 'DELETE', `/${id}`);
}

async function send({ base_url, target }, method, path, body) {
  const answer = await fetch(`${base_url}/api/settings/hooks${path}`, {
    method,
    headers: {
      authorization: `Bearer ${target.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} answered ${answer.status}: ${await answer.text()}`);
  return answer.status === 204 ? null : answer.json();
}
