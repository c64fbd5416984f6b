// Installs the programs of others that `npm run test:assistants` runs. They are too large to be dependencies: they
// lie in the user's cache, and stay there.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

const N8N = '2.41.1';
const OPENCODE = '1.18.33';
/** The newest that Node.js 20 gives, on which `assistant-memory` runs; later ones want 22. */
const OLDER = '@anthropic-ai/claude-code@2.1.197';
const ASSISTANTS = [
  '@anthropic-ai/claude-code@2.1.332',
  '@openai/codex@0.171.0',
  '@google/gemini-cli@0.61.0',
];

/** @returns the folder in which n8n is installed; `TEST_N8N` names another one, in which it is already */
export function installN8n() {
  return installed('TEST_N8N', `n8n@${N8N}`, '2 GB, some minutes', (folder) => {
    // Of its packages with parts in C++ only SQLite is needed here; others want to fetch theirs from elsewhere.
    npm(folder, 'install', `n8n@${N8N}`, '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund');
    npm(folder, 'rebuild', 'sqlite3');
  });
}

/** @returns the folder in which opencode is installed; `TEST_OPENCODE` names another one */
export function installOpencode() {
  return installed('TEST_OPENCODE', `opencode-ai@${OPENCODE}`, '400 MB', (folder) => {
    npm(folder, 'install', `opencode-ai@${OPENCODE}`, '--ignore-scripts', '--no-audit', '--no-fund');
  });
}

/** @returns the folder in which Claude Code, Codex and Gemini CLI are installed; `TEST_ASSISTANTS` names another one */
export function installAssistants() {
  // Other versions have a folder of their own.
  const versions = createHash('sha256')
    .update([...ASSISTANTS, OLDER].join(' '))
    .digest('hex')
    .slice(0, 8);
  return installed('TEST_ASSISTANTS', `assistants@${versions}`, '1 GB', (folder) => {
    npm(folder, 'install', ...ASSISTANTS, '--no-audit', '--no-fund');
    npm(emptyPackage(join(folder, 'node-20')), 'install', OLDER, '--no-audit', '--no-fund');
  });
}

function installed(variable, name, size, install) {
  if (process.env[variable]) return process.env[variable];
  const caches = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const folder = join(caches, 'groupless', name.replace('@', '-'));
  const ready = join(folder, 'ready');
  if (existsSync(ready)) return folder;
  console.log(`Installing ${name} into ${folder}, once: ${size}…`);
  install(emptyPackage(folder));
  writeFileSync(ready, '');
  return folder;
}

function emptyPackage(folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  return folder;
}

function npm(folder, ...words) {
  const node = dirname(realpathSync(process.execPath));
  const headers = headersOf(node);
  const env = {
    ...process.env,
    PATH: `${node}${delimiter}${process.env.PATH}`,
    ...(headers === undefined ? {} : { npm_config_nodedir: headers }),
  };
  const { status } = spawnSync('npm', words, {
    cwd: folder,
    env,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm ${words.join(' ')} failed in ${folder}: npm says why above.`);
}

/** The headers that Node brings along, so that SQLite is compiled where its ready file cannot be fetched. */
function headersOf(node) {
  const own = `node-${process.platform}-${process.arch}`;
  const places = [join(node, '..'), join(node, '../node_modules', own)];
  return places.find((place) => existsSync(join(place, 'include/node/node.h')));
}
