// Bundles the two commands of the CLI with their packages into one file each, dist/apps/switch-cli/assistant-*.cjs,
// which run on any Node from 20 on and need nothing beside them; but for the MCP server of assistant-memory, whose SDK is
// larger than the rest: hooks, which an assistant waits for, do not load it.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import esbuild from 'esbuild';

const outDir = 'dist/apps/switch-cli';
const MCP = './memory-mcp.cjs';
const PROGRAMS = {
  'assistant-switch': 'main.ts',
  'assistant-memory': 'memory-main.ts',
  'memory-mcp': 'memory-client/mcp/serve.ts',
};
const { version } = JSON.parse(await readFile('package.json', 'utf8'));

/** Keeps the MCP server in its own file, which is loaded lazily. */
const mcpApart = {
  name: 'mcp-apart',
  setup: (build) =>
    build.onResolve({ filter: /\/mcp\/serve$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: MCP, external: true } : undefined,
    ),
};

await mkdir(outDir, { recursive: true });
await Promise.all(Object.entries(PROGRAMS).map(([name, entry]) => bundle(`${outDir}/${name}.cjs`, entry)));

async function bundle(outFile, entry) {
  const { outputFiles } = await esbuild.build({
    entryPoints: [`apps/switch-cli/src/${entry}`],
    write: false,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    // As require(), which is faster than the loader of ECMAScript modules.
    supported: { 'dynamic-import': false },
    // The CommonJS build of jsonc-parser loads its parts dynamically, which a bundle cannot resolve.
    mainFields: ['module', 'main'],
    minify: true,
    define: { PROGRAM_VERSION: JSON.stringify(version) },
    banner: { js: '#!/usr/bin/env node' },
    alias: {
      // The SDK's JSON schema validator is for requests to the client, which our server never makes.
      '@modelcontextprotocol/server/_shims': './tools/build/mcp-shims.mjs',
    },
    plugins: [mcpApart],
    logLevel: 'warning',
  });
  // Atomically, because it may be running, or linked.
  await writeFile(`${outFile}.${process.pid}`, outputFiles[0].contents, { mode: 0o755 });
  await rename(`${outFile}.${process.pid}`, outFile);
}
