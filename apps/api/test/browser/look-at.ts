import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { axeFaults, scrollsSideways, SIZES } from './panel-in-browser';

/** What axe judges by colours. The theme changes nothing else. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** A folder for pictures, for who wants to look at them. */
const PICTURES = process.env['TEST_PICTURES'];

/** What is wrong with a page as it stands, on each size, in light and dark. The page has the size of a desktop afterwards. */
export async function lookAt(page: Page, what: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const faults = await axeFaults(page, colorScheme === 'light' ? undefined : COLOUR_RULES);
      wrong.push(...faults.map((fault) => `${what}, ${size}, ${colorScheme}: ${fault}`));
      if (PICTURES === undefined) continue;
      mkdirSync(PICTURES, { recursive: true });
      await page.screenshot({ path: `${PICTURES}/${what}-${size}-${colorScheme}.png`, fullPage: true });
    }
    await page.emulateMedia({ colorScheme: 'light' });
    if (await scrollsSideways(page)) wrong.push(`${what}, ${size}: scrolls sideways`);
  }
  await page.setViewportSize(SIZES.desktop);
  return wrong;
}
