// Bundles the switch CLI with its packages into one file, dist/apps/switch-cli/assistant-switch.cjs, which runs
// on any Node from 20 on and needs nothing beside it.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import esbuild from 'esbuild';

const out_dir = 'dist/apps/switch-cli';
const out_file = `${out_dir}/assistant-switch.cjs`;
const { version } = JSON.parse(await readFile('package.json', 'utf8'));

const { outputFiles } = await esbuild.build({
  entryPoints: ['apps/switch-cli/src/main.ts'],
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
await mkdir(out_dir, { recursive: true });
await writeFile(`${out_file}.${process.pid}`, outputFiles[0].contents, { mode: 0o755 });
await rename(`${out_file}.${process.pid}`, out_file);
