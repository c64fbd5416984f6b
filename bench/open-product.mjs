import esbuild from 'esbuild';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Starts the product's memory on a PostgreSQL of its own, in a folder that `stop` removes. */
export async function openProduct() {
  const root = new URL('..', import.meta.url).pathname;
  const outfile = join(root, 'dist/bench/memory-product.cjs');
  await esbuild.build({
    entryPoints: [join(root, 'bench/memory-product.mjs')],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false } },
    alias: { '@groupless/shared-dto': join(root, 'libs/shared-dto/src/index.ts') },
    logLevel: 'warning',
  });
  const require = createRequire(import.meta.url);
  require('reflect-metadata');
  const folder = mkdtempSync(join(tmpdir(), 'groupless-bench-'));
  // Where this runs as root, the server's own user must be able to pass through.
  chmodSync(folder, 0o711);
  const memory = await require(outfile).startMemory(join(folder, 'data'));
  const stop = async () => {
    await memory.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...memory, stop };
}
