import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { build } from './build.mjs';

if (typeof nodeModule.setSourceMapsSupport !== 'function') {
  const says = `Node.js ${process.versions.node} is too old to run this by itself.`;
  console.error(
    `${says} Use the npm script, such as npm start: it runs on the Node.js that comes with the packages.`,
  );
  process.exit(1);
}

/** Builds what is out of date, then runs one of the API's programs in this process, with the settings of `.env`. */
export async function runBuilt(program) {
  prepare();
  await become(program);
}

/** Builds what is out of date, and loads `.env` into the environment. */
export function prepare() {
  loadSettingsFile();
  build();
}

/** Runs a built program in this process. */
export async function become(program) {
  // Source maps of packages would take 20 MB.
  nodeModule.setSourceMapsSupport(true, { nodeModules: false });
  await import(new URL(`../dist/apps/api/${program}.cjs`, import.meta.url));
}

/** Existing variables override the file. */
function loadSettingsFile() {
  if (!existsSync('.env')) return;
  try {
    process.loadEnvFile('.env');
  } catch (error) {
    console.error(`The file .env cannot be read (${error.code}).`);
    process.exit(78);
  }
}
