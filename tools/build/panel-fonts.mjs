// Removes unused weights from the panel's fonts, a third of their size.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

const FONTS = 'dist/apps/panel/files/media';
/**
 * The weights of text to headings. The files keep their names, so browsers that cached the old ones get other weights
 * only when Inter itself is updated.
 */
const WEIGHTS = { min: 400, max: 600 };

export async function cutFonts() {
  for (const name of readdirSync(FONTS).filter((file) => file.endsWith('.woff2'))) {
    const path = `${FONTS}/${name}`;
    const options = { targetFormat: 'woff2', keepAllGlyphs: true, variationAxes: { wght: WEIGHTS } };
    writeFileSync(path, await subsetFont(readFileSync(path), '', options));
  }
}
