#!/usr/bin/env node
// The command `groupless`: loads `.env`, then runs a command of the bundle beside it. Servers are restarted after a crash.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { supervise } from './supervise.mjs';

const USAGE = `Usage: groupless <command>

  start         starts the server: panel, API and webhooks on one port
  demo          starts an invented business, in a data folder of its own
  doctor        looks for what is wrong with the settings, the databases and the stored data
  admin         gives a user who is locked out a new password
  backup        writes both databases to an encrypted file
  restore       reads such a file back
  keys rotate   seals what is stored under a new key
  purge         removes what was erased for good
  service       prints a systemd unit for this installation

  Settings are environment variables, and a file .env in the present folder. <command> --help tells more.`;
const MAIN = fileURLToPath(new URL('main.cjs', import.meta.url));
/** A larger young generation takes 30 MB more and saves garbage collection. */
const SERVER = ['--max-semi-space-size=16', '--enable-source-maps', MAIN];
const WRONG_USAGE = 2;
const WRONG_SETTINGS = 78;

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 12)) {
  console.error(
    `Node.js ${process.versions.node} is too old: it takes 22.12 or later. In a clone npm's scripts, such as npm start, bring their own.`,
  );
  process.exit(1);
}
const [name, ...words] = process.argv.slice(2);
if (name === 'start' || name === 'demo') {
  loadSettingsFile();
  process.exitCode = await supervise([...SERVER, name, ...words]);
} else if (name === 'keys' && words[0] === 'rotate') await run('keys-rotate', words.slice(1));
else if (['admin', 'backup', 'doctor', 'purge', 'restore', 'service'].includes(name)) await run(name, words);
else if (name === '--help' || name === undefined) console.log(USAGE);
else if (name === '--version') console.log(createRequire(import.meta.url)('../../../package.json').version);
else {
  console.error(`There is no command ${name}.\n\n${USAGE}`);
  process.exitCode = WRONG_USAGE;
}

/** Runs a command in this process. */
async function run(command, its) {
  loadSettingsFile();
  process.argv.splice(2, Infinity, command, ...its);
  process.setSourceMapsEnabled(true);
  await import(new URL('main.cjs', import.meta.url));
}

/** Existing variables override the file. */
function loadSettingsFile() {
  if (!existsSync('.env')) return;
  try {
    process.loadEnvFile('.env');
  } catch (error) {
    console.error(`The file .env cannot be read (${error.code}).`);
    process.exit(WRONG_SETTINGS);
  }
}
