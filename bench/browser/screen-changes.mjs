// How soon another screen is there when it was seen before: `npm run screen-changes`. A phone over the demo data, whose processor
// is slowed fourfold; each screen is opened by its link in the frame, in turn with the others. Says the median time from the press
// until the screen's heading is painted, and until its first rows are. `--built` takes the product as it was built last,
// `--rounds=5` are the visits of each screen that count, and `--before=/path` measures another built checkout in turn with this one.
import { resolve } from 'node:path';
import { build } from '../../tools/build.mjs';
import { loadSources } from '../lib/bundle.mjs';
import { fillWithDemo, startProduct } from '../running-product.mjs';

const SLOWDOWN = 4;
const ROUNDS = Number(option('rounds') ?? 5);
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
/** Nobody sees a wait below these. */
const TARGETS_MS = { heading: 50, rows: 150 };
/** What is read on each. */
const SCREENS = [
  { path: '/', rows: 'app-timeline li, app-attention-list li' },
  { path: '/clients', rows: 'app-data-table [data-index]' },
  { path: '/appointments', rows: 'app-appointment-agenda a' },
  { path: '/conversations', rows: 'a[href^="/conversations/"]' },
  { path: '/users', rows: 'app-data-table [data-index]' },
  { path: '/settings', rows: 'a[href^="/settings/"]' },
];

if (!process.argv.includes('--built')) build();
const { launchBrowser } = await loadSources('apps/api/test/browser/browser.ts');
const products = [];
try {
  const before = option('before');
  if (before !== undefined)
    await start('before', await import(`${resolve(before)}/bench/running-product.mjs`));
  await start('now', { startProduct, fillWithDemo });
  const browser = await launchBrowser();
  try {
    for (const product of products) product.page = await openPhone(browser, product);
    const times = new Map();
    for (let round = 0; round <= ROUNDS; round++) {
      for (const screen of SCREENS) {
        for (const { name, page } of products) {
          const found = await page.evaluate(change, screen);
          // The first visit loads the code.
          if (round > 0)
            times.set(`${screen.path} ${name}`, [...(times.get(`${screen.path} ${name}`) ?? []), found]);
          await page.waitForTimeout(round === 0 ? 6_000 : 2_000);
        }
      }
    }
    for (const screen of SCREENS)
      for (const { name } of products) print(screen, name, times.get(`${screen.path} ${name}`));
  } finally {
    await browser.close();
  }
} finally {
  for (const product of products) await product.stop();
}

async function start(name, program) {
  const product = { name, ...(await program.startProduct()) };
  products.push(product);
  await program.fillWithDemo(product);
}

/** Signed in, at a screen that is none of those measured. */
async function openPhone(browser, { base_url, password }) {
  const context = await browser.newContext({ ...PHONE, locale: 'en' });
  const page = await context.newPage();
  await page.goto(`${base_url}/login`);
  await page.locator('input[type=email], input[name=email]').first().fill('admin@localhost');
  await page.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/');
  // The first question of an installation would stand in the place of the dashboard.
  await page.locator('app-first-steps header button').click();
  await page.goto(`${base_url}/reports`);
  await page.locator('main h1').waitFor();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await page.waitForTimeout(8_000);
  return page;
}

/** In the page: presses the link, and says when heading and rows were painted. */
async function change({ path, rows }) {
  const { document, requestAnimationFrame, setTimeout } = globalThis;
  const old = document.querySelector('main h1');
  const link = document.querySelector(`app-bottom-bar a[href="${path}"]`);
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const startedAt = performance.now();
  link.click();
  const until = async (isThere) => {
    while (!isThere()) {
      if (performance.now() - startedAt > 20_000) throw new Error(`${path} did not come.`);
      await painted();
    }
    return performance.now() - startedAt;
  };
  const heading = await until(() => {
    const shown = document.querySelector('main h1');
    return shown !== null && shown !== old;
  });
  return { heading, rows: await until(() => document.querySelector(`main :is(${rows})`) !== null) };
}

function print({ path }, name, found) {
  const told = Object.entries(TARGETS_MS).map(([part, target]) => {
    const all = found.map((times) => Math.round(times[part])).sort((one, other) => one - other);
    const median = all[Math.floor((all.length - 1) / 2)];
    return `${part} ${String(median).padStart(5)} ms (${all[0]} to ${all.at(-1)}) ${median <= target ? 'met' : `NOT within ${target}`}`;
  });
  console.log(`${path.padEnd(16)}${name.padEnd(8)}${told.join('   ')}`);
}

function option(name) {
  return process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
}
