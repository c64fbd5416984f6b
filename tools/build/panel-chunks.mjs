// Finds the built files that contain the panel's sources.
import { readFileSync } from 'node:fs';

const STATS = 'dist/apps/panel/browser-stats.json';

/** `outputs` of esbuild's metafile, and a look-up of the file that contains a source. */
export function readChunks() {
  const { outputs } = JSON.parse(readFileSync(STATS, 'utf8'));
  const files = Object.entries(outputs);
  const fileOfEntry = new Map(
    files.filter(([, { entryPoint }]) => entryPoint).map(([file, { entryPoint }]) => [entryPoint, file]),
  );
  // Shared sources are in chunks without an entry point.
  const fileOf = (source) => fileOfEntry.get(source) ?? files.find(([, { inputs }]) => source in inputs)?.[0];
  return { outputs, fileOfEntry, fileOf };
}

/** Adds a file and its static imports. */
export function addWithImports(file, outputs, found) {
  if (found.has(file) || outputs[file] === undefined) return;
  found.add(file);
  for (const { path, kind } of outputs[file].imports)
    if (kind !== 'dynamic-import') addWithImports(path, outputs, found);
}
