// Bundles the two commands of the CLI with their packages, dist/apps/switch-cli/assistant-*.cjs, which run on any Node from
// 20 on. assistant-memory loads one of its parts, memory-*.cjs, beside it: an assistant waits for hooks and the MCP server,
// which therefore do not read what the commands need, nor the server its SDK before it is needed.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import esbuild from 'esbuild';

const outDir = 'dist/apps/switch-cli';
const PARTS = {
  'memory-commands': 'memory-client/program/run-memory-program.ts',
  'memory-hooks': 'memory-client/hooks/run-hook.ts',
  'memory-mcp': 'memory-client/mcp/answer-mcp.ts',
  'memory-sdk': 'memory-client/mcp/serve.ts',
};
const PROGRAMS = {
  'assistant-switch': 'main.ts',
  'assistant-memory': 'memory-main.ts',
  ...PARTS,
};
const { version } = JSON.parse(await readFile('package.json', 'utf8'));

/** Keeps the parts in files of their own, which are loaded lazily. */
const partsApart = {
  name: 'parts-apart',
  setup: (build) =>
    build.onResolve({ filter: /^\.\// }, ({ kind, path, resolveDir }) => {
      const source = relative('apps/switch-cli/src', `${join(resolveDir, path)}.ts`);
      const part = Object.keys(PARTS).find((name) => PARTS[name] === source);
      return kind === 'dynamic-import' && part !== undefined
        ? { path: `./${part}.cjs`, external: true }
        : undefined;
    }),
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
    plugins: [partsApart],
    logLevel: 'warning',
  });
  // Atomically, because it may be running, or linked.
  await writeFile(`${outFile}.${process.pid}`, outputFiles[0].contents, { mode: 0o755 });
  await rename(`${outFile}.${process.pid}`, outFile);
}
