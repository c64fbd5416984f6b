// Makes the files of a release in dist/release: the server's package, the source and the commands' package as tarballs, the
// list of shipped packages (CycloneDX), the notes from CHANGELOG.md, and checksums. Before, it runs all tests and checks,
// but for a draft. It publishes nothing.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { packServer } from './build/build-package.mjs';

const { values } = parseArgs({ options: { draft: { type: 'boolean' }, out: { type: 'string' } } });
const out = resolve(values.out ?? 'dist/release');
const { version: number } = JSON.parse(readFileSync('package.json', 'utf8'));
const version = values.draft ? `${number}-draft` : number;
const notes = notesOf(values.draft ? 'Unreleased' : number);
if (!values.draft) {
  refuseChanges();
  runEverything();
}

build();
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const name = `groupless-${version}`;
run(
  'git',
  'archive',
  '--format=tar.gz',
  `--prefix=${name}/`,
  '-o',
  join(out, `${name}-source.tar.gz`),
  'HEAD',
);
const { filename, size, unpackedSize } = packServer(out);
renameSync(join(out, filename), join(out, `${name}.tgz`));
copyFileSync('dist/install/assistant-cli.tgz', join(out, `assistant-cli-${version}.tgz`));
write(`${name}.cdx.json`, run('npm', 'run', '--silent', 'sbom'));
write('NOTES.md', `# Groupless ${version}\n\n${notes}\n`);
write('SHA256SUMS', checksums());
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
console.log(
  `${readdirSync(out).sort().join('\n')}\n\n` +
    `The server's package: ${megabytes(size)}, installed ${megabytes(unpackedSize)} and PostgreSQL's programs.\n` +
    `In ${out}. Next: git tag v${version}`,
);

/** @returns the part of the changelog below the heading of a version, without the heading */
function notesOf(heading) {
  const parts = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m).slice(1);
  const part = parts.find((text) => text.split(/[\s–-]/, 1)[0] === heading);
  if (part === undefined) fail(`CHANGELOG.md has no part "## ${heading}": write it first.`);
  return part.slice(part.indexOf('\n')).trim();
}

/** A release is made from a commit, so that it can be reproduced. */
function refuseChanges() {
  if (run('git', 'status', '--porcelain') !== '')
    fail('There are changes without a commit: commit them, or try it with --draft.');
}

/** Each push runs a part of the tests: a release waits for all of them. */
function runEverything() {
  const { status, error } = spawnSync('.ci/run', ['everything'], { stdio: 'inherit' });
  if (status !== 0) fail(error?.message ?? 'Not all of it holds (.ci/run everything): there is no release.');
}

function checksums() {
  const sum = (file) =>
    createHash('sha256')
      .update(readFileSync(join(out, file)))
      .digest('hex');
  return readdirSync(out)
    .sort()
    .map((file) => `${sum(file)}  ${file}\n`)
    .join('');
}

function write(file, text) {
  writeFileSync(join(out, file), text);
}

function run(program, ...args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1_024 * 1_024,
    shell: process.platform === 'win32' && program === 'npm',
  });
  if (status !== 0) fail(error?.message ?? stderr);
  return stdout;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
