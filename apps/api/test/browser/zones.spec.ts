import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { booked, setAgent } from '../harness/data/appointments';
import { Conversations, newChat, says } from '../harness/data/conversations';
import { signIn, type SignedInUser } from '../harness/data/panel-users';
import { goWithin, isTrue, panelInBrowser, type Window } from './panel-in-browser';

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

/** Another day in the east than in the west. */
const WRITTEN_AT = '2026-01-05T23:40:00Z';
/** When the business is open on each day of the week, by its own clocks. */
const OPEN = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens: '10:00', closes: '12:00' }));

/** Two usually, so that the suite stays short. */
const CHECKED = process.env['FULL_TESTS'] === '1' ? PAIRS : PAIRS.slice(0, 2);

describe('the time of one appointment', () => {
  const panel = panelInBrowser();
  let operator: SignedInUser;
  let starts_at: string;
  let ids: { appointment: string; client: string; conversation: string; chat: string };
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
    ids = {
      appointment: appointment.id,
      client: appointment.client_id,
      conversation: chat.conversation_id,
      chat: chat.chat_id,
    };
    await writeRows();
  }, 60_000);

  /** What shows a time and is no part of the appointment, from the time of the message. */
  async function writeRows() {
    const reply = { name: 'Reminder', text: 'You come at {next_appointment}.' };
    await panel.t.http.post('/api/settings/saved-replies').set(operator.bearer).send(reply).expect(201);
    for (const [statement, ...values] of [
      ['update clients set created_at = $1, updated_at = $1 where id = $2', ids.client],
      ['update users set created_at = $1 where id = $2', operator.id],
      [
        `insert into audit_events (id, at, action, object)
         values (gen_random_uuid(), $1, 'settings.updated', $2)`,
        'settings:zones',
      ],
      ['update appointment_events set at = $1 where appointment_id = $2', ids.appointment],
      [
        `insert into hooks (id, url, events, active, secret, failing_since, switched_off_at, created_at, updated_at)
         values ($2, 'https://hooks.example.com/zones', '{appointment.created}', false, 'sealed', $1, $1, $1, $1)`,
        randomUUID(),
      ],
    ] as const)
      await panel.t.panel.query(statement, [WRITTEN_AT, ...values]);
    await panel.t.memory.query(
      `insert into assistant_sessions (summary, session_date) values ('Tuned it', $1)`,
      [WRITTEN_AT],
    );
    await panel.t.memory.query(
      `insert into assistant_runs (session_id, machine, written_by, brief, started_at, seen_at)
       values ('run-1', 'ada-laptop', 'Laptop of Ada', null, $1, $1)`,
      [WRITTEN_AT],
    );
  }

  const clock = (at: string, timeZone: string) =>
    // Without AM and PM, which a range writes once.
    new Intl.DateTimeFormat('en', { timeStyle: 'short', timeZone }).format(new Date(at)).split(/\s/)[0] ?? '';
  const day = (at: string, timeZone: string) =>
    new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone }).format(new Date(at));
  const dateIn = (timeZone: string, at = new Date(starts_at)) =>
    new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(at);
  /** As fields for a time have it: `09:30`. */
  const typedClock = (at: string, timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }).format(new Date(at));
  const shows = async (page: Page, selector: string, text: string) => {
    const place = page.locator(selector).first();
    await place.waitFor();
    await place.filter({ hasText: new RegExp(`(^|[^\\d:])${text}(?!\\d)`) }).waitFor();
  };
  /** Whether a saved reply tells the client this time. */
  async function isReplyFilled(page: Page, time: string) {
    await page.getByRole('button', { name: 'Saved replies' }).click();
    await page.getByRole('menuitem', { name: 'Reminder' }).click();
    await isTrue(page, `document.querySelector('app-composer textarea').value.includes(', ${time}')`);
  }
  const openIn = (timezoneId: string): Promise<Window> =>
    panel.openAs('admin', '/', { timezoneId, locale: 'en' });

  it.each(CHECKED)('is that of the business in %s for a reader in %s', async (business, reader) => {
    await setAgent(panel.t, { time_zone: business, working_hours: OPEN });
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
    const [written, writtenOn] = [clock(WRITTEN_AT, business), day(WRITTEN_AT, business)];
    await shows(page, 'app-message-list .message .by time', written);
    await shows(page, 'app-message-list .divider', writtenOn.replace(/^Jan (\d).*/, 'Jan(uary)? $1'));
    await isReplyFilled(page, time);
    await page.locator('app-conversation-row time').hover();
    await isTrue(page, `document.querySelector('app-conversation-row time').title.includes(' ${written}:')`);

    // Each has a selector of its own: nothing of the screen before is taken for it.
    const others: [address: string, selector: string, text: string][] = [
      [`/appointments?view=agenda&date=${dateIn(business)}`, 'app-appointment-agenda .time', time],
      [`/appointments/${ids.appointment}?view=list`, 'app-appointment-history time', written],
      [`/clients/${ids.client}`, 'app-client-overview', written],
      [`/clients/${ids.client}?tab=timeline`, 'app-client-timeline a[href^="/appointments/"] time', time],
      ['/conversations?search=marimba', 'app-message-hits time', writtenOn],
      ['/memory/sessions', 'app-session-timeline .day', writtenOn],
      ['/memory/sessions/1', 'app-session-drawer', written],
      [`/memory/chats/${ids.chat}`, 'app-chat-drawer', written],
      ['/memory/assistants/run-1', 'app-assistant-drawer', written],
      ['/users/audit?object=settings:zones', 'app-audit-trail .body time', written],
      [`/users/${operator.id}`, 'app-user-overview', writtenOn],
      ['/settings/hooks', 'app-hook-row .notice', written],
    ];
    for (const [address, selector, text] of others) {
      await goWithin(page, address);
      await shows(page, selector, text);
    }

    expect(faults).toEqual([]);
  });

  it.each(CHECKED)(
    'is read in forms as that of the business in %s from a reader in %s',
    async (business, reader) => {
      await setAgent(panel.t, { time_zone: business, working_hours: OPEN });
      const { page, faults } = await openIn(reader);
      const dialog = page.getByRole('dialog');
      const hasTime = (text: string) =>
        isTrue(page, `document.querySelector('[role=dialog] input[type=time]')?.value === '${text}'`);
      const inAMonth = dateIn(business, new Date(Date.now() + 30 * 86_400_000));

      await page.goto(`/appointments?view=day&date=${dateIn(business)}`);
      await page.locator('.appointment').first().press('Enter');
      await shows(page, 'app-appointment-popover', clock(starts_at, business));
      await page.getByRole('button', { name: 'Change…' }).last().press('Enter');
      await hasTime(typedClock(starts_at, business));
      await page.goto(`/conversations/${ids.conversation}`);
      await page.getByRole('button', { name: 'Book from here' }).click();
      await dialog.locator('input[type=date]').first().fill(inAMonth);
      await shows(page, 'app-free-times button', '10:00');
      await dialog.locator('app-free-times button').first().click();
      await hasTime('10:00');
      await dialog.getByText(business.replaceAll('_', ' ')).first().waitFor();

      await page.goto('/settings/chat-agent');
      await page.locator('app-booking-simulation input[type=date]').fill(inAMonth);
      await shows(page, 'app-booking-simulation .slot', '10:00');
      await page.goto('/settings/keys');
      await page.getByRole('button', { name: 'New key' }).first().click();
      await dialog.locator('select').selectOption('date');
      await dialog.getByText(/It works until .*11:59\sPM/).waitFor();
      const asOf = new Date().toISOString();
      await page.goto(`/memory/preview?as_of=${asOf}`);
      await isTrue(
        page,
        `document.querySelector('app-as-of-field input').value.startsWith('${dateIn(business, new Date(asOf))}T${typedClock(asOf, business)}')`,
      );

      expect(faults).toEqual([]);
    },
  );

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
