import { existsSync } from 'node:fs';
import { setSourceMapsSupport } from 'node:module';
import { build } from './build.mjs';

/** Builds what is out of date, then becomes one of the API's programs, with the settings of `.env` if there is one. */
export async function runBuilt(program) {
  prepare();
  await become(program);
}

/** Builds what is out of date, and takes the settings of `.env` into the environment. */
export function prepare() {
  loadSettingsFile();
  build();
}

/** Runs a built program in this process. */
export async function become(program) {
  // Those of the packages would take 20 MB.
  setSourceMapsSupport(true, { nodeModules: false });
  await import(new URL(`../dist/apps/api/${program}.cjs`, import.meta.url));
}

/** Variables that are set already win over the file. */
function loadSettingsFile() {
  if (!existsSync('.env')) return;
  try {
    process.loadEnvFile('.env');
  } catch (error) {
    console.error(`The file .env cannot be read (${error.code}).`);
    process.exit(78);
  }
}
