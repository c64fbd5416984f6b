import esbuild from 'esbuild';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export const ROOT = new URL('../..', import.meta.url).pathname;

/** Bundles and loads sources of the product, because Node cannot read decorators and imports without extensions. */
export async function loadSources(entry) {
  const outfile = join(ROOT, `dist/bench/${entry.replaceAll(/\W/g, '-')}-${process.pid}.cjs`);
  await esbuild.build({
    entryPoints: [join(ROOT, entry)],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    // With the paths of the libraries.
    tsconfig: join(ROOT, 'apps/api/tsconfig.json'),
    logLevel: 'warning',
  });
  const require = createRequire(import.meta.url);
  require('reflect-metadata');
  try {
    return require(outfile);
  } finally {
    rmSync(outfile);
  }
}
