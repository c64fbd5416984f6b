import type { Page } from 'playwright-core';
import { CANARY, PAYLOADS, PLANTED } from '../browser/hostile-texts';
import { overlays } from '../browser/overlays';
import { goWithin, panelInBrowser, scrollsSideways, type Window } from '../browser/panel-in-browser';
import { plant } from '../browser/planted-texts';
import { isStill } from '../browser/requests-in-flight';
import { filledScreens } from '../browser/screens';
import { atOnce } from '../harness/data/times';
import type { OpenApi } from '../harness/hostile/hostile-requests';
import { textFields, writtenFields } from '../harness/hostile/text-fields';
import { fireSize, itUnderFire, prove } from '../harness/hostile/fire';

// There are many pages, and each takes its time on a busy machine.
jest.setTimeout(5_400_000);

const itAlone = itUnderFire('payloads in every text and every view of the panel');

const SHOWN_AS = PAYLOADS.map(plain);
/** Of each kind of row: a long field holds some twenty of the texts, so that these pages show each of them. */
const PAGES = fireSize({ usual: 25, long: 500 });
/** So that one window draws while another waits for the API. */
const WINDOWS = 3;

/** Text fields that take none of the texts, and why. */
const OTHER_FIELDS: readonly (readonly [RegExp, string])[] = [
  [/^\/auth\/(?!me )| password$/, 'secrets, which no view shows'],
  [/ (\w+\.)*(starts_at|ends_at|timestamp|from|to)$/, 'a time, or refused'],
  [/ (locale|language|formats|time_zone)$/, 'one that there is, or refused'],
  [/^\/(clients|series) (\w+\.)?(phone|extension)$/, 'a number, or refused'],
  [/^\/memory\/(search|erase) /, 'a question, or what is to go: it is not stored'],
  [/^\/memory\/history\/undo/, 'a filter, which is not stored'],
];

/** Says of itself that it does no harm: an observer is told of the rest in the next frame. */
const POSTPONED = 'ResizeObserver loop completed';

