// Finds the built files that contain the panel's sources.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

const STATS = 'dist/apps/panel/browser-stats.json';
const APP = 'apps/panel/src/app';
export const MAIN = 'apps/panel/src/main.ts';
export const FRAME = `${APP}/frame.routes.ts`;

/** The files with their sources and imports, those of what loads by itself, and a look-up of the file that contains a source. */
export function readChunks() {
  const { outputs } = JSON.parse(readFileSync(STATS, 'utf8'));
  const files = Object.entries(outputs);
  const entries = new Map(
    files.flatMap(([file, { entryPoint, entryPoints = [entryPoint] }]) =>
      entryPoints.filter(Boolean).map((source) => [source, file]),
    ),
  );
  // Shared sources are in chunks without an entry point.
  const fileOf = (source) => entries.get(source) ?? files.find(([, { inputs }]) => source in inputs)?.[0];
  return { outputs, entries, fileOf };
}

/** Adds a file and its static imports. */
export function addWithImports(file, outputs, found) {
  if (found.has(file) || outputs[file] === undefined) return found;
  found.add(file);
  for (const { path, kind } of outputs[file].imports)
    if (kind !== 'dynamic-import') addWithImports(path, outputs, found);
  return found;
}

/** Has the bundler's `output` in the place of the files that it put together, which are returned. */
export function writeChunks(output) {
  const { outputs } = readChunks();
  const made = {};
  const joined = new Set();
  for (const { fileName, code, imports, moduleIds } of output) {
    // The bundler's own code is no file.
    const files = moduleIds.map((path) => basename(path)).filter((file) => file in outputs);
    for (const file of files) joined.add(file);
    made[fileName] = {
      bytes: Buffer.byteLength(code),
      imports: imports.map((path) => ({ path, kind: 'import-statement' })),
      inputs: Object.assign({}, ...files.map((file) => outputs[file].inputs)),
      entryPoints: files.map((file) => outputs[file].entryPoint).filter(Boolean),
    };
  }
  const kept = Object.entries(outputs).filter(([file]) => !joined.has(file));
  writeFileSync(STATS, JSON.stringify({ outputs: { ...Object.fromEntries(kept), ...made } }));
  return joined;
}
