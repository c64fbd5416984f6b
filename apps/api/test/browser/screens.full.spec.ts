import type { Page } from 'playwright-core';
import { TcpProxy } from '../harness/databases/tcp-proxy';
import { faultsInStorm, faultsUnder } from './bad-times';
import { fillScreens } from './fill-screens';
import { faultsOfLooks, type Look } from './looks';
import { overlays, type Overlay } from './overlays';
import { goWithin, isLive, isTrue, panelInBrowser, scrollsSideways, SIZES } from './panel-in-browser';
import { isStill } from './requests-in-flight';
import { EMPTY_SCREENS, filledScreens, isShown, PUBLIC_SCREENS, type RowIds, type Screen } from './screens';

// Every screen in every form takes its time.
jest.setTimeout(3_600_000);

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
  });

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

describe('nothing scrolls sideways, and axe objects to nothing, in light and dark and on each size, on each screen', () => {
  const panel = panelInBrowser();
  let ids: Promise<RowIds> | undefined;
  /** Made by the first test that is about them. */
  const rows = () => (ids ??= fillScreens(panel.t));
  const asAdmin = () => panel.openAs('admin');

  it('without rows', async () => {
    expect(await faultsOfLooks(EMPTY_SCREENS.map(within), asAdmin)).toEqual({});
  });

  it('with rows', async () => {
    expect(await faultsOfLooks(filledScreens(await rows()).map(within), asAdmin)).toEqual({});
  });

  it('without a log-in', async () => {
    expect(await faultsOfLooks(PUBLIC_SCREENS.map(loaded), () => panel.open())).toEqual({});
  });

  it('with a dialog or a menu', async () => {
    expect(await faultsOfLooks(overlays(await rows()).map(opened), asAdmin)).toEqual({});
  });

  it('when it could not read what it shows, and says so', async () => {
    const failing = filledScreens(await rows()).filter(
      ({ path, reads_nothing }) => reads_nothing !== true && !path.endsWith('/new'),
    );
    const open = async () => {
      const { faults: _expected, ...window } = await asAdmin();
      await window.page.route(/\/api\/(?!auth\/)/, (route) => route.fulfill(AWAY));
      return { ...window, faults: [] };
    };
    expect(await faultsOfLooks(failing.map(failed), open)).toEqual({});
  });
});

/** The key of a text, in its place. */
const MISSING_TEXT = /\b[a-z][a-z_-]+(?:\.[a-z][a-z_]+){1,3}\b(?<!\.(?:com|example|html|json|md|net|org))/g;

describe('a phone shows each screen whole', () => {
  const panel = panelInBrowser();
  let screens: Screen[] = [];
  beforeAll(async () => {
    screens = filledScreens(await fillScreens(panel.t));
  });

  it.each(['de', 'es', 'fr', 'ru'])('in %s', async (language) => {
    const { page, email } = await panel.openAs('admin', '/', { viewport: SIZES.phone });
    const keysBefore = new Map<string, Set<string>>();
    const keysAt = async (path: string) => {
      await goWithin(page, path);
      await isStill(page);
      return new Set((await page.locator('body').innerText()).match(MISSING_TEXT));
    };
    // What looks like a key in English is a name.
    for (const { path } of screens) keysBefore.set(path, await keysAt(path));
    await panel.t.panel.query('update users set locale = $1 where email = $2', [language, email]);
    await page.goto('/');
    await isLive(page);
    const found: Record<string, unknown> = {};
    for (const { path } of screens) {
      const keys = [...(await keysAt(path))].filter((key) => !keysBefore.get(path)?.has(key));
      if (keys.length > 0 || (await scrollsSideways(page))) found[path] = keys;
    }
    expect(found).toEqual({});
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

/** A screen as a link of the panel leads there. */
function within({ path, shows }: Screen): Look {
  return { name: path, reach: (page) => goWithin(page, path).then(() => faultsOfShown(page, shows)) };
}

function loaded({ path, shows }: Screen): Look {
  return { name: path, reach: (page) => page.goto(path).then(() => faultsOfShown(page, shows)) };
}

async function faultsOfShown(page: Page, shows: string): Promise<string[]> {
  return (await isShown(page, shows)) ? [] : [`does not show “${shows}”`];
}

function opened(overlay: Overlay): Look {
  const { path, opens } = overlay;
  return {
    name: `${path}, ${opens}`,
    async reach(page) {
      // Loaded: what the look before it left open is gone.
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
      await isStill(page);
      await overlay.open(page);
      await isTrue(page, IS_OPEN);
      return [];
    },
  };
}

/** Something stands over the page, or a form in its drawer or under its first step. */
const IS_OPEN = `document.querySelector(
  '.cdk-overlay-container :is([role=dialog], [role=alertdialog], [role=menu], [role=listbox]), app-drawer form, app-state-form, app-settings-step form',
) !== null`;

/** Loaded, so that nothing is shown that was read before. */
function failed({ path }: Screen): Look {
  return {
    name: path,
    async reach(page) {
      await page.goto(path);
      const said = page.locator('app-error-panel').filter({ visible: true }).first();
      return said.waitFor().then(
        () => [],
        () => ['says nothing'],
      );
    },
  };
}
