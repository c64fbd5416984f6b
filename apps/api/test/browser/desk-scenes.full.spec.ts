import { mkdirSync } from 'node:fs';
import { Temporal } from 'temporal-polyfill';
import type { Locator, Page } from 'playwright-core';
import { booked, setAgent } from '../harness/data/appointments';
import { signIn, type SignedInUser } from '../harness/data/panel-users';
import { axeFaults, panelInBrowser, scrollsSideways, SIZES, type Window } from './panel-in-browser';
import { panelTexts } from './panel-texts';

// A page takes its time on a busy machine.
jest.setTimeout(240_000);

/** A folder for pictures of the scenes, for who wants to look at them. */
const PICTURES = process.env['TEST_PICTURES'];
const ZONE = 'Europe/Vienna';

describe('what a desk goes through, by the keyboard alone', () => {
  const panel = panelInBrowser();
  const t = panelTexts('en');
  let desk: SignedInUser;
  const day = Temporal.Now.plainDateISO(ZONE).add({ days: 7 });
  const at = (time: string) =>
    day.toZonedDateTime({ timeZone: ZONE, plainTime: time }).toInstant().toString();
  const book = (name: string, time: string, more: object = {}) =>
    booked(panel.t, desk, { client: { name }, starts_at: at(time), duration_minutes: 60, ...more });

  beforeEach(async () => {
    desk = await signIn(panel.t, { role: 'admin' });
    await panel.t.panel.query('delete from appointments');
    await panel.t.panel.query('delete from clients');
    await setAgent(panel.t, {
      ...{ time_zone: ZONE, phone_region: 'AT', resources: ['main'], closures: [], buffer_minutes: 10 },
      working_hours: [1, 2, 3, 4, 5, 6, 7].map((of) => ({ day: of, opens: '09:00', closes: '18:00' })),
      services: [
        { name: 'Puncture', duration_minutes: 30 },
        { name: 'Full service', duration_minutes: 120 },
      ],
    });
  });

  /** What is wrong with the page as it stands, in light and dark, on a desktop and a phone. */
  async function look({ page, faults }: Window, name: string): Promise<void> {
    const wrong: string[] = [];
    for (const [size, viewport] of Object.entries({ desktop: SIZES.desktop, phone: SIZES.phone })) {
      await page.setViewportSize(viewport);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        wrong.push(...(await axeFaults(page)).map((fault) => `${size}, ${colorScheme}: ${fault}`));
        if (PICTURES === undefined) continue;
        mkdirSync(PICTURES, { recursive: true });
        await page.screenshot({ path: `${PICTURES}/${name}-${size}-${colorScheme}.png` });
      }
      if (await scrollsSideways(page)) wrong.push(`${size}: scrolls sideways`);
    }
    await page.setViewportSize(SIZES.desktop);
    await page.emulateMedia({ colorScheme: 'light' });
    // A refusal that the panel explains is noted by the browser all the same.
    wrong.push(...faults.filter((fault) => !fault.includes('status of 409')));
    expect([name, wrong]).toEqual([name, []]);
  }

  const focused = (locator: Locator) => locator.and(locator.page().locator(':focus')).waitFor();
  /** Opens the form for the scenes' day at an hour, with the keyboard where the client is typed. */
  const beginBooking = async (page: Page, time: string) => {
    const dialog = page.getByRole('dialog');
    await press(page, 'n');
    const client = dialog.getByRole('combobox', { name: t('crm.client') });
    await focused(client);
    await dialog.locator('input[type=date]').first().fill(day.toString());
    await dialog.getByLabel(t('crm.start_time')).fill(time);
    await client.focus();
    return dialog;
  };
  const press = async (page: Page, ...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const use = (page: Page, key: string) =>
    page
      .getByRole('button', { name: t(key), exact: true })
      .last()
      .press('Enter');

  it('a day is closed over appointments: who has to be called is named', async () => {
    await book('Mrs Smith', '15:00', { title: 'Brakes' });
    await book('Tim Taylor', '10:00');
    const window = await panel.openAs('admin', '/settings/business');
    const { page } = window;
    await page.getByRole('button', { name: t('chat-agent.add_closure') }).press('Enter');
    const [year, month, date] = day.toString().split('-');
    await page.keyboard.type(`${month}${date}${year}`);
    await page.getByLabel(t('chat-agent.closure_to'), { exact: true }).last().focus();
    await page.keyboard.type(`${month}${date}${year}`);
    await press(page, 'Enter');
    const list = page.locator('app-affected-list section');
    await list.getByText('Mrs Smith').waitFor();
    await list.getByText('Tim Taylor').waitFor();
    await list.and(page.locator(':focus')).waitFor();
    await look(window, 'closed-over-appointments');
    // To the first of them, and back: the list is still there.
    await press(page, 'Tab', 'Enter');
    await page.getByRole('heading', { name: 'Tim Taylor' }).waitFor();
    await page.goBack();
    await list.getByText('Mrs Smith').waitFor();
    await use(page, 'chat-agent.affected_close');
    await list.waitFor({ state: 'detached' });
  });

  it('somebody is booked beside another one, who is then swapped with a third', async () => {
    await book('Xaver Xylo', '09:00');
    const yvonne = await book('Yvonne Young', '11:00');
    const window = await panel.openAs('desk', `/appointments?view=day&date=${day.toString()}`);
    const { page } = window;
    await page.locator('.appointment', { hasText: 'Xaver' }).waitFor();
    const dialog = await beginBooking(page, '09:00');
    await page.keyboard.type('Toothache Tom');
    await press(page, 'Control+Enter');
    await dialog.getByText('Xaver Xylo has').waitFor();
    await look(window, 'time-is-taken');
    await dialog.getByRole('button', { name: t('crm.beside') }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('.appointment', { hasText: 'Toothache Tom' }).waitFor();
    await look(window, 'beside-another-one');

    await page.goto(`/appointments/${yvonne.id}`);
    await page.getByRole('heading', { name: 'Yvonne Young' }).waitFor();
    await press(page, 'e');
    await dialog.getByLabel(t('crm.start_time')).fill('09:00');
    await press(page, 'Control+Enter');
    await dialog.getByRole('button', { name: t('crm.swap_with', { name: 'Xaver Xylo' }) }).waitFor();
    await look(window, 'swap-is-offered');
  });

  it('who is booked as somebody new with a known number is asked about', async () => {
    await booked(panel.t, desk, {
      ...{ client: { name: 'Will Huber', phone: '+43 664 9300001' }, starts_at: at('09:00') },
      duration_minutes: 30,
    });
    const window = await panel.openAs('desk', `/appointments?view=day&date=${day.toString()}`);
    const { page } = window;
    await page.getByRole('grid').waitFor();
    const dialog = await beginBooking(page, '13:00');
    await page.keyboard.type('Berta Huber');
    await page.getByRole('option', { name: t('crm.new_client', { name: 'Berta Huber' }) }).waitFor();
    await press(page, 'ArrowUp', 'Enter');
    await focused(dialog.getByLabel(t('crm.client_phone')));
    await page.keyboard.type('0664 9300001');
    await press(page, 'Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    // Booked with the number of the other one, under the name that was said.
    await page.locator('.appointment', { hasText: 'Berta Huber' }).waitFor();
    await look(window, 'somebody-else-with-a-known-number');
  });

  it('what has not begun cannot be said to be over; the service, the buffer and the past are spoken of', async () => {
    const coming = await book('Next Nora', '12:00', { service: 'Puncture', duration_minutes: 30 });
    const window = await panel.openAs('desk', `/appointments/${coming.id}`);
    const { page } = window;
    await page.getByRole('heading', { name: 'Next Nora' }).waitFor();
    expect(await page.getByRole('button', { name: t('appointments.to_no_show') }).count()).toBe(0);
    await look(window, 'coming-appointment');
    await press(page, 'e');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('crm.service')).selectOption('Full service');
    expect(await dialog.getByRole('spinbutton', { name: t('crm.minutes') }).inputValue()).toBe('120');
    await press(page, 'Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Full service').first().waitFor();
    await look(window, 'service-changed');
  });

  it('what lasts for days says whose it is wherever the day is scrolled to', async () => {
    const from = day
      .subtract({ days: 1 })
      .toZonedDateTime({ timeZone: ZONE, plainTime: '10:00' })
      .toInstant();
    await booked(panel.t, desk, {
      ...{ client: { name: 'Rental Rosa' }, starts_at: from.toString(), duration_minutes: 3 * 1_440 - 120 },
    });
    const window = await panel.openAs('desk', `/appointments?view=day&date=${day.toString()}`);
    const name = window.page.locator('.appointment .who', { hasText: 'Rental Rosa' });
    await name.waitFor();
    const grid = await window.page.locator('full-calendar').boundingBox();
    const words = await name.boundingBox();
    // The calendar begins with the opening hours; the appointment began ten hours above.
    expect((words?.y ?? 0) - (grid?.y ?? 0)).toBeGreaterThanOrEqual(0);
    expect((words?.y ?? 0) - (grid?.y ?? 0)).toBeLessThan(120);
    await look(window, 'lasts-for-days');
  });

  it('past appointments without an outcome are counted on the dashboard, until somebody hides that', async () => {
    const past = Temporal.Now.instant().subtract({ hours: 30 }).toString();
    await booked(panel.t, desk, { client: { name: 'Past Pia' }, starts_at: past, duration_minutes: 30 });
    const window = await panel.openAs('desk', '/');
    const { page } = window;
    const line = page.getByText('1 past appointment has no outcome yet');
    await line.waitFor();
    await look(window, 'without-outcome');
    await use(page, 'dashboard.attention.hide');
    await line.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText(t('dashboard.attention.title')).waitFor();
    expect(await line.count()).toBe(0);
  });
});
