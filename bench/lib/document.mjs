// Makes docs/performance.md from the results.
import { sizesText } from './fill.mjs';
import { figure, shown, verdict } from './report.mjs';

const WEBHOOKS = ['context', 'context-gzip', 'context-changed', 'history', 'summary', 'state', 'task'];
const ALONE = {
  ceiling: 'What a write costs with nothing behind it',
  memory: 'Memory of the server',
  events: 'Live events',
  storm: 'A storm of log-ins',
  tracing: 'What traces and metrics cost',
  standby: 'What a replica takes from the primary',
  stale: 'Stale reads',
};
/** With a command of their own. */
const OWN = { 'free-times': 'Free times of a month', reports: 'Reports of a year' };
const GROWN = {
  'growth-large': 'Growth',
  'growth-largest': 'Growth of the memory alone',
};

const SCREENS = {
  'lighthouse-phone': 'The panel’s screens on a phone',
  'lighthouse-fourfold': 'The panel’s screens on a processor slowed fourfold',
};

/** @param parts part → `{ from, sizes, generator, answers, result }` */
export function performanceDocument(parts) {
  const sections = [
    HEAD,
    webhooks(parts),
    panel(parts),
    ...Object.keys(ALONE).map((name) => alone(name, parts)),
    ...Object.keys(OWN).map((name) => own(name, parts)),
    growth(parts),
    search(parts),
    ...Object.keys(SCREENS).map((name) => screens(name, parts)),
    origins(parts),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

const HEAD = `# Performance

Written by \`npm run bench\`, \`bench:free-times\`, \`bench:reports\`, \`bench:growth\`, \`bench:search\` and \`lighthouse\`, each with \`-- --write-docs\`,
from [performance.json](performance.json); [bench/README.md](../bench/README.md) says how it is measured. Client, servers and
database share the machine's cores. Times are in milliseconds, CPU in seconds of 1,000 requests.`;

function webhooks(parts) {
  const rows = WEBHOOKS.flatMap((name) => parts[name]?.result ?? []);
  if (rows.length === 0) return '';
  const { sizes, generator, answers } = parts[WEBHOOKS.find((name) => name in parts)];
  const lines = rows.map(({ name, connections, base, tested, ratios, noise, targets }) =>
    row([
      `${name}, ${connections}`,
      ...pairOf('per_s', base, tested),
      ...pairOf('cpu_s', base, tested),
      ...pairOf('p50_ms', base, tested),
      ...pairOf('p99_ms', base, tested),
      ratios.per_s.toFixed(2),
      targets.map((target) => `${target.measure} ${target.value.toFixed(2)}: ${verdict(target)}`).join('; '),
      `${Math.round(noise * 100)} %`,
      shown(tested.others_cores),
    ]),
  );
  return `## The webhooks against a bare server

\`npm run bench -- --only=${WEBHOOKS.join(',')}\`

The bare server (\`bench/bare-server.mjs\`) is node:http and pg: the same SQL, the same bytes (${answers.count} answers are
compared before; the context has ${shown(answers.context_bytes)} bytes), and no checks, guards, request ids, log or ETag. Both are asked in turn:
bare, ours, bare; ratios are the medians of the rounds, the noise is how far apart the two bare runs of a round were, \`others\` how many
cores other programs used. \`context\` reads what nobody changes meanwhile, \`context-changed\` writes and reads in turn. Data: ${sizesText(sizes)}.
The load generator alone gets ${shown(generator.small_per_s)} small and ${shown(generator.large_per_s)} large answers a second.

${table(['webhook, connections', 'bare /s', 'ours /s', 'bare CPU', 'ours CPU', 'bare p50', 'ours p50', 'bare p99', 'ours p99', 'ours : bare', 'targets', 'noise', 'others'], lines)}`;
}

const pairOf = (key, base, tested) => [shown(base[key]), shown(tested[key])];

function panel(parts) {
  if (parts.panel === undefined) return '';
  const lines = parts.panel.result.map(({ name, ours }) =>
    row([
      name,
      shown(ours.per_s),
      shown(ours.p50_ms),
      shown(ours.p95_ms),
      shown(ours.p99_ms),
      shown(ours.cpu_s),
      shown(ours.postgres_cpu_s),
    ]),
  );
  return `## The panel and the agent

\`npm run bench -- --only=panel\`

${parts.panel.result[0].connections} callers at once. Data: ${sizesText(parts.panel.sizes)}.

${table(['call', '/s', 'p50', 'p95', 'p99', 'CPU, server', 'CPU, PostgreSQL'], lines)}`;
}

function own(name, parts) {
  if (parts[name] === undefined) return '';
  return figures(OWN[name], parts[name].from.command, parts[name].result);
}

function alone(name, parts) {
  if (parts[name] === undefined) return '';
  return figures(ALONE[name], `npm run bench -- --only=${name}`, parts[name].result);
}

function figures(heading, command, { targets = [], ...measured }) {
  const lines = Object.entries(measured).map(
    ([what, value]) => `- ${what.replaceAll('_', ' ')}: ${figure(value)}`,
  );
  return `## ${heading}

\`${command}\`

${[...lines, ...targets.map((target) => `- target ${target.measure.replaceAll('_', ' ')}: ${verdict(target)}`)].join('\n')}`;
}

/** A row for each size and set, the product beside FTS5. */
function search(parts) {
  if (parts.search === undefined) return '';
  const { rows, growing } = parts.search.result;
  const number = (value) => (value === undefined ? '' : value.toFixed(3));
  const ms = (value) => (value === undefined ? '' : shown(value));
  const compared = Object.values(Object.groupBy(rows, ({ size, set }) => `${size} ${set}`)).flatMap(
    (both) => {
      const [ours, theirs] = ['product', 'FTS5'].map((name) => both.find(({ search }) => search === name));
      if (ours === undefined || theirs === undefined) return [];
      const measures = ['R@1', 'R@5', 'MRR'].flatMap((name) => [number(ours[name]), number(theirs[name])]);
      return row([
        ours.size.toLocaleString('en'),
        ours.set,
        ...measures,
        ms(ours['p50 ms']),
        ms(ours['p95 ms']),
      ]);
    },
  );
  const others = rows
    .filter(({ set }) => set === 'index' || set === 'two typing errors')
    .map(({ size, set, ...values }) => {
      const measured = Object.entries(values).filter(([name]) => name !== 'search');
      const named = measured.map(([name, value]) => `${name} ${shown(value)}`);
      return `- ${size.toLocaleString('en')} texts, ${set}: ${named.join('; ')}`;
    });
  const grown = growing === undefined ? '' : `\n- while it grows: ${figure(growing)}`;
  return `## The memory's search

\`npm run bench:search\`

Product / FTS5, the same questions about the same texts; the texts of the reported half were not used to choose weights.

${table(['texts', 'set', 'R@1', 'FTS5', 'R@5', 'FTS5', 'MRR', 'FTS5', 'p50', 'p95'], compared)}

${others.join('\n')}${grown}`;
}

function growth(parts) {
  const grown = Object.entries(parts).filter(([name]) => name.startsWith('growth'));
  return grown
    .map(([name, { from, result }]) => {
      const lines = result.rows.map(({ name, connections, base, tested, ratios, noise, targets }) =>
        row([
          connections === 1 ? name : `${name}, ${connections} callers`,
          shown(base.p50_ms),
          shown(tested.p50_ms),
          shown(tested.p95_ms),
          ratios.p50.toFixed(2),
          targets.map((target) => `${target.measure}: ${verdict(target)}`).join('; '),
          `${Math.round(noise * 100)} %`,
        ]),
      );
      return `## ${GROWN[name]}

\`${from.command}\`

One caller, where not said otherwise. Small: ${result.small}. Large: ${result.large}.

${table(['request', 'small p50', 'large p50', 'large p95', 'large : small', 'targets', 'noise'], lines)}`;
    })
    .join('\n\n');
}

/** By profiles of the built program; it goes with the code, not with a measurement. */
const BELOW_95 = `What keeps screens below 95 is work of the main thread before somebody may press something, by profiles of a start with an empty cache
(1 December 2026; CPU time of the thread, four times, since others used the cores; three runs each, with the profiler's own share):

| of some 2,100 to 2,600                         | \`/\` | \`/clients\` | \`/appointments\` | \`/conversations\` |
| ---------------------------------------------- | --- | ---------- | --------------- | ---------------- |
| rendering and its checks, of frame and screen  | 549 | 631        | 460             | 760              |
| making the frame                               | 235 | 230        | 236             | 215              |
| starting Angular, router and session           | 211 | 205        | 187             | 229              |
| style and layout                               | 157 | 129        | 174             | 338              |
| V8 changes to faster code                      | 139 | 117        | 116             | 135              |
| the browser's zone is looked up                | 86  | 94         | 78              | 81               |
| paint                                          | 63  | 54         | 57              | 146              |
| collecting garbage                             | 43  | 36         | 52              | 57               |
| router: which route it is                      | 54  | 32         | 37              | 26               |
| of all that, functions compiled at first calls | 638 | 647        | 549             | 603              |

The compiling went to another thread by the browser's hint for start and frame, and the zone is looked up later and once. Of the program with all of
this, in turn with the one before, the median of three starts without the profiler has blocking of 227 instead of 451 ms on \`/\`, 426 instead of
537 on \`/clients\`, 416 instead of 523 on \`/appointments\`, 371 instead of 799 on \`/conversations\`; the log-in keeps the thread for 399 ms
instead of 570. Few or many files make no difference: all modules of a start are evaluated in one task either way, and in 22 files the
log-in took 600 ms. What stays are two to four tasks, the longest of 220 to 420 ms, as before: frame and screen are each drawn in one piece. To draw them in parts would save 50 ms a cut, and has cost faults
before (ADR 41). The score follows the machine too: on 1 December its index was 1,430 to 2,290, and \`/\` had 70 points, the program of
some days before 71; the table above is of an index of 2,616 to 3,355.`;

function screens(name, parts) {
  if (parts[name] === undefined) return '';
  const { result } = parts[name];
  const before = parts[`${name}-before`];
  const kilobytes = (bytes = 0) => Math.round(bytes / 1_000);
  const indexes = result.screens.map(({ index }) => index);
  const lines = result.screens.map(({ path, scores, slowdown, times_ms, transferred }) =>
    row([
      `\`${path}\``,
      before?.result.screens.find((screen) => screen.path === path)?.scores.performance ?? '–',
      ...['performance', 'accessibility', 'best-practices'].map((category) => scores[category]),
      shown(times_ms['largest-contentful-paint']),
      shown(times_ms['total-blocking-time']),
      kilobytes(transferred.Script),
      kilobytes(transferred.all),
      slowdown,
    ]),
  );
  return `## ${SCREENS[name]}

\`npm run lighthouse${name === 'lighthouse-fourfold' ? ' -- --slowdown=4' : ''}\`

Lighthouse's phone over its slow 4G, with an empty cache, over the demo data, from nginx with TLS and HTTP/2. The processor is slowed
as the last column says; this machine's index was ${Math.min(...indexes)} to ${Math.max(...indexes)} (fast desktops have 1,500 to 2,000,
Lighthouse's phone 440). \`before\` is the performance of the panel whose screens were loaded by means of its own
([ADR 41](adr/0041-load-time-by-angulars-means.md)).

${table(['screen', 'before', 'performance', 'accessibility', 'best practices', 'LCP', 'blocking', 'scripts, kB', 'all, kB', 'slowed'], lines)}${name === 'lighthouse-fourfold' ? `\n\n${BELOW_95}` : ''}`;
}

function origins(parts) {
  const lines = Object.entries(parts).map(([name, { from }]) =>
    row([
      name,
      `\`${from.command}\``,
      from.at.slice(0, 16).replace('T', ' '),
      from.commit,
      from.node,
      from.postgres,
      from.machine,
    ]),
  );
  return `## Where the figures come from

${table(['part', 'command', 'when (UTC)', 'commit', 'Node', 'PostgreSQL', 'machine'], lines)}

Not measured: a network between client and server, disks of other machines, more than one database server, imports and exports
(\`bench/clients-csv.mjs\`).`;
}

const row = (cells) => `| ${cells.join(' | ')} |`;
const table = (heads, lines) => [row(heads), row(heads.map(() => '---')), ...lines].join('\n');
