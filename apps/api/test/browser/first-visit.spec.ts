import type { Page } from 'playwright-core';
import type { AvailabilityDto } from '@groupless/shared-dto';
import { asInstalled, AS_AGENT } from '../harness/data/appointments';
import { emptyTables } from '../harness/databases/empty-tables';
import { panelInBrowser } from './panel-in-browser';

/** From the first page after the log-in on. Who changes the way counts again. */
const CLICKS = { hour: 5, person: 4, brief: 3 };

describe('the first visit', () => {
  const panel = panelInBrowser();
  let page: Page;
  let clicks = 0;
  const click = async (name: string | RegExp, within: Pick<Page, 'getByRole'> = page) => {
    clicks++;
    await within
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click();
  };
  beforeEach(async () => {
    await emptyTables(panel.t.panel, 'appointments', 'clients', 'skipped_first_steps', 'users');
    await asInstalled(panel.t);
    ({ page } = await panel.openAs('admin', '/', { locale: 'en-AT', timezoneId: 'Europe/Vienna' }));
    clicks = 0;
  });
  const counted = (what: keyof typeof CLICKS) => {
    process.stdout.write(`first ${what}: ${clicks} clicks\n`);
    expect(clicks).toBe(CLICKS[what]);
  };

  it('of a business leads to the first hour that can be booked, by its own clock', async () => {
    await click('It takes bookings by phone, chat and web');
    await click('Choose the time zone of the business');
    await click('Save');
    await page
      .getByRole('button', { name: 'Choose the time zone of the business' })
      .waitFor({ state: 'detached' });
    await click('Set the opening hours');
    await click('Save');
    await page.getByRole('button', { name: 'Set the opening hours' }).waitFor({ state: 'detached' });
    counted('hour');

    // A Monday.
    const free = await panel.t.http
      .get('/api/appointments/availability')
      .query({ date: '2027-04-05', duration_minutes: 30 })
      .set(AS_AGENT)
      .expect(200);
    const { time_zone, slots } = free.body as AvailabilityDto;
    expect([time_zone, slots[0]?.starts_at]).toEqual(['Europe/Vienna', '2027-04-05T07:00:00.000Z']);
  });

  it('leads to the first invited person', async () => {
    await click('Both');
    await click('Invite the team');
    await click('Invite a user', page.locator('app-invite-step'));
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Berta');
    await dialog.getByLabel('Email', { exact: true }).fill(`berta-${Date.now()}@example.at`);
    await click('Make the link', dialog);
    await dialog.getByRole('textbox', { name: 'Link' }).waitFor();
    counted('person');
  });

  it('of who works with assistants leads to the commands that give one its first brief', async () => {
    await click('It gives coding assistants a memory');
    await click('Attach a coding assistant to the memory');
    const attach = page.locator('app-attach-commands');
    await attach.getByText('assistant-memory attach claude-code --login').waitFor();
    await click(/^Copy/, attach);
    counted('brief');
    // Nobody asks for what is of a business.
    expect(await page.getByRole('button', { name: 'Set the opening hours' }).count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'Now and next' }).count()).toBe(0);
    const places = page.getByRole('navigation', { name: 'Main' }).getByRole('listitem');
    expect((await places.allTextContents()).map((text) => text.trim()).slice(0, 2)).toEqual([
      'Dashboard',
      'Memory',
    ]);
  });
});
