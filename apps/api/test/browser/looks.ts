import type { Page } from 'playwright-core';
import { atOnce } from '../harness/data/times';
import { lookAt } from './look-at';
import { scrollsSideways, SIZES, type Window } from './panel-in-browser';
import { isStill } from './requests-in-flight';

/** What a page can look like: a screen, empty or not, with a dialog or an error. */
export interface Look {
  name: string;
  /** Brings the page there; what is wrong with it. */
  reach(page: Page): Promise<string[]>;
}

/** So that one window draws while another waits for the API. */
export const WINDOWS = 3;
/** What the browser notes when a new size takes it two rounds; nothing is missing on the page. */
export const RESIZED = 'ResizeObserver loop completed with undelivered notifications';
const NARROWEST = { width: 320, height: 640 };

/** What is wrong with each look on each size, in light and dark, by its name. */
export async function faultsOfLooks(
  looks: readonly Look[],
  open: () => Promise<Window>,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const left = [...looks];
  const windows = await atOnce(WINDOWS, open);
  const all = windows.map(async ({ page, faults }) => {
    for (let look = left.shift(); look !== undefined; look = left.shift()) {
      await page.setViewportSize(SIZES.desktop);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      const wrong = await look.reach(page).catch((error: unknown) => [String(error)]);
      wrong.push(...(await faultsInEachForm(page, look.name)));
      wrong.push(...faults.splice(0).filter((fault) => !fault.includes(RESIZED)));
      if (wrong.length > 0) found[look.name] = wrong;
    }
  });
  await Promise.all(all);
  return found;
}

async function faultsInEachForm(page: Page, name: string): Promise<string[]> {
  const wrong = await lookAt(page, name);
  await page.setViewportSize(NARROWEST);
  await isStill(page);
  if (await scrollsSideways(page)) wrong.push('320 pixels: scrolls sideways');
  return wrong;
}
