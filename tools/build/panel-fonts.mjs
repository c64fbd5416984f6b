// Cuts the weights that the panel does not use out of its fonts: a third of what a first visit loads of them.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

const FONTS = 'dist/apps/panel/files/media';
/**
 * From the text to the headings. The files keep the names that the build gave them: other weights here reach those who
 * have the old ones when Inter itself is renewed.
 */
const WEIGHTS = { min: 400, max: 600 };

export async function cutFonts() {
  for (const name of readdirSync(FONTS).filter((file) => file.endsWith('.woff2'))) {
    const path = `${FONTS}/${name}`;
    const options = { targetFormat: 'woff2', keepAllGlyphs: true, variationAxes: { wght: WEIGHTS } };
    writeFileSync(path, await subsetFont(readFileSync(path), '', options));
  }
}
