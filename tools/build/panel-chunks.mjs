// Into which files the build has put the panel's sources.
import { readFileSync } from 'node:fs';

const STATS = 'dist/apps/panel/browser-stats.json';

/** `outputs` as esbuild's metafile describes them, and the file that holds a source or begins with it, if there is one. */
export function readChunks() {
  const { outputs } = JSON.parse(readFileSync(STATS, 'utf8'));
  const files = Object.entries(outputs);
  const file_of = new Map(
    files.filter(([, { entryPoint }]) => entryPoint).map(([file, { entryPoint }]) => [entryPoint, file]),
  );
  // Sources that others share stand in a file that begins with none of them.
  const fileOf = (source) => file_of.get(source) ?? files.find(([, { inputs }]) => source in inputs)?.[0];
  return { outputs, file_of, fileOf };
}

/** Adds a file, and all that a browser loads with it. */
export function addWithImports(file, outputs, found) {
  if (found.has(file) || outputs[file] === undefined) return;
  found.add(file);
  for (const { path, kind } of outputs[file].imports)
    if (kind !== 'dynamic-import') addWithImports(path, outputs, found);
}