describe('payloads in every text that comes into the panel', () => {
  const panel = panelInBrowser();
  let planted: Awaited<ReturnType<typeof plant>>;
  /** For each kind of view, the texts that it has not shown yet. */
  const missingBy = new Map<string, Set<string>>();
  beforeAll(async () => {
    planted = await plant(panel.t, PAYLOADS, PAGES);
  }, 1_200_000);

  async function open(): Promise<Window> {
    const window = await panel.openAs('admin', '/', { reducedMotion: 'reduce' });
    const { page, faults } = window;
    await page.addInitScript(CANARY);
    page.on('dialog', (dialog) => faults.push(`a dialog: ${dialog.message()}`));
    page.on('request', (request) => {
      if (!request.url().startsWith(panel.base_url)) faults.push(`a request to ${request.url()}`);
    });
    await page.reload();
    await isStill(page);
    return window;
  }

  /** What went wrong on the page as it stands there. */
  async function faultsOn({ page, faults }: Window, path: string): Promise<string[]> {
    const text = plain(await page.evaluate<string>('document.body.textContent'));
    const missing = missingBy.get(kindOf(path)) ?? new Set(SHOWN_AS);
    for (const shown of missing) if (text.includes(shown)) missing.delete(shown);
    missingBy.set(kindOf(path), missing);
    const ran = await page.evaluate<string[]>('ran.splice(0)');
    const count = await page.locator(PLANTED).count();
    const wide = await scrollsSideways(page);
    return [
      ...ran.map((what) => `ran ${what}`),
      ...faults.splice(0).filter((fault) => !fault.includes(POSTPONED)),
      ...(count > 0 ? [`${count} elements of a text`] : []),
      ...(wide ? ['scrolls sideways'] : []),
    ];
  }

  async function lookAt(window: Window, path: string): Promise<string[]> {
    await goWithin(window.page, path);
    await isStill(window.page);
    const found = await faultsOn(window, path);
    while (await scrollsOn(window.page)) {
      await isStill(window.page);
      found.push(...(await faultsOn(window, path)));
    }
    return found;
  }

  itAlone('are noticed if they run', async () => {
    const { page, faults } = await open();
    await page
      .evaluate(`document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=canary()>')`)
      .catch(() => null);
    expect(await page.evaluate<string[]>('ran')).toEqual([
      expect.stringMatching(/^require-trusted-types-for/),
    ]);
    expect(faults).toEqual([expect.stringContaining('TrustedHTML')]);
    await page.goto('about:blank');
    await page.evaluate(`document.body.innerHTML = ${JSON.stringify(PAYLOADS.join(' '))}`);
    await page.waitForFunction('ran.length > 0');
  });

  itAlone('are in every text field that the API documents', async () => {
    expect(planted.planting.refused).toEqual([]);
    const { body } = await panel.t.http.get('/api/docs-json').expect(200);
    const fields = textFields(body as OpenApi);
    const written = writtenFields(body as OpenApi, planted.planting.written);
    const missing = [...fields].filter((field) => !written.has(field));
    expect(missing.filter((field) => !OTHER_FIELDS.some(([other]) => other.test(field)))).toEqual([]);
    for (const [other] of OTHER_FIELDS)
      expect([other, missing.some((field) => other.test(field))]).toEqual([other, true]);
  });

  itAlone(`do not: ${PAYLOADS.length} of them, wherever they are shown`, async () => {
    const paths = [...filledScreens(planted.ids).map(({ path }) => path), ...planted.planting.pages];
    const left = [...paths];
    const found: Record<string, string[]> = {};
    const look = async (window: Window) => {
      for (let path = left.shift(); path !== undefined; path = left.shift()) {
        const faults = await lookAt(window, path);
        if (faults.length > 0) found[path] = faults;
      }
    };
    const window = await open();
    const layers = overlays(planted.ids);
    for (const layer of layers) {
      const name = `${layer.path}, ${layer.opens}`;
      await window.page.goto(layer.path);
      await isStill(window.page);
      await layer.open(window.page);
      await isStill(window.page);
      const faults = await faultsOn(window, name);
      if (faults.length > 0) found[name] = faults;
    }
    await Promise.all((await atOnce(WINDOWS, open)).map(look));
    expect(found).toEqual({});
    const views = [...missingBy.values()];
    const shown = SHOWN_AS.map((text) => views.filter((missing) => !missing.has(text)).length);
    expect(Math.min(...shown)).toBeGreaterThan(10);
    prove({
      asvs: '1.2.1, 3.2.2, 1.3.5',
      promise:
        'Payloads in every text of the API, of a file of clients, of pings and of the memory’s webhooks run nothing in any view.',
      figure: `${PAYLOADS.length} payloads, stored by ${planted.planting.written.length} requests; ${paths.length + layers.length} pages, each payload in ${Math.min(...shown)} to ${Math.max(...shown)} views: 0 executions, 0 reports of the policy, 0 requests elsewhere`,
    });
  });
});

/** White space is shown as HTML shows it. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** A page of one row is of the kind that all such pages are. */
function kindOf(path: string): string {
  return path
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id')
    .replace(/^(\/memory\/[a-z]+)\/(?!new$).*/, '$1/:id')
    .replace(/(search|q)=.*/, '$1=…');
}

/**
 * Goes on wherever something is left to read, and asks for more where that can be asked for. A list that keeps only a part of
 * itself in the page is read by almost a page at a time; of all else the end is enough, where more may come.
 */
function scrollsOn(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(`(() => {
    let goesOn = false;
    for (const button of document.querySelectorAll('button')) {
      if (!/^\\s*Show more/.test(button.textContent) || button.disabled) continue;
      button.click();
      goesOn = true;
    }
    for (const box of document.querySelectorAll('*')) {
      if (box.scrollHeight <= box.clientHeight + 1 || !/auto|scroll/.test(getComputedStyle(box).overflowY)) continue;
      const before = box.scrollTop;
      if (box.matches('cdk-virtual-scroll-viewport')) box.scrollTop += 0.8 * box.clientHeight;
      else box.scrollTop = box.matches('app-message-list [role=region]') ? 0 : box.scrollHeight;
      goesOn ||= Math.abs(box.scrollTop - before) > 1;
    }
    return goesOn;
  })()`);
}
