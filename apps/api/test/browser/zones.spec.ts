import type { Page } from 'playwright-core';
import { booked, setAgent } from '../harness/data/appointments';
import { Conversations, newChat, says } from '../harness/data/conversations';
import { signIn, type SignedInUser } from '../harness/data/panel-users';
import { panelInBrowser, type Window } from './panel-in-browser';

// A page takes its time on a busy machine.
jest.setTimeout(300_000);

/** The zones of the business and of the reader. */
const PAIRS = [
  ['Europe/Berlin', 'UTC'],
  ['Asia/Kolkata', 'America/New_York'],
  ['UTC', 'Europe/Berlin'],
  ['Europe/Berlin', 'Europe/Berlin'],
  ['America/Los_Angeles', 'Asia/Tokyo'],
  ['Pacific/Kiritimati', 'Pacific/Pago_Pago'],
  ['Pacific/Pago_Pago', 'Pacific/Kiritimati'],
  ['Asia/Kathmandu', 'Europe/London'],
  ['America/St_Johns', 'Australia/Adelaide'],
  ['Africa/Cairo', 'Europe/Moscow'],
  ['Australia/Lord_Howe', 'America/Sao_Paulo'],
  ['Pacific/Chatham', 'Asia/Tehran'],
] as const;

/** Two usually, so that the suite stays short. */
const CHECKED = process.env['FULL_TESTS'] === '1' ? PAIRS : PAIRS.slice(0, 2);

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
      message: { ...says('user', 'When is it?'), timestamp: '2026-01-05T23:40:00Z' },
    });
    await agent.patch(chat.conversation_id, { client_id: appointment.client_id });
    ids = {
      appointment: appointment.id,
      client: appointment.client_id,
      conversation: chat.conversation_id,
    };
  }, 60_000);

  const clock = (at: string, timeZone: string) =>
    // Without AM and PM, which a range writes once.
    new Intl.DateTimeFormat('en', { timeStyle: 'short', timeZone }).format(new Date(at)).split(/\s/)[0] ?? '';
  const dateIn = (timeZone: string) =>
    new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(new Date(starts_at));
  const shows = async (page: Page, selector: string, text: string) => {
    const place = page.locator(selector).first();
    await place.waitFor();
    await place.filter({ hasText: new RegExp(`(^|[^\\d:])${text}(?!\\d)`) }).waitFor();
  };
  const openIn = (timezoneId: string): Promise<Window> =>
    panel.openAs('operator', '/', { timezoneId, locale: 'en' });

  it.each(CHECKED)('is that of the business in %s for a reader in %s', async (business, reader) => {
    await setAgent(panel.t, { time_zone: business });
    const { page, faults } = await openIn(reader);
    const time = clock(starts_at, business);
    await shows(page, 'app-timeline li .times', time);
    // The reader's own zone is taken from the browser a moment later.
    await page.locator('app-top-bar .zone').waitFor({ state: business === reader ? 'detached' : 'attached' });
    const places: [address: string, selector: string][] = [
      [`/appointments/${ids.appointment}?view=list`, 'app-appointment-drawer'],
      [`/appointments?view=day&date=${dateIn(business)}`, '.appointment .when'],
      [`/appointments?view=columns&date=${dateIn(business)}`, '.appointment .when'],
      [`/appointments?view=month&date=${dateIn(business)}`, 'app-appointment-month .line .time'],
      ['/appointments?view=list', 'app-appointment-table .table-row, app-appointment-table [data-index]'],
      [`/clients/${ids.client}?tab=appointments`, 'app-client-appointments time'],
      [`/conversations/${ids.conversation}`, 'app-next-appointments li'],
    ];
    for (const [address, selector] of places) {
      await page.goto(address);
      await shows(page, selector, time);
    }
    await shows(page, 'app-message-list .message .by time', clock('2026-01-05T23:40:00Z', business));

    expect(faults).toEqual([]);
  });

  it("is taken from the browser once for the reader's own", async () => {
    const { page } = await openIn('Asia/Tokyo');
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
