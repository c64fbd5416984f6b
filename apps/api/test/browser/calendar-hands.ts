import type { Page } from 'playwright-core';
import { isStill } from './requests-in-flight';

const boxOf = (page: Page, name: string) =>
  page.locator('.appointment', { hasText: name }).first().boundingBox();

/** Takes an appointment of the calendar by the mouse and lets it go elsewhere. */
export async function drag(page: Page, name: string, right: number, down: number): Promise<void> {
  await isStill(page);
  const box = await boxOf(page, name);
  if (box === null) throw new Error(`${name} is not shown.`);
  const [x, y] = [box.x + 24, box.y + 12];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right / 2, y + down / 2, { steps: 5 });
  await page.mouse.move(x + right, y + down, { steps: 5 });
  await page.mouse.up();
}

/** How far one appointment stands below another, once the calendar has scrolled to its hours. */
export async function heightBetween(page: Page, upper: string, lower: string): Promise<number> {
  for (const name of [upper, lower]) await page.locator('.appointment', { hasText: name }).first().waitFor();
  await isStill(page);
  const [one, other] = [await boxOf(page, upper), await boxOf(page, lower)];
  return (other?.y ?? 0) - (one?.y ?? 0);
}
