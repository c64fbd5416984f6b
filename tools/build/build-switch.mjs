// Bundles the two commands of the CLI with their packages into one file each, dist/apps/switch-cli/assistant-*.cjs,
// which run on any Node from 20 on and need nothing beside them; but for the MCP server of assistant-memory, whose SDK is
// larger than the rest: hooks, which an assistant waits for, do not load it.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import esbuild from 'esbuild';

const out_dir = 'dist/apps/switch-cli';
const MCP = './memory-mcp.cjs';
const PROGRAMS = {
  'assistant-switch': 'main.ts',
  'assistant-memory': 'memory-main.ts',
  'memory-mcp': 'memory-client/mcp/serve.ts',
};
const { version } = JSON.parse(await readFile('package.json', 'utf8'));

/** Leaves the MCP server in its own file, which is loaded when it is asked for. */
const mcpApart = {
  name: 'mcp-apart',
  setup: (build) =>
    build.onResolve({ filter: /\/mcp\/serve$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: MCP, external: true } : undefined,
    ),
};

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
    // As require(): the loader of ECMAScript modules would take longer than the module.
    supported: { 'dynamic-import': false },
    // The CommonJS form of jsonc-parser loads its parts by names that a bundle does not have.
    mainFields: ['module', 'main'],
    minify: true,
    define: { PROGRAM_VERSION: JSON.stringify(version) },
    banner: { js: '#!/usr/bin/env node' },
    alias: {
      '@groupless/shared-dto': './libs/shared-dto/src/index.ts',
      // The validator of JSON schemas that the SDK brings is for what a server asks of its client, which ours never does.
      '@modelcontextprotocol/server/_shims': './tools/build/mcp-shims.mjs',
    },
    plugins: [mcpApart],
    logLevel: 'warning',
  });
  // In one step: it may be running, or installed as a link to this place.
  await writeFile(`${out_file}.${process.pid}`, outputFiles[0].contents, { mode: 0o755 });
  await rename(`${out_file}.${process.pid}`, out_file);
}
