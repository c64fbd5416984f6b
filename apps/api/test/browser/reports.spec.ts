import type { Page } from 'playwright-core';
import { Conversations, newChat, says } from '../harness/data/conversations';
import { booked, setAgent } from '../harness/data/appointments';
import { signIn, type SignedInUser } from '../harness/data/panel-users';
import { emptyTables } from '../harness/databases/empty-tables';
import { lookAt } from './look-at';
import { isAt, panelInBrowser, pressInTurn } from './panel-in-browser';
import { isStill } from './requests-in-flight';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const OTHERS = ['Ben', 'Dora with a name that is as long as some names are'];

describe('the reports', () => {
  const panel = panelInBrowser();
  let operator: SignedInUser;
  beforeAll(async () => {
    await setAgent(panel.t, {
      ...{ resources: ['Anna', ...OTHERS], time_zone: 'UTC', enabled: true },
      services: ['Cut', 'Colour', 'Consultation'].map((name) => ({ name, duration_minutes: 60 })),
    });
    operator = await signIn(panel.t, { role: 'operator' });
  });
  beforeEach(() =>
    emptyTables(panel.t.panel, 'clients', 'conversations', 'report_cells', 'report_days', 'report_marks'),
  );

  /** Some days with visits of each kind, booked by the agent and by people at several times. */
  async function fill(): Promise<void> {
    const { id } = await booked(panel.t, operator, {
      client: { name: 'Ada' },
      starts_at: new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS).toISOString(),
      resource: 'Anna',
    });
    await panel.t.panel.query(
      `insert into appointments (id, client_id, title, starts_at, ends_at, status, source, resource, squeezed, times_moved,
         made_by_agent, made_in_hours, created_at, updated_at)
       select gen_random_uuid(), client_id, 'Cut', at, at + interval '1 hour',
         (array['completed', 'completed', 'cancelled', 'no_show'])[1 + n % 4], (array['phone', 'chat', 'panel', 'web'])[1 + n % 4],
         (array['Anna', 'Ben', $2])[1 + n % 3], true, n % 5 / 4, n % 3 <> 0, n % 2 = 0, at - interval '1 day', at
       from appointments, generate_series(1, 160) as n,
         lateral (select date_trunc('day', now()) - make_interval(days => n % 50) + make_interval(hours => 9 + n % 9) as at) as time
       where appointments.id = $1`,
      [id, OTHERS.at(-1)],
    );
    await panel.t.panel.query(
      `insert into appointment_services (appointment_id, position, service_id, duration_minutes, buffer_minutes)
       select a.id, 1, s.id, 60, 0 from appointments as a join services as s on s.name = (array['Cut', 'Colour'])[1 + abs(hashtext(a.id::text)) % 2]
       where not exists (select from appointment_services where appointment_id = a.id)`,
    );
    const chats = new Conversations(panel.t, operator);
    await chats.begin(newChat(), { contact: { name: 'Talking Tom' }, message: says('user', 'Hello') });
    const asked = newChat();
    await chats.begin(asked, {
      contact: { name: 'Asking Amy' },
      needs_human: true,
      message: says('user', 'A person, please'),
    });
  }

  const cards = (page: Page) => page.locator('app-figure-card');
  const valueOf = (page: Page, name: string) =>
    cards(page)
      .filter({ has: page.getByRole('heading', { name, exact: true }) })
      .locator('.value');

  it('show figures, charts and tables on each screen, in light and dark, without faults', async () => {
    await fill();
    const { page, faults } = await panel.openAs('viewer', '/reports');
    await valueOf(page, 'Booked').waitFor();
    await isStill(page);
    const wrong = await lookAt(page, 'reports');
    for (let charts = 2; charts > 0; charts--)
      await page.getByRole('button', { name: 'Table' }).first().click();
    await page.getByRole('button', { name: 'Chart' }).nth(1).waitFor();
    await page.getByLabel('Grouped by').selectOption('Source');
    await page.getByRole('rowheader', { name: 'Booking page' }).waitFor();
    wrong.push(...(await lookAt(page, 'reports-by-source')));
    await page.setViewportSize({ width: 320, height: 640 });
    expect(
      await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'),
    ).toBe(true);
    expect([wrong, faults]).toEqual([[], []]);
  });

  it('are read by the keyboard: what a figure means, its rows, and back', async () => {
    await fill();
    const { page, faults } = await panel.openAs('viewer', '/reports');
    await valueOf(page, 'No-shows').waitFor();
    const missed = await valueOf(page, 'No-shows').innerText();
    await page.getByRole('button', { name: 'What “No-shows” means' }).first().press('Enter');
    const meaning = page.locator(':popover-open', { hasText: 'to which nobody came' });
    await meaning.waitFor();
    await page.keyboard.press('Escape');
    await meaning.waitFor({ state: 'hidden' });
    const listed = page.waitForRequest(/api\/appointments\?.*status=no_show/);
    await page.getByRole('link', { name: 'No-shows', exact: true }).press('Enter');
    await isAt(page, '/appointments?view=list&period=all&starts_after=*');
    const { pathname, search } = new URL((await listed).url());
    const { body } = await panel.t.http
      .get(pathname + search)
      .set(operator.bearer)
      .expect(200);
    expect((body as { total: number }).total).toBe(Number(missed));
    await page.getByRole('button', { name: /^Begin from/ }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Person needed', exact: true }).press('Enter');
    await isAt(page, '/conversations?created_after=*');
    await page.getByText('Asking Amy').waitFor();
    expect(await page.getByText('Talking Tom').count()).toBe(0);
    await page.getByRole('button', { name: /A person was needed/ }).press('Enter');
    await page.getByText('Talking Tom').waitFor();
    expect(faults).toEqual([]);
  });

  it('keep the period in the address, and save it as CSV', async () => {
    await fill();
    const { page } = await panel.openAs('viewer', '/');
    await pressInTurn(page, 'g', 'r');
    await valueOf(page, 'Booked').waitFor();
    await page.getByLabel('Period').selectOption('Last 7 days');
    await isAt(page, '/reports?period=7d');
    await isStill(page);
    const week = await valueOf(page, 'Appointments').innerText();
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toMatch(/^report-\d{4}-\d\d-\d\d\.csv$/);
    await page.reload();
    await valueOf(page, 'Booked').waitFor();
    expect(await valueOf(page, 'Appointments').innerText()).toBe(week);
    await page.getByLabel('Period').selectOption('Other days');
    const day = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
    await page.getByLabel('First day').fill(day);
    await page.getByLabel('Last day').fill(day);
    await isAt(page, `/reports?period=own&from=${day}&to=${day}`);
  });

  it('are printed with every table and without controls', async () => {
    await fill();
    const { page } = await panel.openAs('viewer', '/reports');
    await valueOf(page, 'Booked').waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByLabel('Period').isVisible()).toBe(false);
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.locator('app-breakdown table').first().isVisible()).toBe(true);
    expect(await page.locator('app-breakdown svg[role=img]').first().isVisible()).toBe(true);
    const pictures = process.env['TEST_PICTURES'];
    if (pictures !== undefined) await page.pdf({ path: `${pictures}/reports-print.pdf`, format: 'A4' });
    await page.emulateMedia({ media: 'screen' });
  });

  it('say that they are being counted, and open by themselves', async () => {
    const { page } = await panel.openAs('viewer', '/');
    let isCounted = false;
    await page.route('**/api/reports?*', (route) =>
      isCounted
        ? route.continue()
        : route.fulfill({
            status: 409,
            contentType: 'application/problem+json',
            body: JSON.stringify({ code: 'counting', detail: 'The figures are being counted.' }),
          }),
    );
    await page.getByRole('link', { name: 'Reports' }).first().click();
    await page.getByRole('heading', { name: 'The figures are being counted' }).waitFor();
    const wrong = await lookAt(page, 'reports-counting');
    isCounted = true;
    await valueOf(page, 'Booked').waitFor();
    expect(wrong).toEqual([]);
  });
});
