import { booked, setAgent } from '../harness/data/appointments';
import { Conversations, newChat, says } from '../harness/data/conversations';
import { signIn, type SignedInUser } from '../harness/data/panel-users';
import type { Page } from 'playwright-core';
import { appointmentIn, drag, heightBetween } from './calendar-hands';
import { goWithin, isTrue, panelInBrowser } from './panel-in-browser';
import { CHECKED, clock, dateIn, day, hints, noonIn, openIn, shows, typedClock, WRITTEN_AT } from './zones';

// A page takes its time on a busy machine.
jest.setTimeout(300_000);

/** When the business is open on each day of the week, by its own clocks. */
const OPEN = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens: '10:00', closes: '12:00' }));

describe('the time of one appointment', () => {
  const panel = panelInBrowser();
  let operator: SignedInUser;
  let starts_at: string;
  let ids: { appointment: string; client: string; conversation: string };
  beforeAll(async () => {
    operator = await signIn(panel.t, { role: 'operator' });
    starts_at = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 6 * 3_600_000).toISOString();
    const appointment = await booked(panel.t, operator, {
      client: { name: 'Zora Zone', phone: '+4915112345678' },
      starts_at,
      duration_minutes: 30,
    });
    const agent = new Conversations(panel.t, operator);
    const chat = await agent.begin(newChat(), {
      contact: { phone: '+4915112345678' },
      message: { ...says('user', 'When is the marimba lesson?'), timestamp: WRITTEN_AT },
    });
    await agent.patch(chat.conversation_id, { client_id: appointment.client_id });
    await agent.post(chat.conversation_id, 'takeover').expect(200);
    // Whoever looks at what is assigned to nobody can answer.
    await agent.assign(chat.conversation_id, null).expect(200);
    ids = {
      appointment: appointment.id,
      client: appointment.client_id,
      conversation: chat.conversation_id,
    };
    const reply = { name: 'Reminder', text: 'You come at {next_appointment}.' };
    await panel.t.http.post('/api/settings/saved-replies').set(operator.bearer).send(reply).expect(201);
    await panel.t.panel.query(
      'alter table appointment_events disable trigger appointment_events_append_only',
    );
    await panel.t.panel.query('update appointment_events set at = $1 where appointment_id = $2', [
      WRITTEN_AT,
      ids.appointment,
    ]);
  });

  /** Whether a saved reply tells the client this time. */
  async function isReplyFilled(page: Page, time: string) {
    await page.getByRole('button', { name: 'Saved replies' }).click();
    await page.getByRole('menuitem', { name: 'Reminder' }).click();
    await isTrue(page, `document.querySelector('app-composer textarea').value.includes(', ${time}')`);
  }

  /** Out of a dialog in which something was chosen, as one who does not want that any more. */
  async function leaveForm(page: Page) {
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  it.each(CHECKED)('is that of the business in %s for a reader in %s', async (business, reader) => {
    await setAgent(panel.t, { time_zone: business, working_hours: OPEN });
    const { page, faults } = await openIn(panel, reader);
    const time = clock(starts_at, business);
    const date = dateIn(business, starts_at);
    await shows(page, 'app-timeline li .times', time);
    // The reader's own zone is taken from the browser a moment later.
    await page.locator('app-top-bar .zone').waitFor({ state: business === reader ? 'detached' : 'attached' });
    // Never one selector twice in a row: nothing of the screen before is taken for what the next one shows.
    const places: [address: string, selector: string][] = [
      [`/appointments/${ids.appointment}?view=list`, 'app-appointment-drawer'],
      [`/appointments?view=day&date=${date}`, '.appointment .when'],
      [`/appointments?view=month&date=${date}`, 'app-appointment-month .line .time'],
      [`/appointments?view=columns&date=${date}`, '.appointment .when'],
      ['/appointments?view=list', 'app-appointment-table .table-row, app-appointment-table [data-index]'],
      [`/appointments?view=week&date=${date}`, '.appointment .when'],
      [`/appointments?view=agenda&date=${date}`, 'app-appointment-agenda .time'],
      [`/clients/${ids.client}?tab=appointments`, 'app-client-appointments time'],
      [`/clients/${ids.client}?tab=timeline`, 'app-client-timeline a[href^="/appointments/"] time'],
      [`/conversations/${ids.conversation}`, 'app-next-appointments li'],
    ];
    for (const [address, selector] of places) {
      await goWithin(page, address);
      await shows(page, selector, time);
    }
    const [written, writtenOn] = [clock(WRITTEN_AT, business), day(WRITTEN_AT, business)];
    await shows(page, 'app-message-list .message .by time', written);
    await shows(page, 'app-message-list .divider', writtenOn.replace(/^Jan (\d).*/, 'Jan(uary)? $1'));
    await isReplyFilled(page, time);
    // The year stands there only where it is not this one.
    await shows(page, 'app-conversation-row time', writtenOn.replace(/, \d+$/, ''));
    await hints(page, 'app-conversation-row time', written);

    await goWithin(page, `/appointments/${ids.appointment}?view=list`);
    await shows(page, 'app-appointment-history time', written);

    expect(faults).toEqual([]);
  });

  it.each(CHECKED)(
    'is read in forms as that of the business in %s from a reader in %s',
    async (business, reader) => {
      await setAgent(panel.t, { time_zone: business, working_hours: OPEN });
      const { page, faults } = await openIn(panel, reader);
      const dialog = page.getByRole('dialog');
      const hasTime = (text: string) =>
        isTrue(page, `document.querySelector('[role=dialog] input[type=time]')?.value === '${text}'`);
      const inAMonth = dateIn(business, noonIn(business, 30));

      await goWithin(page, `/appointments?view=day&date=${dateIn(business, starts_at)}`);
      await appointmentIn(page).press('Enter');
      await shows(page, 'app-appointment-popover', clock(starts_at, business));
      await page.getByRole('button', { name: 'Change…' }).last().press('Enter');
      await hasTime(typedClock(starts_at, business));
      await goWithin(page, `/conversations/${ids.conversation}`);
      await page.getByRole('button', { name: 'Book from here' }).click();
      await dialog.locator('input[type=date]').first().fill(inAMonth);
      await shows(page, 'app-free-times .times button', '10:00');
      await dialog.locator('app-free-times .times button').first().click();
      await hasTime('10:00');
      await dialog.getByText(business.replaceAll('_', ' ')).first().waitFor();
      await leaveForm(page);

      await goWithin(page, '/settings/chat-agent');
      await page.locator('app-booking-simulation input[type=date]').fill(inAMonth);
      await shows(page, 'app-booking-simulation .slot', '10:00');
      await goWithin(page, '/settings/keys');
      await page.getByRole('button', { name: 'New key' }).first().click();
      await dialog.locator('select').selectOption('date');
      await dialog.getByText(/It works until .*11:59\sPM/).waitFor();
      await leaveForm(page);
      const asOf = new Date().toISOString();
      await goWithin(page, `/memory/preview?as_of=${asOf}`);
      await isTrue(
        page,
        `document.querySelector('app-as-of-field input').value.startsWith('${dateIn(business, asOf)}T${typedClock(asOf, business)}')`,
      );

      expect(faults).toEqual([]);
    },
  );

  it.each(CHECKED)(
    'is told as that of the business in %s, when it changes, to a reader in %s',
    async (business, reader) => {
      const working_hours = OPEN.map((hours) => ({ ...hours, closes: '20:00' }));
      await setAgent(panel.t, { time_zone: business, working_hours });
      const { page, faults } = await openIn(panel, reader);
      // Days of its own for each pair: another zone's day begins up to a day earlier or later.
      const place = CHECKED.findIndex((pair) => pair[0] === business && pair[1] === reader);
      const noon = noonIn(business, 60 + 3 * place);
      const later = (hours: number) => new Date(Date.parse(noon) + hours * 3_600_000).toISOString();
      const moved = await booked(panel.t, operator, {
        ...{ client: { name: 'Moved Mo' }, starts_at: noon, duration_minutes: 60 },
      });
      await booked(panel.t, operator, {
        ...{ client: { name: 'Holding Hal' }, starts_at: later(2), duration_minutes: 60 },
      });
      await goWithin(page, `/appointments?view=day&date=${dateIn(business, noon)}`);
      const twoHours = await heightBetween(page, 'Moved Mo', 'Holding Hal');

      await drag(page, 'Moved Mo', 0, twoHours);
      await shows(page, 'app-toast-list li:has-text("Holding Hal has")', '2:00');
      await page.getByRole('button', { name: 'Other times' }).click();
      // Half an hour on from where it is: its own time does not stand in its way.
      await shows(page, 'app-taken-notice .times button', '12:30');
      await page.keyboard.press('Escape');
      // It lies over the calendar a moment longer than the dialog.
      await page.locator('.cdk-overlay-backdrop').waitFor({ state: 'detached' });
      await drag(page, 'Moved Mo', 0, twoHours / 2);
      await shows(page, 'app-toast-list li:has-text("Moved to")', '1:00');
      // Loads the page again: the message of the first move would still be shown, and taken for that of the next one.
      await page.goto(`/appointments/${moved.id}?view=day&date=${dateIn(business, noon)}`);
      await shows(page, 'app-appointment-history li .muted', '12:00\\sPM → .*1:00');
      await page.getByRole('button', { name: 'Change…' }).press('Enter');
      await page.getByLabel('Start time').fill('16:00');
      await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
      await shows(page, 'app-toast-list li:has-text("Moved to")', '4:00');
      await shows(page, 'app-appointment-drawer', '4:00');
      await page.getByRole('button', { name: 'Cancel appointment' }).press('Enter');
      await shows(page, 'app-confirm-dialog', '4:00');

      expect(faults.filter((fault) => !fault.includes('status of 409'))).toEqual([]);
    },
  );

  it("is taken from the browser once for the reader's own", async () => {
    const { page } = await openIn(panel, 'Asia/Tokyo');
    const zone = async () => {
      const token = await page.request.post('/api/auth/refresh', {
        headers: { 'sec-fetch-site': 'same-origin' },
      });
      return ((await token.json()) as { user: { time_zone: string } }).user.time_zone;
    };
    for (let tries = 0; tries < 100 && (await zone()) !== 'Asia/Tokyo'; tries++)
      await page.waitForTimeout(50);

    expect(await zone()).toBe('Asia/Tokyo');
  });
});
