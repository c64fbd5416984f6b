import { AxeBuilder } from '@axe-core/playwright';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BookingPageDto } from '@groupless/shared-dto';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startServedApp, type ServedApp } from '../harness/apps/served-app';
import { setAgent } from '../harness/data/appointments';
import { signIn } from '../harness/data/panel-users';
import { browserOfWorker } from './browser-of-worker';

const WEEK = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens: '09:00', closes: '17:00' }));
const LONG = 'A very long name of a service that does not fit on one line of a phone '.repeat(2).trim();
const LOOKS: BrowserContextOptions[] = [
  { viewport: { width: 320, height: 640 }, colorScheme: 'light' },
  { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
];

describe('the booking page in a browser', () => {
  let t: ServedApp;
  let browser: Browser;
  let base: string;
  let setPage: (change: Partial<BookingPageDto>) => Promise<void>;
  beforeAll(async () => {
    browser = await browserOfWorker();
    t = await startServedApp();
    base = `http://127.0.0.1:${t.port}`;
    const admin = await signIn(t, { role: 'admin' });
    await setAgent(t, {
      ...{ time_zone: 'Europe/Berlin', working_hours: WEEK, slot_minutes: 30, phone_region: 'DE' },
      ...{ resources: ['Anna', 'Ben'], business_name: 'Salon Emil', address: 'Lindenstr. 4, Berlin' },
      services: [
        { name: 'Cut', duration_minutes: 30, price: '€ 30', description: 'Wash, cut and dry.' },
        { name: LONG, duration_minutes: 60 },
      ],
    });
    setPage = async (change) => {
      const path = '/api/settings/booking-page';
      const { body } = await t.http.get(path).set(admin.bearer).expect(200);
      await t.http
        .put(path)
        .set(admin.bearer)
        .send({ ...(body as object), ...change })
        .expect(200);
    };
    const questions = [{ label: 'Is this your first visit?', required: false }];
    const more = { questions, privacy_url: 'https://example.com/privacy', text: 'We look forward to you.' };
    await setPage({ ...more, enabled: true, accent: '#1f8a70' });
  }, 120_000);
  afterAll(() => t.close());

  async function within(options: BrowserContextOptions, use: (page: Page) => Promise<void>) {
    const context = await browser.newContext({ locale: 'en-GB', ...options });
    try {
      const page = await context.newPage();
      const faults: string[] = [];
      page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
      await use(page);
      expect(faults).toEqual([]);
      expect(await context.cookies()).toEqual([]);
    } finally {
      await context.close();
    }
  }

  /** From the service to the link of the booking; `seen` at each step. */
  async function walk(page: Page, name: string, seen: (step: string) => Promise<void>) {
    await page.goto(`${base}/book`);
    await seen('services');
    await page.getByText('Wash, cut and dry.').click();
    await page.getByRole('button', { name: 'Next' }).click();
    await seen('who');
    await page.getByRole('link', { name: 'Anyone' }).click();
    await seen('times');
    await page.locator('.day').nth(2).click();
    await page.locator('.time').nth(3).click();
    await seen('details');
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Phone').fill('0170 5550099');
    await page.goBack();
    await page.locator('.time').nth(5).click();
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Phone').fill('0170 5550099');
    await page.getByLabel('I have read the privacy policy').check();
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.getByText('Your request has arrived.').waitFor();
    await seen('done');
    await page.reload();
    await page.getByRole('link', { name: 'Move' }).click();
    await seen('move');
    await page.locator('.time').nth(2).click();
    await seen('move-question');
    await page.getByRole('button', { name: 'Move it' }).click();
    await page.getByText('We will confirm the new time.').waitFor();
    await page.getByRole('link', { name: 'Cancel it' }).click();
    await seen('cancel-question');
    await page.getByRole('button', { name: 'Yes, cancel it' }).click();
    await page.getByText('Your appointment is cancelled.').waitFor();
    await seen('cancelled');
    await page.getByRole('button', { name: 'Take the cancellation back' }).click();
    await page.getByText('takes place after all').waitFor();
    await page.getByRole('link', { name: 'Cancel it' }).click();
    await page.getByRole('button', { name: 'Yes, cancel it' }).click();
  }

  it('books, moves and cancels without scripts', async () => {
    await within({ javaScriptEnabled: false }, (page) => walk(page, 'Jana', () => Promise.resolve()));
    const { rows } = await t.panel.query('select status, source from appointments');
    expect(rows).toEqual([{ status: 'cancelled', source: 'web' }]);
  });

  it.each(LOOKS)('has nothing that axe finds, and nothing beside the screen: %j', async (look) => {
    const wrong: string[] = [];
    await within(look, (page) =>
      walk(page, 'Ada', async (step) => {
        const shots = process.env['TEST_PICTURES'];
        const { width = 0 } = look.viewport ?? {};
        if (shots !== undefined)
          await page.screenshot({
            path: `${shots}/${step}-${width}-${look.colorScheme}.png`,
            fullPage: true,
          });
        const { violations } = await new AxeBuilder({ page }).analyze();
        wrong.push(...violations.map(({ id, nodes }) => `${step}: ${id} ${nodes[0]?.html ?? ''}`));
        const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
        if (isWide) wrong.push(`${step}: wider than the screen`);
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('tells the times of the visitor’s zone beside those of the business', async () => {
    await within({ timezoneId: 'America/New_York' }, async (page) => {
      await page.goto(`${base}/book`);
      await page.getByText('Wash, cut and dry.').click();
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('link', { name: 'Anyone' }).click();
      await page.locator('.day').nth(2).click();
      await page.getByText('Below each time is that of your zone (America/New York).').waitFor();
      expect(await page.locator('.time').nth(0).innerText()).toMatch(/^9:00 AM\s+\w+ [23]:00 AM$/);
      await page.locator('.time').nth(0).click();
      await page.getByText('Below each time is that of your zone (America/New York).').waitFor();
      expect(await page.locator('dl time').innerText()).toMatch(/at 9:00 AM\s+\w+ [23]:00 AM$/);
    });
    await within({ timezoneId: 'Europe/Berlin' }, async (page) => {
      await page.goto(`${base}/book`);
      await page.getByText('Wash, cut and dry.').click();
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByRole('link', { name: 'Anyone' }).click();
      await page.getByText('All times are those of Europe/Berlin.').waitFor();
      expect(await page.locator('[data-zone]').isVisible()).toBe(false);
    });
  });

  it('opens in a dialog of a site that the settings name, and of no other', async () => {
    const site = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><html lang="en"><title>Salon</title><main><h1>Salon</h1>
        <a href="${base}/book">Book a time</a><script src="${base}/book/embed.js" async></script></main>`);
    });
    await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
    const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
    const context = await browser.newContext({ locale: 'en-GB' });
    try {
      const page = await context.newPage();
      const scripted = page.waitForResponse(`${base}/book/embed.js`);
      await page.goto(`http://${host}/`);
      expect(Buffer.byteLength(await (await scripted).body())).toBeLessThan(3_000);
      const open = async () => {
        await page.getByRole('link', { name: 'Book a time' }).press('Enter');
        await page.getByRole('dialog').waitFor();
      };
      const shown = page.frameLocator('iframe[title="Book a time"]').getByText('Wash, cut and dry.');
      const refused = page.waitForEvent('console', {
        predicate: (one) => one.text().includes('frame-ancestors'),
      });
      await open();
      await refused;
      expect(await shown.count()).toBe(0);
      await page.keyboard.press('Escape');
      await setPage({ frame_hosts: [host] });
      await open();
      await shown.waitFor();
      // The frame is a page with landmarks of its own, which is no rule of WCAG.
      const axe = new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']);
      expect((await axe.analyze()).violations).toEqual([]);
      await page.frameLocator('iframe').getByRole('checkbox').first().press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await open();
      await shown.waitFor();
      await page.evaluate(
        'document.querySelector("dialog button").click(); document.querySelector("main a").click();',
      );
      await page.evaluate(() => new Promise((later) => setTimeout(later, 200)));
      await shown.waitFor();
      // Nobody but the page in it closes the dialog.
      await page.evaluate('window.postMessage("groupless:escape", "*")');
      await shown.waitFor();
      expect(await page.getByRole('dialog').isVisible()).toBe(true);
      await page.getByRole('button', { name: 'Close' }).press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Book a time');
    } finally {
      await context.close();
      await new Promise((closed) => site.close(closed));
    }
  });
});
