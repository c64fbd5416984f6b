import type { Page } from 'playwright-core';
import { TcpProxy } from '../harness/databases/tcp-proxy';
import { faultsInStorm, faultsUnder } from './bad-times';
import { axeFaults, panelInBrowser, scrollsSideways, SIZES } from './panel-in-browser';
import { isStill } from './requests-in-flight';
import {
  EMPTY_SCREENS,
  filledScreens,
  fillScreens,
  isShown,
  overlays,
  PUBLIC_SCREENS,
  type RowIds,
  type Screen,
} from './screens';

// Every screen in every form takes its time.
jest.setTimeout(3_600_000);

const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  Object.entries(SIZES).map(([size, viewport]) => ({ size, colorScheme, viewport })),
);

/** As many windows at a time as two cores can draw. */
const AT_ONCE = 12;
const STORM_S = 60;
/** Longer than the silence after which a stream counts as lost. */
const SOON = { timeout: 90_000 };

describe('each screen of the panel, in bad times,', () => {
  const panel = panelInBrowser();
  let reading: Screen[] = [];
  beforeAll(async () => {
    const screens = filledScreens(await fillScreens(panel.t));
    reading = screens.filter(({ reads_nothing }) => reads_nothing !== true);
  }, 60_000);

  it('stays readable in a storm of events, keeps what is typed, and asks once a second', async () => {
    const found: Record<string, string[]> = {};
    for (let first = 0; first < reading.length; first += AT_ONCE) {
      Object.assign(found, await faultsInStorm(panel, reading.slice(first, first + AT_ONCE), STORM_S));
      await panel.closeAll();
    }
    expect(found).toEqual({});
  });

  it.each([429, 500] as const)('keeps what it shows when the API answers %i, and says so', async (status) => {
    const { page } = await panel.openAs('admin');

    expect(await faultsUnder(panel, page, reading, status)).toEqual({});
  });

  it('keeps what it shows when the way is cut, and says so', async () => {
    const found = await overWay(async (opened, way) => {
      way.cut();
      for (const { page } of opened) await page.getByText('Offline', { exact: true }).waitFor(SOON);
    });
    expect(found).toEqual({});
  });

  it('keeps what it shows when the stream of events falls silent, and asks for another', async () => {
    const found = await overWay(async (opened, way) => {
      const another = opened.map(({ page }) => page.waitForRequest('**/api/events', SOON));
      way.freeze();
      await Promise.all(another);
    });
    expect(found).toEqual({});
  });

  type Opened = Screen & { page: Page };

  /** Which screens show nothing any more after a way of their own has failed. */
  async function overWay(fail: (opened: readonly Opened[], way: TcpProxy) => Promise<unknown>) {
    const found: Record<string, string[]> = {};
    for (let first = 0; first < reading.length; first += AT_ONCE) {
      const way = await TcpProxy.before('127.0.0.1', panel.t.port);
      const opened: Opened[] = [];
      for (const screen of reading.slice(first, first + AT_ONCE)) {
        const baseURL = `http://127.0.0.1:${way.port}`;
        const { page } = await panel.openAs('admin', screen.path, { baseURL });
        await isShown(page, screen.shows);
        opened.push({ page, ...screen });
      }
      await fail(opened, way);
      for (const { page, path, shows } of opened)
        if (!(await page.getByText(shows).first().isVisible())) found[path] = ['is empty'];
      await panel.closeAll();
      await way.close();
    }
    return found;
  }
});

describe('each screen of the panel, in light and dark, on each size, has nothing that axe objects to', () => {
  const panel = panelInBrowser();
  let ids: Promise<RowIds> | undefined;
  /** Made by the first test that is about them. */
  const rows = () => (ids ??= fillScreens(panel.t));
  const screens = async () => filledScreens(await rows());

  it('without rows', async () => {
    const { page, faults } = await panel.openAs('admin');

    expect({ found: await faultsOf(page, EMPTY_SCREENS), faults }).toEqual({ found: {}, faults: [] });
  });

  it('with rows', async () => {
    const { page, faults } = await panel.openAs('admin');

    expect({ found: await faultsOf(page, await screens()), faults }).toEqual({ found: {}, faults: [] });
  });

  it('without a log-in', async () => {
    const { page, faults } = await panel.open();

    expect({ found: await faultsOf(page, PUBLIC_SCREENS), faults }).toEqual({ found: {}, faults: [] });
  });

  it('with a dialog or a menu', async () => {
    const { page, faults } = await panel.openAs('admin');
    const found: Record<string, string[]> = {};
    for (const one of overlays(await rows())) {
      const { path, opens } = one;
      await page.setViewportSize(SIZES.desktop);
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await isStill(page);
      await one.open(page);
      await lookAt(page, `${path}, ${opens}`, found);
      await page.keyboard.press('Escape');
    }
    expect({ found, faults }).toEqual({ found: {}, faults: [] });
  });

  it('when it could not read what it shows, and says so', async () => {
    const { page } = await panel.openAs('admin');
    await page.route(/\/api\/(?!auth\/)/, (route) => route.fulfill(AWAY));
    const found: Record<string, string[]> = {};
    for (const { path, reads_nothing } of await screens()) {
      if (reads_nothing || path.endsWith('/new')) continue;
      await page.goto(path);
      const isSaid = await page
        .locator('app-error-panel')
        .filter({ visible: true })
        .first()
        .waitFor()
        .then(() => true)
        .catch(() => false);
      if (!isSaid) found[path] = ['says nothing'];
      await lookAt(page, path, found);
    }
    expect(found).toEqual({});
  });

  it('and fits 320 pixels', async () => {
    const { page } = await panel.openAs('admin', '/', { viewport: { width: 320, height: 640 } });
    const found: string[] = [];
    for (const { path, shows } of await screens()) {
      await page.goto(path);
      await isShown(page, shows);
      if (await scrollsSideways(page)) found.push(path);
    }
    expect(found).toEqual([]);
  });
});

/** As the API answers when one of its databases is away. */
const AWAY = {
  status: 503,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    type: 'about:blank',
    title: 'Service Unavailable',
    status: 503,
    code: 'database_unavailable',
    detail: 'The database cannot be reached.',
    request_id: 'a-request',
  }),
};

async function faultsOf(page: Page, screens: readonly Screen[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { path, shows } of screens) {
    await page.goto(path);
    if (!(await isShown(page, shows))) found[path] = [`does not show “${shows}”`];
    await lookAt(page, path, found);
  }
  return found;
}

/** Notes what is wrong with the page as it stands there, in each look. */
async function lookAt(page: Page, what: string, found: Record<string, string[]>): Promise<void> {
  for (const { size, colorScheme, viewport } of LOOKS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await isStill(page);
    const faults = await axeFaults(page);
    if (await scrollsSideways(page)) faults.push('scrolls sideways');
    if (faults.length > 0) found[`${what}: ${colorScheme}, ${size}`] = faults;
  }
}
