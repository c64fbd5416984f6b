// A started PostgreSQL with made data. Filling takes a minute, so what was filled is kept and copied for each run.
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
 * Starts a PostgreSQL whose databases hold made rows, in a folder that goes with the stack.
 * @param name what is kept by this name is replaced when the data would be others
 */
export async function startFilledCluster(stack, name, sizes) {
  const folder = temporaryFolder(stack);
  const data_dir = join(folder, 'database');
  if (await canKeep()) copy(await keptData(stack, name, sizes), data_dir);
  else await makeData(stack, data_dir, sizes);
  return { folder, sizes, ...(await startCluster(stack, data_dir)) };
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
    // Another run may have made the same meanwhile.
    if (!existsSync(kept)) renameSync(join(making, 'database'), kept);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return kept;
}

/** What a run that was killed has left. */
function isLeft(folder) {
  const pid = /^making-(\d+)-/.exec(folder)?.[1];
  return pid !== undefined && !existsSync(`/proc/${pid}`);
}

async function makeData(outer_stack, data_dir, sizes) {
  console.log(`Filling a database: ${sizesText(sizes)} …`);
  const started_at = performance.now();
  const stack = outer_stack.use(new AsyncDisposableStack());
  try {
    const folder = temporaryFolder(stack);
    const cluster = await startCluster(stack, data_dir);
    // The program migrates and makes the first admin.
    const server = await startOurs(stack, cluster, folder);
    await server.stop();
    await fill(cluster, sizes);
    await cluster.superuser.query('checkpoint');
  } finally {
    await stack.disposeAsync();
  }
  console.log(`Filled in ${((performance.now() - started_at) / 1_000).toFixed(0)} s.`);
}

/** PostgreSQL does not run as root: its user may have no way to a folder within the project. */
async function canKeep() {
  mkdirSync(CACHE, { recursive: true, mode: 0o711 });
  const { canEnter, serverUser } = await loadSources('apps/api/src/database/embedded/cluster/server-user.ts');
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

/** Owners stay, which Node's own copying does not do. */
function copy(from, to) {
  const { status } = spawnSync('cp', ['-a', from, to], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${from} could not be copied.`);
}
