// Checks for stale reads: whether a write through one replica is in the next context of another, under load.
import { startLoad } from '../load.mjs';
import { judged } from './pairs.mjs';
import { startOurs } from '../servers/servers.mjs';

const WRITERS = 8;
const READERS = 4;
const LIMIT_MS = 900_000;

/** @param pairs the number of writes, each followed by a read from the other replica */
export async function measureStale({ stack, cluster, ours, load, pairs }) {
  const replica = await startOurs(stack, cluster, cluster.folder, 'replica');
  const replicas = [ours, replica];
  const loads = [load, startLoad(stack)];
  const hammering = loads.map((one, place) =>
    one.run({ requests: 'context', target: replicas[place].target, connections: READERS }),
  );
  // A failed reader is reported below.
  for (const one of hammering) one.catch(() => undefined);
  const startedAt = performance.now();
  const counts = { pairs: 0, stale: 0 };
  const isOver = () => counts.pairs >= pairs || performance.now() - startedAt > LIMIT_MS;
  await Promise.all(
    Array.from({ length: WRITERS }, (_, writer) => writeAndRead(writer, replicas, counts, isOver)),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  for (const one of loads) one.stop();
  const read = (await Promise.all(hammering)).reduce((sum, { requests }) => sum + requests, 0);
  await replica.stop();
  return {
    ...counts,
    reads_beside: read,
    seconds,
    targets: [judged({ measure: 'stale', at: 'most', limit: 0 }, counts.stale)],
  };
}

async function writeAndRead(writer, replicas, counts, isOver) {
  for (let turn = 0; !isOver(); turn++) {
    // Writes alternate between the replicas. Counted before the write, so that parallel writers make no pair too many.
    const [written, read] = (writer + turn) % 2 === 0 ? replicas : replicas.toReversed();
    const text = `bench ${writer}.${turn}.${counts.pairs}`;
    const [path, body, then] = WRITES[turn % WRITES.length](writer, text);
    counts.pairs++;
    await post(written, path, body);
    const found = (await context(read)).includes(JSON.stringify(then.text));
    if (found !== then.expected) counts.stale++;
  }
}

/** Writes: a new value, a new task, the task completed. Each names the text that the context must then contain or not. */
const WRITES = [
  (writer, text) => [
    'assistant-update-state',
    { key: `bench.${writer}`, value: text },
    { text, expected: true },
  ],
  (writer, text) => {
    tasks.set(writer, text);
    return ['assistant-task', { action: 'create', task: text, priority: 10 }, { text, expected: true }];
  },
  (writer) => {
    const text = tasks.get(writer);
    return ['assistant-task', { action: 'done', task: text }, { text, expected: false }];
  },
];
const tasks = new Map();

async function post({ base_url, target }, path, body) {
  const answer = await fetch(base_url + target.paths[path], {
    method: 'POST',
    headers: { 'x-api-key': target.memoryKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
}

async function context({ base_url, target }) {
  const answer = await fetch(base_url + target.paths['assistant-context'], {
    headers: { 'x-api-key': target.memoryKey },
  });
  if (!answer.ok) throw new Error(`The context answered ${answer.status}.`);
  return Buffer.from(await answer.arrayBuffer());
}
