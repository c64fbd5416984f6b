import type { Page } from 'playwright-core';
import { SIZES, panelInBrowser } from './panel-in-browser';
import { isStill } from './requests-in-flight';

// A page takes its time on a busy machine, and so do the rows.
jest.setTimeout(600_000);

/** `MANY_CLIENTS=1000000` is what the panel promises, and takes minutes to fill in. */
const ROWS = Number(process.env['MANY_CLIENTS'] ?? 20_000);
const MOST_ELEMENTS = 600;
/** As many rows as anybody is shown of a list. */
const MOST_ROWS = 10_000;

/** As `bench/lib/fill.mjs` makes them. */
const MAKE = `
  insert into clients (id, name, phone, email, status, source, last_activity_at)
  select md5('client ' || n)::uuid, 'Client ' || n, '+1555' || to_char(n, 'FM0000000'),
         case when n % 5 <> 2 then 'client.' || n || '@mail.example' end,
         case when n % 50 = 1 then 'lead' when n % 5 = 0 then 'archived' else 'active' end, 'import',
         timestamptz '2026-11-15 18:00:00Z' - make_interval(secs => n * 30)
  from generate_series(1, $1::int) as n`;

describe(`a table of ${ROWS.toLocaleString('en')} clients`, () => {
  const panel = panelInBrowser();
  beforeAll(async () => {
    await panel.t.panel.query(MAKE, [ROWS]);
    await panel.t.panel.query('analyze clients');
  }, 2_400_000);

  it.each(['desktop', 'phone'] as const)(
    'keeps few elements in the page wherever one scrolls, on a %s',
    async (size) => {
      const { page, faults } = await panel.openAs('operator', '/clients', { viewport: SIZES[size] });
      await rows(page).first().waitFor();
      expect(await page.getByText('10,000+ clients').count()).toBe(1);
      let most = await elements(page);
      let reached = 0;
      for (let step = 0; step < 60; step++) {
        await scrollTo(page, step % 5 === 4 ? 0.5 : 1);
        await isStill(page);
        most = Math.max(most, await elements(page));
        reached = Math.max(reached, await lastIndex(page));
      }
      process.stdout.write(`${size}: at most ${most} elements over the first ${reached} rows\n`);

      expect(most).toBeLessThanOrEqual(MOST_ELEMENTS);
      expect(reached).toBeGreaterThan(1_000);
      expect(reached).toBeLessThanOrEqual(MOST_ROWS);
      expect(faults).toEqual([]);
    },
  );

  it('is searched, sorted and opened', async () => {
    const { page, faults } = await panel.openAs('operator', '/clients');
    await rows(page).first().waitFor();
    const { rows: wanted } = await panel.t.panel.query<{ name: string; email: string }>(
      `select name, email from clients where email is not null and status <> 'archived' order by id desc limit 5`,
    );
    const timesMs: number[] = [];
    for (const { email } of wanted) {
      await page.getByRole('searchbox').fill('');
      await page.getByText('10,000+ clients').waitFor();
      const beganMs = performance.now();
      await page.getByRole('searchbox').fill(email);
      await page.getByText('1 client', { exact: true }).waitFor();
      timesMs.push(Math.round(performance.now() - beganMs));
      expect(await rows(page).count()).toBe(1);
    }
    process.stdout.write(`a search is on the screen after ${timesMs.join(', ')} ms\n`);
    await rows(page).first().press('Enter');
    await page
      .getByRole('heading', { level: 2, name: wanted.at(-1)?.name ?? '' })
      .first()
      .waitFor();

    expect(faults).toEqual([]);
  });
});

const rows = (page: Page) => page.locator('app-data-table .row.body');
const elements = (page: Page) => page.locator('app-data-table [role=grid] *').count();

async function lastIndex(page: Page): Promise<number> {
  return Number(await rows(page).last().getAttribute('data-index'));
}

/** To a part of what is loaded, at once, as by the bar. */
async function scrollTo(page: Page, part: number): Promise<void> {
  await page
    .locator('cdk-virtual-scroll-viewport')
    .evaluate((viewport: { scrollTop: number; scrollHeight: number }, to) => {
      viewport.scrollTop = viewport.scrollHeight * to;
    }, part);
}
