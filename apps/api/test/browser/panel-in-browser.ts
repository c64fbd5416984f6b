import { AxeBuilder } from '@axe-core/playwright';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Role } from '@groupless/shared-dto';
import { PASSWORD, signIn } from '../harness/data/panel-users';
import { startServedApp, type ServedApp } from '../harness/apps/served-app';
import { browserOfWorker } from './browser-of-worker';
import { isStill, noteRequests } from './requests-in-flight';

export const BUILT = join(__dirname, '../../../../dist/apps/panel/files');

export const SIZES = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
} as const;

/** The real application with the built panel, and a browser beside it. */
export interface PanelInBrowser {
  t: ServedApp;
  base_url: string;
  /** A window of its own with its own cookies. What it does wrong is noted in `faults`. */
  open(options?: BrowserContextOptions): Promise<Window>;
  /** A window in which a new user is signed in, at an address, and hears from now on what others change. */
  openAs(role: Role, path?: string, options?: BrowserContextOptions): Promise<Window & { email: string }>;
  /** Closes all windows, as the end of a test does. */
  closeAll(): Promise<void>;
}

export interface Window {
  context: BrowserContext;
  page: Page;
  /** Errors on the page and violations of its content security policy. */
  faults: string[];
}

/** The cookie of who is signed in, as the API sets it. */
const REFRESH_TOKEN = { name: 'refresh_token', domain: '127.0.0.1', path: '/api/auth' };

/** 401 is how the panel learns that nobody is signed in; browsers report it all the same. */
const NO_FAULT = 'status of 401';

/**
 * For the tests of a `describe`: one application and the worker's browser, which its hooks can use. What a test opened is
 * closed after it, or emptied for the next one, so that pages nobody looks at any more take no time from those that follow.
 */
export function panelInBrowser(panel_folder = BUILT): PanelInBrowser {
  const panel = {} as PanelInBrowser;
  let windows: Windows | undefined;
  beforeAll(async () => {
    if (!existsSync(join(panel_folder, 'index.html')))
      throw new Error('The panel is not built: run npm run build.');
    const browser = await browserOfWorker();
    const t = await startServedApp({ panel_folder });
    const made = new Windows(browser, t);
    windows = made;
    Object.assign(panel, {
      t,
      base_url: made.base_url,
      open: (options) => made.open(options),
      openAs: (role, path, options) => made.openAs(role, path, options),
      closeAll: () => made.closeAll(),
    } satisfies PanelInBrowser);
  }, 120_000);
  afterEach(() => windows?.empty());
  afterAll(async () => {
    await windows?.closeAll();
    await panel.t.close();
  });
  return panel;
}

class Windows {
  readonly base_url: string;
  /** Those of this test that have no settings of their own. */
  private readonly usual: Window[] = [];
  /** Of the tests before. A page in one loads in half the time of one in a new window, whose process has to start. */
  private readonly emptied: Window[] = [];

  constructor(
    private readonly browser: Browser,
    private readonly t: ServedApp,
  ) {
    this.base_url = `http://127.0.0.1:${t.port}`;
  }

  async open(options: BrowserContextOptions = {}): Promise<Window> {
    const context = await this.browser.newContext({
      baseURL: this.base_url,
      viewport: SIZES.desktop,
      locale: 'en',
      // Frames of a movement are drawn like any others, and waited for.
      reducedMotion: 'reduce',
      // What a worker asks for no test could answer in the place of the server.
      serviceWorkers: 'block',
      ...options,
    });
    // It finds what hangs, and judges no speed: on a busy machine a page takes its time.
    context.setDefaultTimeout(120_000);
    const page = await context.newPage();
    const window: Window = { context, page, faults: [] };
    context.on('weberror', (error) => window.faults.push(String(error.error())));
    context.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes(NO_FAULT))
        window.faults.push(message.text());
    });
    noteRequests(page);
    return window;
  }

  async openAs(
    role: Role,
    path = '/',
    { viewport = SIZES.desktop, ...options }: BrowserContextOptions = {},
  ): Promise<Window & { email: string }> {
    // Past the log-in, whose hash of the password takes longer than most pages.
    const { email, refresh_token: value } = await signIn(this.t, { role });
    const window =
      Object.keys(options).length === 0 ? await this.openUsual() : await this.open({ viewport, ...options });
    const { context, page } = window;
    if (viewport !== null) await page.setViewportSize(viewport);
    await context.addCookies([{ ...REFRESH_TOKEN, value, httpOnly: true, sameSite: 'Strict' }]);
    await page.goto(path);
    await page.getByRole('button', { name: /Account of/ }).waitFor();
    await isLive(page);
    return { ...window, email };
  }

  async closeAll(): Promise<void> {
    for (const some of [this.usual, this.emptied]) some.splice(0);
    await Promise.all(this.browser.contexts().map((context) => context.close()));
  }

  /** Keeps the usual windows of a test for the next one, as if they were new, and closes all others. */
  async empty(): Promise<void> {
    for (const window of this.usual.splice(0)) {
      // A window that hangs is closed with the others.
      if (await isEmptied(window).catch(() => false)) this.emptied.push(window);
    }
    const kept = new Set(this.emptied.map(({ context }) => context));
    const others = this.browser.contexts().filter((context) => !kept.has(context));
    await Promise.all(others.map((context) => context.close()));
  }

  private async openUsual(): Promise<Window> {
    const window = this.emptied.pop() ?? (await this.open());
    window.faults = [];
    this.usual.push(window);
    return window;
  }
}

