import type { Page } from 'playwright-core';
import { EVENT_TYPES } from '@groupless/shared-dto/event-types';
import { EventsService } from '../../src/events/events.service';
import type { ServedApp } from '../harness/apps/served-app';
import { isLive, type PanelInBrowser } from './panel-in-browser';
import { isShown, type Screen } from './screens';

const TICK_MS = 50;
/** Many windows at a time make a busy machine slow to take keys. */
const TYPING_MS = 120_000;
const TYPED = 'half typed, and more of it';
/** A field whose text filters nothing. */
const FIELD = 'main textarea, main input[type=text], main input.input:not([type])';
/** The messages of a thread are there within half a second (ADR 18); lists are read again once a second. */
const MOST_A_SECOND: readonly [RegExp, number][] = [
  [/\/messages$/, 4],
  [/./, 1],
];

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Says that everything of every kind has changed. */
function announceAll(t: ServedApp): void {
  const events = t.app.get(EventsService);
  for (const type of EVENT_TYPES) if (type !== 'resync') events.announce(type, null);
}

/**
 * What went wrong on screens, by their path, while events of every kind came 20 times a second. The screens are open at
 * the same time, each in a window of its own, and somebody types where one can.
 */
export async function faultsInStorm(
  panel: PanelInBrowser,
  screens: readonly Screen[],
  seconds: number,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const opened = [];
  for (const { path, shows } of screens) {
    const { page, faults } = await panel.openAs('admin', path);
    if (!(await isShown(page, shows))) found[path] = ['never showed what it shows'];
    else opened.push({ path, shows, page, faults });
  }
  const storm = setInterval(() => announceAll(panel.t), TICK_MS);
  try {
    const all = opened.map(async ({ path, shows, page, faults }) => {
      // A page that takes no keys any more is a fault of its screen, whose path is to be told.
      const ownFaults = await faultsOf(page, shows, seconds).catch((error: unknown) => [String(error)]);
      const wrong = [...ownFaults, ...faults];
      if (wrong.length > 0) found[path] = wrong;
    });
    await Promise.all(all);
  } finally {
    clearInterval(storm);
  }
  return found;
}

async function faultsOf(page: Page, shows: string, seconds: number): Promise<string[]> {
  const counts = new Map<string, number>();
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() !== 'GET' || !pathname.startsWith('/api/')) return;
    counts.set(pathname + search, (counts.get(pathname + search) ?? 0) + 1);
  });
  const begunAt = performance.now();
  const field = page.locator(FIELD).filter({ visible: true }).first();
  const canType = (await field.count()) > 0 && (await field.isEditable());
  if (canType) {
    await field.fill('');
    await field.pressSequentially(TYPED, { delay: 50, timeout: TYPING_MS });
  }
  const wrong = new Set<string>();
  while (performance.now() - begunAt < seconds * 1_000) {
    if (!(await page.getByText(shows).first().isVisible())) wrong.add(`shows “${shows}” no more`);
    await wait(500);
  }
  const typed = canType ? await field.inputValue() : TYPED;
  // Not sooner: the field of a busy page answers late, and what is asked meanwhile is counted.
  const passedS = (performance.now() - begunAt) / 1_000;
  if (typed !== TYPED) wrong.add(`lost what was typed, but for “${typed}”`);
  for (const [address, count] of counts) {
    const [, most = 1] = MOST_A_SECOND.find(([pattern]) => pattern.test(address.split('?')[0] ?? '')) ?? [];
    // One more for what is read at once, and one for what comes last.
    if (count > most * passedS + 2) wrong.add(`${address}: ${count} times in ${passedS.toFixed(1)} s`);
  }
  return [...wrong];
}

const DETAIL = 'Refused for the test.';

/** The answers of the API that a screen has to live with. */
const BAD_ANSWERS = { 429: 'too_many_requests', 500: 'internal_error' } as const;

/** What went wrong on screens that were read again while the API answered so: what is there stays, and it is said. */
export async function faultsUnder(
  panel: PanelInBrowser,
  page: Page,
  screens: readonly Screen[],
  status: keyof typeof BAD_ANSWERS,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const json = { status, code: BAD_ANSWERS[status], title: 'Refused', detail: DETAIL };
  const reads = /\/api\/(?!auth\/|events)/;
  for (const { path, shows } of screens) {
    await page.goto(path);
    const wrong = (await isShown(page, shows)) ? [] : ['never showed what it shows'];
    await isLive(page);
    await page.route(reads, (route) =>
      route.fulfill({ status, contentType: 'application/problem+json', body: JSON.stringify(json) }),
    );
    // Also what no event tells of is read again after a gap.
    panel.t.app.get(EventsService).announce('resync', null);
    const said = page
      .locator('app-error-panel, app-away-notice p, .foot .link-button')
      .filter({ visible: true })
      .first();
    const isSaid = await said.waitFor({ timeout: 10_000 }).then(
      () => true,
      () => false,
    );
    if (!isSaid) wrong.push('says nothing');
    if (!(await page.getByText(shows).first().isVisible())) wrong.push(`shows “${shows}” no more`);
    await page.unroute(reads);
    if (wrong.length > 0) found[path] = wrong;
  }
  return found;
}
