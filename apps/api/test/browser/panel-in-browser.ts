import { AxeBuilder } from '@axe-core/playwright';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Role } from '@groupless/shared-dto';
import { PASSWORD, signIn } from '../harness/data/panel-users';
import { startServedApp, type ServedApp } from '../harness/apps/served-app';
import { browserOfWorker } from './browser-of-worker';
import { isStill, noteRequests } from './requests-in-flight';

const BUILT = join(__dirname, '../../../../dist/apps/panel/files');

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
 * closed after it, so that pages nobody looks at any more take no time from those that follow.
 */
export function panelInBrowser(): PanelInBrowser {
  const panel = {} as PanelInBrowser;
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (!existsSync(join(BUILT, 'index.html'))) throw new Error('The panel is not built: run npm run build.');
    browser = await browserOfWorker();
    const t = await startServedApp({ panel_folder: BUILT });
    Object.assign(panel, windowsOf(browser, t), { closeAll });
  }, 120_000);
  const closeAll = async () => {
    await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
  };
  afterEach(closeAll);
  afterAll(() => panel.t.close());
  return panel;
}

function windowsOf(browser: Browser, t: ServedApp): Omit<PanelInBrowser, 'closeAll'> {
  const baseUrl = `http://127.0.0.1:${t.port}`;
  const open = async (options: BrowserContextOptions = {}): Promise<Window> => {
    const context = await browser.newContext({
      baseURL: baseUrl,
      viewport: SIZES.desktop,
      locale: 'en',
      ...options,
    });
    const faults: string[] = [];
    context.on('weberror', (error) => faults.push(String(error.error())));
    context.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes(NO_FAULT)) faults.push(message.text());
    });
    const page = await context.newPage();
    noteRequests(page);
    return { context, page, faults };
  };
  return {
    t,
    base_url: baseUrl,
    open,
    openAs: async (role, path = '/', options = {}) => {
      // Past the log-in, whose hash of the password takes longer than most pages.
      const { email, refresh_token: value } = await signIn(t, { role });
      const window = await open(options);
      await window.context.addCookies([{ ...REFRESH_TOKEN, value, httpOnly: true, sameSite: 'Strict' }]);
      await window.page.goto(path);
      await window.page.getByRole('button', { name: /Account of/ }).waitFor();
      await isLive(window.page);
      return { ...window, email };
    },
  };
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
  const hasAxe: unknown = await page.evaluate("typeof axe === 'object'");
  const axe = new AxeBuilder(hasAxe === true ? { page, axeSource: 'undefined' } : { page });
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
