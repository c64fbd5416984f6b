// Puts the panel's scripts together into few files. The builder splits what several screens share by who shares it: some fifty
// files for each screen. Its own second pass over them takes no options, so this is that pass, by the bundler that the builder
// uses (https://rolldown.rs/in-depth/manual-code-splitting). It knows two parts that are always loaded as one: the start, and the
// frame around every screen, which takes along the small pieces that many screens share.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { addWithImports, FRAME, MAIN, readChunks, writeChunks } from './panel-chunks.mjs';

const FILES = 'dist/apps/panel/files';
/** Shared by at least so many parts that load by themselves. */
const SHARED_BY = 3;
/** Bytes, with all that it needs beside the frame: who opens a screen without it loads that much for later. */
const SMALL = 2_500;
/**
 * Of what runs at each start: the browser compiles it while it loads, beside the page's own work, and not function by function
 * when each is called (https://v8.dev/blog/explicit-compile-hints).
 */
const COMPILED_AHEAD = '//# allFunctionsCalledOnLoad';

export async function joinFiles() {
  const { outputs, entries } = readChunks();
  const main = entries.get(MAIN);
  const joined = filesOfFrame(outputs, entries);
  const { rolldown } = createRequire(import.meta.resolve('@angular/build'))('rolldown');
  const bundle = await rolldown({ input: `${FILES}/${main}` });
  const { output } = await bundle.generate({
    minify: { mangle: false, compress: false },
    entryFileNames: 'main-[hash].js',
    chunkFileNames: 'chunk-[hash].js',
    postBanner: ({ isEntry, name }) => (isEntry || name === 'frame' ? COMPILED_AHEAD : ''),
    codeSplitting: {
      groups: [
        { name: 'start', tags: ['$initial'], priority: 1 },
        { name: 'frame', test: (path) => joined.has(basename(path)) },
      ],
    },
  });
  await bundle.close();

  for (const file of writeChunks(output)) rmSync(`${FILES}/${file}`);
  for (const { fileName, code } of output) writeFileSync(`${FILES}/${fileName}`, code);
  preload(output.find(({ isEntry }) => isEntry));
}

/** What the frame loads with it, and what many screens share that nobody loads before it. */
function filesOfFrame(outputs, entries) {
  const closureOf = (file) => addWithImports(file, outputs, new Set());
  const parts = new Set(entries.values());
  const frame = closureOf(entries.get(FRAME));
  const beside = (file) => [...closureOf(file)].filter((one) => !frame.has(one));
  // The log-in, and what else stands without the frame.
  const others = [...closureOf(entries.get(MAIN))]
    .flatMap((file) => outputs[file].imports)
    .filter(({ path, kind }) => kind === 'dynamic-import' && path !== entries.get(FRAME));
  const withoutFrame = new Set(others.flatMap(({ path }) => [...closureOf(path)]));
  const sharedBy = new Map();
  for (const part of parts)
    for (const file of beside(part)) sharedBy.set(file, (sharedBy.get(file) ?? 0) + 1);
  const bytesOf = (file) => beside(file).reduce((sum, one) => sum + outputs[one].bytes, 0);
  for (const [file, count] of [...sharedBy]) {
    const isFree = !parts.has(file) && !withoutFrame.has(file);
    if (isFree && count >= SHARED_BY && bytesOf(file) <= SMALL) frame.add(file);
  }
  return frame;
}

/** As the builder writes it: the start's files are asked for at once. */
function preload({ fileName, imports }) {
  const page = `${FILES}/index.html`;
  const links = imports.map((file) => `<link rel="modulepreload" href="/${file}" nonce="__CSP_NONCE__">`);
  const html = readFileSync(page, 'utf8')
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(/<script src="\/main-[\w-]+\.js"/, `${links.join('')}<script src="/${fileName}"`);
  writeFileSync(page, html);
}
