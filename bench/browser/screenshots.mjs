// Makes the pictures of the documentation from the demo data: `npm run screenshots`. Starts the built program with its
// own PostgreSQL, which is removed afterwards.
import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from '../../tools/build.mjs';
import { loadSources } from '../lib/bundle.mjs';
import { fillWithDemo, startProduct } from '../running-product.mjs';

const FOLDER = 'docs/images';
const PICTURES = [
  {
    name: 'dashboard',
    path: '/',
    // The first steps would fill the picture.
    clickFirst: 'app-first-steps header button',
  },
  { name: 'appointments', path: '/appointments' },
  {
    name: 'conversation',
    path: '/conversations',
    clickFirst: 'a[href^="/conversations/"]',
  },
  { name: 'accounts', path: '/settings/accounts' },
];

build();
mkdirSync(FOLDER, { recursive: true });
const { launchBrowser } = await loadSources('apps/api/test/browser/browser.ts');
const product = await startProduct();
try {
  await fillWithDemo(product);
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await logIn(page);
    for (const picture of PICTURES) await take(page, picture);
  } finally {
    await browser.close();
  }
} finally {
  await product.stop();
}

async function logIn(page) {
  await page.goto(`${product.base_url}/login`);
  await page.locator('input[type=email], input[name=email]').first().fill('admin@localhost');
  await page.locator('input[type=password]').fill(product.password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/');
}

async function take(page, { name, path, clickFirst }) {
  await page.goto(product.base_url + path);
  await page.waitForLoadState('networkidle').catch(() => undefined);
  if (clickFirst !== undefined) await page.locator(clickFirst).first().click();
  // Waits for charts and skeletons.
  await sleep(2_000);
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
  console.log(`${FOLDER}/${name}.png`);
}
