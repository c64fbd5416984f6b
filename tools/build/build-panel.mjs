// Builds the panel into dist/apps/panel/files, each file with its Brotli and gzip versions, because the server does not
// compress. Fails if a part exceeds its budget.
import { spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { checkBudgets } from './panel-budgets.mjs';
import { joinFiles } from './panel-files.mjs';
import { cutFonts } from './panel-fonts.mjs';
import { writeWorker } from './panel-worker.mjs';

const FILES = 'dist/apps/panel/files';
const COMPRESSIBLE = /\.(?:js|css|svg|json|txt)$/;
/** Smaller files are not compressed, because the headers outweigh the saving. */
const SMALLEST = 512;

const { status } = spawnSync('ng', ['build', 'panel', '--progress=false'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, NG_CLI_ANALYTICS: 'false', NG_BUILD_OPTIMIZE_CHUNKS: 'false' },
});
if (status !== 0) process.exit(status ?? 1);

await joinFiles();
await cutFonts();
writeWorker();
const entries = await readdir(FILES, { recursive: true, withFileTypes: true });
const compressible = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name));
await Promise.all(compressible.map(({ parentPath, name }) => compress(join(parentPath, name))));
checkBudgets();

/** Asynchronous, to use every core. */
async function compress(path) {
  const content = await readFile(path);
  if (content.length < SMALLEST) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
}
