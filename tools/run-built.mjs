import { existsSync } from 'node:fs';
import { setSourceMapsSupport } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';

/** Builds what is out of date, then becomes one of the API's programs, with the settings of `.env` if there is one. */
export async function runBuilt(program) {
  const path = prepareBuilt(program);
  // Those of the packages would take 20 MB.
  setSourceMapsSupport(true, { nodeModules: false });
  await import(path);
}

/**
 * Builds what is out of date, and takes the settings of `.env` into the environment.
 * @returns the path of the built program
 */
export function prepareBuilt(program) {
  loadSettingsFile();
  build();
  return fileURLToPath(new URL(`../dist/apps/api/${program}.cjs`, import.meta.url));
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
