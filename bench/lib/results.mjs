// Stores results, each part with its command, machine and date.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { basename, dirname, join } from 'node:path';
import prettier from 'prettier';
import { ROOT } from './bundle.mjs';
import { performanceDocument } from './document.mjs';

const SCRIPTS = {
  'bench.mjs': 'bench',
  'free-times.mjs': 'bench:free-times',
  'growth.mjs': 'bench:growth',
  'reports.mjs': 'bench:reports',
  'search-evaluation.mjs': 'bench:search',
  'lighthouse.mjs': 'lighthouse',
};
const LATEST = join(ROOT, 'tmp/bench.json');
const DOCUMENT = join(ROOT, 'docs/performance.md');
/** The data of the document. */
const DOCUMENTED = join(ROOT, 'docs/performance.json');

/** Stores the result of a part. With `writeDocs`, also updates the document and its data. */
export async function keepResults(part, result, { cluster, sizes, generator, answers, writeDocs = false }) {
  const entry = { from: origin(cluster), sizes, generator, answers, result };
  store(LATEST, part, entry);
  if (!writeDocs) return;
  const all = store(DOCUMENTED, part, entry);
  const options = await prettier.resolveConfig(DOCUMENT);
  writeFileSync(
    DOCUMENT,
    await prettier.format(performanceDocument(all), { ...options, parser: 'markdown' }),
  );
}

function store(file, part, entry) {
  const all = { ...read(file), [part]: entry };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(all, rounded, 2)}\n`);
  return all;
}

/** Four significant digits; more are noise. */
function rounded(_key, value) {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

function origin({ version }) {
  const [, program, ...args] = process.argv;
  const script = SCRIPTS[basename(program)];
  return {
    command: [`npm run ${script}`, ...(args.length > 0 ? ['--', ...args] : [])].join(' '),
    at: new Date().toISOString(),
    commit: commit(),
    node: process.version,
    postgres: version,
    machine: `${cpus().length} cores, ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GB`,
  };
}

function commit() {
  try {
    const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
    return (
      git('rev-parse', '--short', 'HEAD') +
      (git('status', '--porcelain', 'apps', 'libs') === '' ? '' : ' and changes')
    );
  } catch {
    return 'unknown';
  }
}
