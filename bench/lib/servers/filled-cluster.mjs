// Starts a PostgreSQL with generated data. Filling takes a minute, so the files are cached and copied for each run.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { loadSources, ROOT } from '../bundle.mjs';
import { startCluster, temporaryFolder } from './cluster.mjs';
import { fill, sizesText } from '../fill.mjs';
import { startOurs } from './servers.mjs';

const CACHE = join(ROOT, 'node_modules/.cache/groupless-bench');
const SOURCES = [
  'bench/lib/fill.mjs',
  'bench/lib/secrets.mjs',
  'apps/api/src/database/migrations/memory',
  'apps/api/src/database/migrations/panel',
];

/**
 * Starts a PostgreSQL with generated rows, in a folder that is removed with the stack.
 * @param name the cache entry, which is replaced if its data would differ
 */
export async function startFilledCluster(stack, name, sizes) {
  const folder = temporaryFolder(stack);
  const dataDir = join(folder, 'database');
  if (await canKeep()) copy(await keptData(stack, name, sizes), dataDir);
  else await makeData(stack, dataDir, sizes);
  return { folder, sizes, ...(await startCluster(stack, dataDir)) };
}

async function keptData(stack, name, sizes) {
  const kept = join(CACHE, `${name}-${hashOf(sizes)}`);
  if (existsSync(kept)) return kept;
  for (const other of readdirSync(CACHE))
    if (other.startsWith(`${name}-`) || isLeft(other))
      rmSync(join(CACHE, other), { recursive: true, force: true });
  const making = mkdtempSync(join(CACHE, `making-${process.pid}-`));
  chmodSync(making, 0o711);
  try {
    await makeData(stack, join(making, 'database'), sizes);
    // A concurrent run may have made it.
    if (!existsSync(kept)) renameSync(join(making, 'database'), kept);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return kept;
}

/** Whether a folder is left from a killed run. */
function isLeft(folder) {
  const pid = /^making-(\d+)-/.exec(folder)?.[1];
  return pid !== undefined && !existsSync(`/proc/${pid}`);
}

async function makeData(outerStack, dataDir, sizes) {
  console.log(`Filling a database: ${sizesText(sizes)} …`);
  const startedAt = performance.now();
  const stack = outerStack.use(new AsyncDisposableStack());
  try {
    const folder = temporaryFolder(stack);
    const cluster = await startCluster(stack, dataDir);
    // The program migrates and makes the first admin.
    const server = await startOurs(stack, cluster, folder);
    await server.stop();
    await fill(cluster, sizes);
    await cluster.superuser.query('checkpoint');
  } finally {
    await stack.disposeAsync();
  }
  console.log(`Filled in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s.`);
}

/** PostgreSQL does not run as root, and its user may not be able to enter the project's folder. */
async function canKeep() {
  mkdirSync(CACHE, { recursive: true, mode: 0o711 });
  const { canEnter, serverUser } = await loadSources('libs/embedded-postgres/src/cluster/server-user.ts');
  return canEnter(
    serverUser(undefined, () => undefined),
    CACHE,
  );
}

function hashOf(sizes) {
  const hash = createHash('sha256').update(JSON.stringify(sizes));
  for (const source of SOURCES.flatMap(filesIn)) hash.update(readFileSync(source));
  return hash.digest('hex').slice(0, 12);
}

function filesIn(source) {
  const path = join(ROOT, source);
  return path.endsWith('.mjs')
    ? [path]
    : readdirSync(path, { recursive: true })
        .filter((name) => name.endsWith('.ts'))
        .sort()
        .map((name) => join(path, name));
}

/** Keeps owners, unlike Node's cp(). */
function copy(from, to) {
  const { status } = spawnSync('cp', ['-a', from, to], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${from} could not be copied.`);
}
