import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { ClientDto } from '@groupless/shared-dto';
import { setAgent } from '../harness/data/appointments';
import { Conversations, newChat, says } from '../harness/data/conversations';
import { signIn, type SignedInUser } from '../harness/data/panel-users';
import { eventually } from '../harness/data/times';
import { goWithin, panelInBrowser } from './panel-in-browser';
import { CHECKED_OF_RECORDS, clock, day, hints, openIn, shows, withTime, WRITTEN_AT } from './zones';

// A page takes its time on a busy machine.
jest.setTimeout(300_000);

describe('when something was written', () => {
  const panel = panelInBrowser();
  let operator: SignedInUser;
  let ids: { client: string };
  beforeAll(async () => {
    operator = await signIn(panel.t, { role: 'operator' });
    const [client, other] = [await newClient('Zora Zone'), await newClient('Zora Twin')];
    const { http } = panel.t;
    await http
      .post(`/api/clients/${client}/merges`)
      .set(operator.bearer)
      .send({ client_id: other })
      .expect(201);
    const agent = new Conversations(panel.t, operator);
    const chat = await agent.begin(newChat(), {
      message: { ...says('user', 'When is the marimba lesson?'), timestamp: WRITTEN_AT },
    });
    await agent.patch(chat.conversation_id, { client_id: client });
    ids = { client };
    for (const [statement, ...values] of panelRows(client))
      await panel.t.panel.query(statement, [WRITTEN_AT, ...values]);
    for (const statement of MEMORY_ROWS) await panel.t.memory.query(statement, [WRITTEN_AT]);
  });

  async function newClient(name: string): Promise<string> {
    const { body } = await panel.t.http.post('/api/clients').set(operator.bearer).send({ name }).expect(201);
    return (body as ClientDto).id;
  }

  /** All of the time that is the first value. */
  const panelRows = (client: string): [statement: string, ...values: string[]][] => [
    ['update clients set created_at = $1, updated_at = $1 where id = $2', client],
    ['update client_merges set merged_at = $1 where client_id = $2', client],
    ['update users set created_at = $1 where id = $2', operator.id],
    [
      `insert into audit_events (id, at, action, object, user_id)
       select gen_random_uuid(), $1::timestamptz, action, object, $2::uuid
       from (values ('settings.updated', 'settings:zones'), ('client.updated', $3)) as noted (action, object)`,
      ...[operator.id, `client:${client}`],
    ],
    [
      `insert into hooks (id, url, events, active, secret, failing_since, switched_off_at, created_at, updated_at)
       values ($2, 'https://hooks.example.com/zones', '{appointment.created}', false, 'sealed', $1, $1, $1, $1)`,
      randomUUID(),
    ],
    [
      `insert into api_keys (id, name, scopes, prefix, digest, expires_at, last_used_at, created_by, created_at)
       values (gen_random_uuid(), 'Zones', '{panel:read}', 'zones', '', $1, $1, $2, $1)`,
      operator.id,
    ],
    [
      `with account as (
         update assistant_accounts set session_data = 'sealed', session_version = 1, session_updated_at = $1,
           session_expires_at = $1 where id = (select id from assistant_accounts order by name limit 1) returning id
       )
       insert into assistant_account_sessions (account_id, version, session_data, stored_at, expires_at)
       select id, 1, 'sealed', $1, $1 from account`,
    ],
  ];

  /** The time of an element as the element itself names it: of what was read just now, and may be read again. */
  async function showsItsTime(page: Page, selector: string, timeZone: string): Promise<void> {
    const place = page.locator(selector).first();
    await eventually(async () => {
      const [at, text] = [await place.getAttribute('datetime'), await place.textContent()];
      return at !== null && withTime(clock(at, timeZone)).test(text ?? '');
    });
  }

  it.each(CHECKED_OF_RECORDS)('is shown by the clocks of %s to a reader in %s', async (business, reader) => {
    await setAgent(panel.t, { time_zone: business });
    const { page, faults } = await openIn(panel, reader);
    const [time, date] = [clock(WRITTEN_AT, business), day(WRITTEN_AT, business)];
    await showsItsTime(page, 'app-page-header time', business);

    // Each has a selector of its own: nothing of the screen before is taken for it.
    const places: [address: string, selector: string, text: string][] = [
      [`/clients/${ids.client}`, 'app-client-overview', time],
      [`/clients/${ids.client}?tab=timeline`, 'app-client-timeline a[href^="/conversations/"] time', time],
      [`/clients/${ids.client}?tab=timeline`, 'app-client-timeline .entry:has-text("Changed:") time', time],
      // The year stands there only where it is not this one.
      ['/conversations?search=marimba', 'app-message-hits time', date.replace(/, \d+$/, '')],
      ['/memory/sessions', 'app-session-timeline .day', date],
      ['/memory/sessions', 'app-session-timeline .head time', time],
      ['/memory/sessions/1', 'app-session-drawer', time],
      ['/memory/overview/run-1', 'app-assistant-drawer', time],
      ['/users/audit?object=settings:zones', 'app-audit-trail .body time', time],
      [`/users/${operator.id}`, 'app-user-overview', date],
      [`/users/${operator.id}?tab=audit`, 'app-audit-list li:has-text("settings:zones") time', time],
      ['/settings/hooks', 'app-hook-row .notice', time],
      ['/settings/keys', 'app-api-keys .key dd', date],
    ];
    for (const [address, selector, text] of places) {
      await goWithin(page, address);
      await shows(page, selector, text);
    }
    await hints(page, 'app-api-keys .key div + div time', time);
    await goWithin(page, '/settings/accounts');
    await hints(page, 'app-account-card .expiry time', time);
    await goWithin(page, '/settings/database');
    await page.locator('app-database-card').first().waitFor();
    await showsItsTime(page, 'app-databases time', business);

    expect(faults).toEqual([]);
  });

  it.each(CHECKED_OF_RECORDS)(
    'is shown in dialogs by the clocks of %s to a reader in %s',
    async (business, reader) => {
      await setAgent(panel.t, { time_zone: business });
      const { page, faults } = await openIn(panel, reader);
      const time = clock(WRITTEN_AT, business);
      const close = async () => {
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      };

      await goWithin(page, '/users/audit?object=settings:zones');
      await page
        .locator('app-audit-trail [data-index]')
        .first()
        .click({ position: { x: 24, y: 12 } });
      await shows(page, 'app-audit-dialog', `${time}:00`);
      await close();
      await goWithin(page, '/memory/history');
      await page
        .locator('app-memory-history [data-index]')
        .first()
        .click({ position: { x: 24, y: 12 } });
      await shows(page, 'app-version-dialog', `${time}:00`);
      await close();
      await goWithin(page, `/clients/${ids.client}`);
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Merge with another client' }).click();
      await shows(page, 'app-merge-client li time', time);
      await close();
      await goWithin(page, '/settings/accounts');
      await page
        .locator('app-account-card:has(.expiry time)')
        .getByRole('button', { name: /^More for/ })
        .click();
      await page.getByRole('menuitem', { name: 'Last sessions' }).click();
      await shows(page, 'app-session-history .caption time', time);

      expect(faults).toEqual([]);
    },
  );
});

/** All of the time that is the first value. */
const MEMORY_ROWS = [
  `insert into assistant_sessions (summary, session_date) values ('Tuned it', $1)`,
  `insert into assistant_runs (session_id, machine, written_by, brief, started_at, seen_at)
   values ('run-1', 'ada-laptop', 'Laptop of Ada', null, $1, $1)`,
  `insert into assistant_state (key, value) values ('marimba', 'out of tune until ' || $1::text)`,
  `update assistant_state set value = 'in tune since ' || $1::text`,
  `update memory_versions set at = $1`,
];
