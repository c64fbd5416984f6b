import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { axeFaults, scrollsSideways, SIZES } from './panel-in-browser';

/** A folder for pictures, for who wants to look at them. */
const PICTURES = process.env['TEST_PICTURES'];

/** What is wrong with a page as it stands, on each size, in light and dark. */
export async function lookAt(page: Page, what: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      wrong.push(...(await axeFaults(page)).map((fault) => `${what}, ${size}, ${colorScheme}: ${fault}`));
      if (PICTURES === undefined) continue;
      mkdirSync(PICTURES, { recursive: true });
      await page.screenshot({ path: `${PICTURES}/${what}-${size}-${colorScheme}.png`, fullPage: true });
    }
    if (await scrollsSideways(page)) wrong.push(`${what}, ${size}: scrolls sideways`);
  }
  await page.setViewportSize(SIZES.desktop);
  await page.emulateMedia({ colorScheme: 'light' });
  return wrong;
}
