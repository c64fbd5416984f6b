import type { Locator, Page } from 'playwright-core';
import { isStill } from './requests-in-flight';

/**
 * The first appointment of the calendar, or the first of a client. The calendar draws it before it is seen, when it cannot
 * have the focus yet, and keys for it would be lost.
 */
export function appointmentIn(page: Page, name?: string): Locator {
  const all = page.locator('.appointment', name === undefined ? {} : { hasText: name });
  return all.filter({ visible: true }).first();
}

/** Takes an appointment of the calendar by the mouse and lets it go elsewhere. */
export async function drag(page: Page, name: string, right: number, down: number): Promise<void> {
  await isStill(page);
  const box = await appointmentIn(page, name).boundingBox();
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
  for (const name of [upper, lower]) await appointmentIn(page, name).waitFor();
  await isStill(page);
  const [one, other] = [
    await appointmentIn(page, upper).boundingBox(),
    await appointmentIn(page, lower).boundingBox(),
  ];
  return (other?.y ?? 0) - (one?.y ?? 0);
}