/** Takes away all that a test may have left in its window; false if it has opened or closed pages there. */
async function isEmptied({ context, page }: Window): Promise<boolean> {
  if (page.isClosed() || context.pages().length !== 1) return false;
  for (const place of [context, page]) await place.unrouteAll({ behavior: 'ignoreErrors' });
  // Of the same origin, and without a program.
  await page.goto('/favicon.svg');
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  await context.clearCookies();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Page.resetNavigationHistory');
  await devtools.detach();
  return true;
}

/**
 * Waits until an expression is true on the page. Asks again and again from here: Playwright's own `waitForFunction`
 * asks with `eval` from inside the page, which the panel's content security policy forbids.
 */
export async function isTrue(page: Page, expression: string, withinMs = 30_000): Promise<void> {
  const end = Date.now() + withinMs;
  for (;;) {
    // A page that is just being replaced by the next one answers nothing.
    const answer: unknown = await page.evaluate(expression).catch(() => false);
    if (answer === true) return;
    if (Date.now() > end)
      throw new Error(`Not true within ${withinMs / 1000} s at ${page.url()}: ${expression}`);
    await page.waitForTimeout(50);
  }
}

/**
 * Waits until the page is at an address: its path and query, or the beginning of them that ends in `*`. Asks the page
 * itself, since Playwright does not hear of every change of an address that loads nothing.
 */
export function isAt(page: Page, address: string, withinMs?: number): Promise<void> {
  const wanted = JSON.stringify(address.replace(/\*$/, ''));
  const here = 'location.pathname + location.search';
  const expression = address.endsWith('*') ? `(${here}).startsWith(${wanted})` : `${here} === ${wanted}`;
  return isTrue(page, expression, withinMs);
}

/** Waits until the page is told of what changes. What changed before, while it was being opened, it may have missed. */
export function isLive(page: Page): Promise<void> {
  return page.locator('app-live-dot .live').waitFor();
}

/**
 * What axe has against the page once it is still, a line each. The panel has no frames, so that axe needs no second
 * page to put together what it found. Describing what passed too would take as long again, as would sending axe's code
 * to a page that has it.
 *
 * @param rules those of axe that are asked; without them all
 */
export async function axeFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  await isStill(page);
  // Half a megabyte, which a document keeps: where it is, nothing more is evaluated.
  const hasAxe: unknown = await page.evaluate("typeof axe === 'object'");
  const axe = new AxeBuilder(hasAxe === true ? { page, axeSource: ';' } : { page });
  axe.setLegacyMode().options({ resultTypes: ['violations'] });
  if (rules !== undefined) axe.withRules([...rules]);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}

/** Fills in the log-in and sends it, by the keyboard alone. */
export async function logInByKeyboard(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').focus();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
}

/** Keys that only mean something one soon after the other, such as `g` and `c`: none waits for what the page does. */
export async function pressInTurn(page: Page, ...keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => page.keyboard.press(key)));
}

/** As a link of the panel goes there: without loading the page. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
  await page.evaluate(`dispatchEvent(new PopStateEvent('popstate'))`);
}

/** Whether something goes beyond the page's width. */
export function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
}
