// What Lighthouse finds on each screen as a phone sees it, signed in, and on the booking page (the median of five), over the demo data, behind nginx with TLS and HTTP/2:
// prints the scores and what the screens transfer, and leaves all of it in tmp/lighthouse-phone.json. `--built` takes the product
// as it was built last, `--only=/clients,keys` measures the screens whose path contains one of these again, `--slowdown=4` slows
// the processor as much as Lighthouse does by itself (tmp/lighthouse-fourfold.json), `--runs=5` takes the median of so many, and
// `--before=/path` measures another built checkout in turn with this one. `--write-docs` puts into
// docs/performance.md what is in that file. Needs Debian's nginx-light and openssl.
import lighthouse from 'lighthouse';
import { throttling } from 'lighthouse/core/config/constants.js';
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { build } from '../../tools/build.mjs';
import { loadSources } from '../lib/bundle.mjs';
import { keepResults } from '../lib/results.mjs';
import { freePort } from '../lib/servers/servers.mjs';
import { fillWithDemo, startProduct } from '../running-product.mjs';

const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
/** What visitors see, who found it. */
const BOOKING_PAGE = '/book';
const BOOKING_RUNS = 5;
const RUNS = Number(option('runs') ?? 1);
const SCREENS = [
  '/login',
  '/',
  '/clients',
  '/appointments',
  '/conversations',
  ...['preview', 'projects', 'people', 'tasks', 'state', 'sessions', 'chats', 'webhooks'].map(
    (name) => `/memory/${name}`,
  ),
  '/users',
  ...['chat-agent', 'accounts', 'database', 'keys', 'profile'].map((name) => `/settings/${name}`),
  BOOKING_PAGE,
];
/**
 * Lighthouse's default slows the processor fourfold, which suits a fast desktop but not a slow machine. This is the
 * phone's speed as Lighthouse measures it (`benchmarkIndex`: fast desktops have 1,500 to 2,000).
 */
const PHONE_INDEX = 440;
/** A limit, because live updates keep one request open forever. */
const LONGEST_LOAD_MS = 12_000;

const only = (option('only') ?? '').split(',');
const part = option('slowdown') === undefined ? 'lighthouse-phone' : 'lighthouse-fourfold';
const REPORT = `tmp/${part}.json`;
if (!process.argv.includes('--built')) build();
const { launchBrowser } = await loadSources('apps/api/test/browser/browser.ts');
const products = [];
try {
  if (option('before') !== undefined) await start('before', await programOf(resolve(option('before'))));
  await start('now', { startProduct, fillWithDemo });
  const port = await freePort();
  const browser = await launchBrowser([`--remote-debugging-port=${port}`, '--ignore-certificate-errors']);
  const found = [];
  let slowdown = Number(option('slowdown') ?? 0);
  try {
    slowdown ||= await findSlowdown(port);
    console.log(`The processor is slowed ${slowdown} times.`);
    for (const path of SCREENS.filter((one) => only.some((part) => one.includes(part)))) {
      const both = await mediansOf(path, { port, slowdown }).catch(({ message: error }) => [{ path, error }]);
      both.forEach(print);
      found.push(both.at(-1));
      keep(found);
    }
  } finally {
    await browser.close();
  }
  console.log(`${found.length} screens, all of it in ${REPORT}`);
  if (process.argv.includes('--write-docs')) await writeDocs(withOthers(found));
} finally {
  for (const product of products) await product.stop();
}

/** Of another checkout, which may have other tables. */
function programOf(folder) {
  return import(`${folder}/bench/running-product.mjs`);
}

async function start(name, program) {
  const product = { name, ...(await program.startProduct({ hasTls: true })) };
  products.push(product);
  await program.fillWithDemo(product);
  await openBookingPage(product);
}

/** The demo has none. */
async function openBookingPage(product) {
  const url = `${product.base_url}/api/settings/booking-page`;
  const stored = await (await fetch(url, { headers: product.headers })).json();
  const body = JSON.stringify({ ...stored, enabled: true });
  const answer = await fetch(url, { method: 'PUT', headers: product.headers, body });
  if (!answer.ok) throw new Error(`The booking page was refused: ${await answer.text()}`);
}

/** By their performance, of each product; one run of each in turn. */
async function mediansOf(path, options) {
  const isBookingPage = path === BOOKING_PAGE;
  const categories = isBookingPage ? [...CATEGORIES, 'seo'] : CATEGORIES;
  const runs = products.map(() => []);
  for (let run = 0; run < (isBookingPage ? BOOKING_RUNS : RUNS); run++) {
    for (const [index, product] of products.entries()) {
      await prepare(product, options.port, path !== '/login' && !isBookingPage);
      runs[index].push(await measure(product, path, { ...options, categories }));
    }
  }
  return runs.map((all, index) => {
    all.sort((one, other) => one.scores.performance - other.scores.performance);
    return { ...all[Math.floor((all.length - 1) / 2)], build: products[index].name };
  });
}

/** Prepares the browser's profile for Lighthouse: an empty cache, and logged in as a returning user, or logged out. */
async function prepare(product, port, isSignedIn) {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [context] = browser.contexts();
  const page = await context.newPage();
  await context.clearCookies();
  if (isSignedIn) {
    const answer = await context.request.post(`${product.public_url}/api/auth/login`, {
      ignoreHTTPSErrors: true,
      data: { email: 'admin@localhost', password: product.password },
    });
    if (!answer.ok()) throw new Error(`The log-in answered ${answer.status()}.`);
    await page.goto(product.public_url);
    await page.getByRole('button', { name: /Account of/ }).waitFor();
  }
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
  await page.close();
  await browser.close();
}

