// Bundles the two commands of the CLI with their packages into one file each, dist/apps/switch-cli/assistant-*.cjs,
// which run on any Node from 20 on and need nothing beside them.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import esbuild from 'esbuild';

const out_dir = 'dist/apps/switch-cli';
const PROGRAMS = { 'assistant-switch': 'main.ts', 'assistant-memory': 'memory-main.ts' };
const { version } = JSON.parse(await readFile('package.json', 'utf8'));

await mkdir(out_dir, { recursive: true });
await Promise.all(Object.entries(PROGRAMS).map(([name, entry]) => bundle(`${out_dir}/${name}.cjs`, entry)));

async function bundle(out_file, entry) {
  const { outputFiles } = await esbuild.build({
    entryPoints: [`apps/switch-cli/src/${entry}`],
    write: false,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    // The CommonJS form of jsonc-parser loads its parts by names that a bundle does not have.
    mainFields: ['module', 'main'],
    minify: true,
    define: { PROGRAM_VERSION: JSON.stringify(version) },
    banner: { js: '#!/usr/bin/env node' },
    alias: { '@groupless/shared-dto': './libs/shared-dto/src/index.ts' },
    logLevel: 'warning',
  });
  // In one step: it may be running, or installed as a link to this place.
  await writeFile(`${out_file}.${process.pid}`, outputFiles[0].contents, { mode: 0o755 });
  await rename(`${out_file}.${process.pid}`, out_file);
}
