// Measures whether requests take the same time with a hundred times the data. See README.md.
import { parseArgs } from 'node:util';
import { build } from '../tools/build.mjs';
import { connect } from './lib/servers/cluster.mjs';
import { forgetMade } from './lib/parts/compare-answers.mjs';
import { chatsOf, sizesText } from './lib/fill.mjs';
import { startFilledCluster } from './lib/servers/filled-cluster.mjs';
import { startLoad } from './lib/load.mjs';
import { measurePair } from './lib/parts/pairs.mjs';
import { allowFarBookings, farCursor } from './lib/parts/panel-part.mjs';
import { printPair } from './lib/report.mjs';
import { keepResults } from './lib/results.mjs';
import { run } from './lib/run.mjs';
import { startOurs } from './lib/servers/servers.mjs';

const LIMIT_MINUTES = 60;
const COMMON = { state: 500, people: 300, projects: 200, tasks: 400 };
/** Enough to fill the time ranges of the screens (two weeks of messages, a month of bookings). */
const SMALL = {
  ...COMMON,
  messages: 75_000,
  sessions: 5_000,
  clients: 10_000,
  appointments: 25_000,
  conversations: 1_500,
};
const LARGE = {
  ...COMMON,
  messages: 1_000_000,
  sessions: 200_000,
  clients: 1_000_000,
  appointments: 500_000,
  conversations: 20_000,
};
/** For the webhooks only. */
const LARGEST = { ...SMALL, messages: 5_000_000, sessions: 200_000 };

const SAME_TIME = { measure: 'p50', at: 'most', limit: 1.2 };
const within = (limit) => ({ measure: 'p95_ms', at: 'most', limit });
const PAGE = [SAME_TIME, within(30)];
const SEARCH = [within(120)];

const WEBHOOKS = {
  context: [SAME_TIME],
  history: [SAME_TIME],
  summary: [SAME_TIME],
  state: [SAME_TIME],
  task: [SAME_TIME],
};
const PANEL = {
  'clients, first page': PAGE,
  'clients, far page': PAGE,
  'client search, a name': SEARCH,
  'client search, digits': SEARCH,
  'client search, two letters': SEARCH,
  'appointments of a week': [SAME_TIME],
  conversations: [SAME_TIME],
  dashboard: [SAME_TIME],
  booking: [SAME_TIME],
  ping: [SAME_TIME],
};
/** Concurrent callers. */
const CALLERS = 8;
const CROWDED = Object.fromEntries(
  Object.keys(PANEL)
    .filter((name) => PANEL[name] === SEARCH)
    .map((name) => [name, [within(200)]]),
);

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    large: { type: 'boolean' },
    built: { type: 'boolean' },
    only: { type: 'string' },
    'write-docs': { type: 'boolean' },
  },
});
const timing = options.quick ? { rounds: 3, slice_ms: 500 } : { rounds: 5, slice_ms: 2_000 };
const [keptAs, sizes, wanted] = options.large
  ? ['largest', LARGEST, WEBHOOKS]
  : ['large', LARGE, { ...WEBHOOKS, ...PANEL }];
if (!options.built) build();

await run(LIMIT_MINUTES, async (stack) => {
  const load = startLoad(stack);
  const base = await start(stack, 'small', SMALL);
  const tested = await start(stack, keptAs, sizes);
  const only = options.only?.split(';');
  const rows = [];
  const orders = [
    ...Object.entries(wanted).map(([requests, targets]) => ({ requests, connections: 1, targets, timing })),
    ...Object.entries(options.large ? {} : CROWDED).map(([requests, targets]) => ({
      requests,
      connections: CALLERS,
      targets,
      timing,
    })),
  ];
  for (const order of orders.filter(({ requests }) => only?.includes(requests) ?? true)) {
    for (const server of [base, tested]) await server.renewToken();
    const { requests: name, connections } = order;
    const row = { name, connections, ...(await measurePair(load, { base, tested }, order)) };
    printPair({ ...row, names: ['small', keptAs] });
    rows.push(row);
    for (const server of [base, tested]) {
      await forgetMade(server.memory_database);
      server.forgetLog();
    }
  }
  const result = { rows, small: sizesText(SMALL), large: sizesText(sizes) };
  await keepResults(`growth-${keptAs}`, result, { cluster: base, writeDocs: options['write-docs'] });
});

async function start(stack, name, sizes) {
  const cluster = await startFilledCluster(stack, name, sizes);
  const server = await startOurs(stack, cluster, cluster.folder);
  Object.assign(server.target, {
    chats: chatsOf(sizes),
    clients: sizes.clients,
    far_cursor: await farCursor(server),
  });
  await allowFarBookings(server);
  return { ...server, version: cluster.version, memory_database: await connect(stack, cluster.memoryUrl) };
}