/** Uses the median of several measurements, because the speed of a shared machine varies. */
async function findSlowdown(port) {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const indexes = [];
  while (indexes.length < 7) {
    const page = await browser.contexts()[0].newPage();
    indexes.push(await page.evaluate(pageFunctions.computeBenchmarkIndex));
    await page.close();
  }
  await browser.close();
  const index = indexes.sort((one, other) => one - other)[3];
  console.log(
    `This machine's index is ${Math.round(index)} of ${indexes.join(' ')}, the phone's ${PHONE_INDEX}.`,
  );
  return Math.max(1, Math.round((10 * index) / PHONE_INDEX) / 10);
}

async function measure(product, path, { port, slowdown, categories: wanted }) {
  const { lhr } = await lighthouse(product.public_url + path, {
    port,
    logLevel: 'error',
    onlyCategories: wanted,
    disableStorageReset: true,
    maxWaitForLoad: LONGEST_LOAD_MS,
    throttling: { ...throttling.mobileSlow4G, cpuSlowdownMultiplier: slowdown },
  });
  const { audits, categories, runtimeError, environment } = lhr;
  const index = Math.round(environment.benchmarkIndex);
  if (runtimeError !== undefined) throw new Error(runtimeError.message);
  const shown = new URL(lhr.finalDisplayedUrl).pathname;
  if (shown !== path) throw new Error(`It shows ${shown}.`);
  const scores = Object.fromEntries(
    wanted.map((name) => [name, Math.round((categories[name].score ?? 0) * 100)]),
  );
  const refs = new Map(
    wanted.flatMap((name) => categories[name].auditRefs.map(({ id, weight }) => [id, weight])),
  );
  const failed = Object.values(audits)
    .filter(({ id, score, scoreDisplayMode }) => {
      return scoreDisplayMode !== 'informative' && score !== null && score < 0.9 && refs.get(id) > 0;
    })
    .map(({ id, title, displayValue, details }) => ({ id, title, displayValue, details }));
  return {
    path,
    scores,
    slowdown,
    index,
    times_ms: timesOf(audits),
    transferred: transfersOf(audits),
    scripts: scriptsOf(audits),
    failed,
  };
}

function timesOf(audits) {
  const names = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'];
  return Object.fromEntries(names.map((name) => [name, Math.round(audits[name].numericValue)]));
}

/** Transferred bytes by resource type. */
function transfersOf(audits) {
  const sums = { all: 0 };
  for (const { resourceType = 'Other', transferSize } of audits['network-requests'].details.items) {
    sums[resourceType] = (sums[resourceType] ?? 0) + transferSize;
    sums.all += transferSize;
  }
  return sums;
}

/** How many files of script were asked for, and how many of them before the largest part of the screen was there. */
function scriptsOf(audits) {
  const scripts = audits['network-requests'].details.items.filter(
    ({ resourceType }) => resourceType === 'Script',
  );
  const { observedLargestContentfulPaint: shownAfterMs } = audits['metrics'].details.items[0];
  return {
    files: scripts.length,
    before_shown: scripts.filter(({ networkRequestTime: atMs }) => atMs < shownAfterMs).length,
  };
}

/** Called after each screen, so an interrupted run can be continued with `--only`. */
function keep(found) {
  mkdirSync('tmp', { recursive: true });
  writeFileSync(REPORT, `${JSON.stringify(withOthers(found), null, 2)}\n`);
}

/** Adds the screens that only an earlier run measured. */
function withOthers(found) {
  const before = existsSync(REPORT) ? JSON.parse(readFileSync(REPORT, 'utf8')) : [];
  const byPath = new Map([...before, ...found].map((one) => [one.path, one]));
  return SCREENS.flatMap((path) => byPath.get(path) ?? []);
}

/** Writes the document only if all screens were measured. */
async function writeDocs(all) {
  const measured = all.filter(({ error }) => error === undefined);
  if (measured.length < SCREENS.length) throw new Error('Not all screens were measured.');
  const screens = measured.map((screen) => ({ ...screen, failed: undefined }));
  await keepResults(part, { screens }, { cluster: { version: '–' }, writeDocs: true });
}

function print({ path, build, error, scores, index, times_ms, transferred, scripts, failed }) {
  if (error !== undefined) return console.log(`${path.padEnd(22)}not measured: ${error}`);
  const shown = Object.values(scores).map((score) => String(score).padStart(4));
  const kilobytes = (bytes = 0) => `${(bytes / 1_000).toFixed(1).padStart(7)} kB`;
  console.log(
    `${path.padEnd(22)}${build.padEnd(7)}${shown.join(' /')}` +
      `   LCP ${String(times_ms['largest-contentful-paint']).padStart(5)} ms` +
      `   blocking ${String(times_ms['total-blocking-time']).padStart(4)} ms   files ${scripts.before_shown} of ${scripts.files}` +
      `   all ${kilobytes(transferred.all)}   scripts ${kilobytes(transferred.Script)}   index ${index}`,
  );
  for (const { id, displayValue = '' } of failed) console.log(`    ${id} ${displayValue}`);
}

function option(name) {
  return process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
}
