// Builds the panel: what the server serves comes into dist/apps/panel/files, each file beside its Brotli and gzip
// twins, because the server compresses nothing by itself. Fails when a part has become too heavy.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { checkBudgets } from './panel-budgets.mjs';
import { cutFonts } from './panel-fonts.mjs';

const FILES = 'dist/apps/panel/files';
const COMPRESSIBLE = /\.(?:js|css|svg|json|txt)$/;
/** Smaller files are not compressed: the headers would outweigh the saving. */
const SMALLEST = 512;

const { status } = spawnSync('ng', ['build', 'panel', '--progress=false'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, NG_CLI_ANALYTICS: 'false' },
});
if (status !== 0) process.exit(status ?? 1);

await cutFonts();
for (const entry of readdirSync(FILES, { recursive: true, withFileTypes: true })) {
  if (entry.isFile() && COMPRESSIBLE.test(entry.name)) compress(join(entry.parentPath, entry.name));
}
checkBudgets();

function compress(path) {
  const content = readFileSync(path);
  if (content.length < SMALLEST) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
}
