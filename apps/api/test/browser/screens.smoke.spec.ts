import type { Page } from 'playwright-core';
import { atOnce } from '../harness/data/times';
import { faultsInStorm, faultsUnder } from './bad-times';
import { fillScreens } from './fill-screens';
import { WINDOWS } from './looks';
import { axeFaults, goWithin, panelInBrowser, type Window } from './panel-in-browser';
import { filledScreens, isShown, PUBLIC_SCREENS, signatureOf, type Screen } from './screens';

// There are many screens, and a page takes its time on a busy machine.
jest.setTimeout(600_000);

const IS_FULL = process.env['FULL_TESTS'] === '1';

describe('each screen of the panel', () => {
  const panel = panelInBrowser();
  let screens: readonly Screen[] = [];
  beforeAll(async () => {
    screens = filledScreens(await fillScreens(panel.t));
  });
  /** One of each sort, where the tests of all screens would take too long: they are in `screens.full.spec.ts`. */
  const some = () =>
    screens.filter(({ path }) => /^\/(?:clients|conversations\/.+|appointments\/.+)$/.test(path));

  it('shows without faults on the page or for axe, and is the same one after a reload', async () => {
    const windows = await atOnce(WINDOWS, () => panel.openAs('admin'));
    const left = [...screens];
    const found = await Promise.all(windows.map((window) => faultsOf(window, left, goWithin)));

    expect(Object.assign({}, ...found)).toEqual({});
  });

  it('stays readable in a storm of events, and asks once a second', async () => {
    expect(await faultsInStorm(panel, some(), 5)).toEqual({});
  });

  it.each([429, 500] as const)('keeps what it shows when the API answers %i, and says so', async (status) => {
    const { page } = await panel.openAs('admin');

    expect(await faultsUnder(panel, page, some(), status)).toEqual({});
  });

  it('that shows without a log-in is so too', async () => {
    const window = await panel.open();

    expect(await faultsOf(window, [...PUBLIC_SCREENS], (page, path) => page.goto(path))).toEqual({});
  });
});

/** @param left the screens nobody has looked at yet; it takes from them until none is left */
async function faultsOf(
  { page, faults }: Window,
  left: Screen[],
  go: (page: Page, path: string) => Promise<unknown>,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (let screen = left.shift(); screen !== undefined; screen = left.shift()) {
    const { path, shows } = screen;
    await go(page, path);
    const isThere = await isShown(page, shows);
    const all = [
      ...(isThere ? [] : [`does not show “${shows}”`]),
      // Before a reload, which would take axe away.
      ...(await axeFaults(page)),
      ...(isReloaded(screen) ? await changesByReload(page, screen) : []),
      ...faults.splice(0),
    ];
    if (all.length > 0) found[path] = all;
  }
  return found;
}

/**
 * Whose address says more than the name of a list: what is open, searched or chosen. The lists too where there is time,
 * since each reload takes as long as all else.
 */
function isReloaded({ path }: Screen): boolean {
  return IS_FULL || /[?\d]|\/new$/.test(path);
}

async function changesByReload(page: Page, { shows }: Screen): Promise<string[]> {
  const before = await signatureOf(page);
  await page.reload();
  const isThere = await isShown(page, shows);
  const after = await signatureOf(page);
  return [
    ...(isThere ? [] : [`does not show “${shows}” after a reload`]),
    ...(after === before ? [] : [`is another one after a reload: ${before} / ${after}`]),
  ];
}
