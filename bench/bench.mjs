// Measures the product's speed against a bare server and on its own. See README.md.
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { build } from '../tools/build.mjs';
import { connect } from './lib/servers/cluster.mjs';
import { measureCeiling } from './lib/parts/ceiling-part.mjs';
import { compareAnswers, forgetMade } from './lib/parts/compare-answers.mjs';
import { measureEvents } from './lib/parts/events-part.mjs';
import { chatsOf } from './lib/fill.mjs';
import { startFilledCluster } from './lib/servers/filled-cluster.mjs';
import { measureGenerator, startLoad } from './lib/load.mjs';
import { judged } from './lib/parts/pairs.mjs';
import { measurePanel } from './lib/parts/panel-part.mjs';
import { printOwn, printPair, printPart } from './lib/report.mjs';
import { keepResults } from './lib/results.mjs';
import { run } from './lib/run.mjs';
import { startBare, startOurs } from './lib/servers/servers.mjs';
import { measureStale } from './lib/parts/stale-part.mjs';
import { measureStandby } from './lib/parts/standby-part.mjs';
import { measureStorm } from './lib/parts/storm-part.mjs';
import { measureTracing } from './lib/parts/tracing-part.mjs';
import { measureWebhook, WEBHOOKS } from './lib/parts/webhooks-part.mjs';

const LIMIT_MINUTES = 40;
const REST_MS = 5_000;
const SIZES = {
  messages: 1_000_000,
  sessions: 5_000,
  state: 500,
  people: 300,
  projects: 200,
  tasks: 400,
  clients: 100_000,
  appointments: 50_000,
  conversations: 5_000,
};

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    only: { type: 'string' },
    pairs: { type: 'string' },
    built: { type: 'boolean' },
    'write-docs': { type: 'boolean' },
  },
});
const timing = options.quick
  ? { rounds: 3, slice_ms: 500, panel_rounds: 1, storms: 1, pairs: 500, events: 10 }
  : { rounds: 5, slice_ms: 1_600, panel_rounds: 3, storms: 3, pairs: 10_000, events: 40 };

/** The parts: each measures the started servers and returns its result. */
const PARTS = {
  ...Object.fromEntries(
    Object.keys(WEBHOOKS).map((name) => [
      name,
      (bench) => measureWebhook(name, { ...bench, report: printPair }),
    ]),
  ),
  ceiling: measureCeiling,
  panel: (bench) => measurePanel({ ...bench, report: printOwn }),
  events: async ({ ours }) => {
    await ours.renewToken();
    return measureEvents({ ...ours, ...ours.target }, { readers: 500, events: timing.events });
  },
  storm: (bench) => measureStorm({ ...bench, rounds: timing.storms }),
  tracing: measureTracing,
  standby: measureStandby,
  stale: (bench) => measureStale({ ...bench, pairs: Number(options.pairs ?? timing.pairs) }),
  memory: async ({ ours, at_start_mb }) => {
    await pause(REST_MS);
    const afterLoadMb = ours.memory().now;
    return {
      at_start_mb,
      after_load_mb: afterLoadMb,
      targets: [judged({ measure: 'at_start_mb', at: 'most', limit: 200 }, at_start_mb)],
    };
  },
};
const wanted = options.only?.split(',') ?? Object.keys(PARTS);
const unknown = wanted.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}: there are ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}
if (!options.built) build();

await run(LIMIT_MINUTES, async (stack) => {
  const cluster = await startFilledCluster(stack, 'standard', SIZES);
  const memory = await connect(stack, cluster.memoryUrl);
  const ours = await startOurs(stack, cluster, cluster.folder);
  await pause(REST_MS);
  const atStartMb = ours.memory().now;
  const bare = await startBare(stack, cluster, cluster.folder, ours.target.paths);
  for (const { target } of [ours, bare])
    Object.assign(target, { chats: chatsOf(SIZES), clients: SIZES.clients });
  const answers = await compareAnswers([bare, ours], memory);
  console.log(
    `Both servers give the same ${answers.count} answers; the context has ${answers.context_bytes} bytes.`,
  );
  const load = startLoad(stack);
  const generator = await measureGenerator(stack, load, cluster.folder, timing.slice_ms);
  console.log(
    `The load generator alone: ${generator.small_per_s}/s small, ${generator.large_per_s}/s large answers.`,
  );
  const bench = { stack, cluster, memory, ours, bare, load, timing, at_start_mb: atStartMb };
  for (const name of wanted) {
    const result = await PARTS[name](bench);
    if (!Array.isArray(result)) printPart(name, result);
    await forgetMade(memory);
    ours.forgetLog();
    await keepResults(name, result, {
      cluster,
      sizes: SIZES,
      generator,
      answers,
      writeDocs: options['write-docs'],
    });
  }
});
