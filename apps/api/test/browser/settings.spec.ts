import type { Page } from 'playwright-core';
import { booked, setAgent } from '../harness/data/appointments';
import { signIn, type SignedInUser } from '../harness/data/panel-users';
import { axeFaults, isAt, isLive, isTrue, panelInBrowser, type PanelInBrowser } from './panel-in-browser';
import { isStill } from './requests-in-flight';

// A page takes its time on a busy machine.
/** Notes notifications and tones where all tabs of the window can be asked for them. */
const RECORDER = `
  const add = (key, value) => localStorage.setItem(key, value);
  window.Notification = class {
    static get permission() { return localStorage.getItem('permission') ?? 'default'; }
    static async requestPermission() { add('permission', 'granted'); return 'granted'; }
    constructor(title, { body }) {
      add('told', JSON.stringify([...JSON.parse(localStorage.getItem('told') ?? '[]'), title + ': ' + body]));
    }
  };
  const { createOscillator } = AudioContext.prototype;
  AudioContext.prototype.createOscillator = function () {
    add('tones', String(Number(localStorage.getItem('tones') ?? 0) + 1));
    return createOscillator.call(this);
  };`;

const CANARY = 'canary-token-2718281828';
/** Where the list is beside the page; more in the full tests. */
const LIST_SIZES = [
  [1440, 400],
  ...(process.env['FULL_TESTS'] === '1' ? [[1440, 900] as const, [1024, 768] as const] : []),
] as const;

describe('the settings in the panel', () => {
  const panel = panelInBrowser();

  it('show others than admins the chat agent to read, and nothing of accounts, database and keys', async () => {
    const { page } = await panel.openAs('viewer', '/settings');
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
    await page.getByRole('link', { name: 'Chat agent' }).click();
    await page.getByText('an admin can change them').waitFor();
    expect(await page.getByLabel('Greeting').isDisabled()).toBe(true);
    expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
    for (const path of ['accounts', 'database', 'keys']) {
      await page.goto(`/settings/${path}`);
      await page.getByRole('heading', { level: 1, name: 'You may not see this page' }).waitFor();
    }
  });

  it.each(LIST_SIZES)('show on %i × %i pixels in their list which of them is open', async (width, height) => {
    const { page } = await panel.openAs('admin', '/settings', { viewport: { width, height } });
    const current = page.getByRole('navigation', { name: 'Settings' }).locator('[aria-current=page]');
    const links = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
    await links.first().waitFor();
    for (const name of await links.allTextContents()) {
      await links.filter({ hasText: name.trim() }).click();
      await current.filter({ hasText: name.trim() }).waitFor();
      // What is found there by a click in its centre is itself: nothing lies above it, and it is in sight.
      await current.click({ trial: true });
    }
    await page.keyboard.press('End');
    await isStill(page);
    expect(await page.locator('app-top-bar').boundingBox()).toMatchObject({ y: 0 });
  });

  it('begin on a phone with their list, to which each of them leads back', async () => {
    const { page, faults } = await panel.openAs('admin', '/settings', {
      viewport: { width: 390, height: 844 },
    });
    const links = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
    await links.first().waitFor();
    expect(await axeFaults(page)).toEqual([]);
    for (const name of ['Name and hours', 'Database']) {
      await links.filter({ hasText: name }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await links.first().waitFor({ state: 'hidden' });
      await page.getByRole('link', { name: 'Settings', exact: true }).first().click();
      await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    }
    expect(faults).toEqual([]);
  });

  it('lead on from where the parts of the business were, to the part that was asked for', async () => {
    const { page } = await panel.openAs('admin', '/settings/chat-agent#agent-closures');
    await isAt(page, '/settings/business');
    const heading = page.getByRole('heading', { name: 'Closures' });
    await heading.waitFor();
    await isTrue(
      page,
      "scrollY > 0 && document.getElementById('agent-closures').getBoundingClientRect().top < innerHeight / 2",
    );
  });

  it('keep the chat agent’s hours however they were typed, and its zone as it was searched for', async () => {
    const { page, faults } = await panel.openAs('admin', '/settings/business');
    await page.getByRole('combobox', { name: 'Time zone' }).fill('europe vienna');
    await page.getByRole('option', { name: /Europe\/Vienna/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByLabel('Monday, closes').fill('12');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Add hours: Monday' }).click();
    await page.getByLabel('Monday, closes').nth(1).fill('12 am');
    await page.getByRole('button', { name: 'Copy the hours: Monday' }).click();
    await page.getByRole('menuitem', { name: 'Sunday' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    await page.reload();
    await page.getByLabel('Sunday, closes').first().waitFor();

    const closes = await page.getByLabel('Sunday, closes').all();
    const shown = await Promise.all(closes.map((field) => field.inputValue()));
    expect(shown.map((text) => text.replace(/\s/, ' '))).toEqual(['12:00 PM', '12:00 AM']);
    expect(await page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('Europe/Vienna');
    expect(faults).toEqual([]);
  });

  it('keep closures, and a time zone that was typed and left by Tab', async () => {
    const { page, faults } = await panel.openAs('admin', '/settings/business');
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await zone.fill('Nowhere/Land');
    await page.keyboard.press('Tab');
    await page.getByText('Choose an entry from the list.').waitFor();
    await zone.fill('Europe/London');
    await page.keyboard.press('Tab');
    await page.getByText('Choose an entry from the list.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add a closure' }).press('Enter');
    await page.keyboard.type('12242026');
    await page.getByLabel('Last day').fill('2026-12-26');
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    await page.reload();

    await page.getByLabel('First day').waitFor();
    expect(await page.getByLabel('First day').inputValue()).toBe('2026-12-24');
    expect(await zone.inputValue()).toBe('Europe/London');
    expect(faults).toEqual([]);
  });

  it('say that somebody else saved meanwhile, and save over it only on request', async () => {
    const { page } = await panel.openAs('admin', '/settings/chat-agent');
    const other = await panel.openAs('admin', '/settings/chat-agent');
    await page.getByLabel('Greeting').fill('Mine');
    await other.page.getByLabel('Greeting').fill('Theirs');
    await other.page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Somebody else has saved these settings meanwhile.').waitFor();
    expect(await page.getByLabel('Greeting').inputValue()).toBe('Mine');
    await page.getByRole('button', { name: /Keep mine/ }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await isTrue(other.page, 'document.querySelector("textarea").value === "Mine"');
  });

  it('take a file of credentials, and leave no token of it anywhere on the page', async () => {
    const { page, said } = await openAccounts(panel);
    const card = page.locator('article').filter({ hasText: 'Team 1' });
    await card.getByRole('button', { name: 'Store a session' }).click();
    const text = JSON.stringify({
      claudeAiOauth: { accessToken: CANARY, refreshToken: CANARY, expiresAt: Date.now() + 3_600_000 },
      mcpOAuth: { other: { accessToken: CANARY } },
    });
    const file = { name: '.credentials.json', mimeType: 'application/json', buffer: Buffer.from(text) };
    await page.locator('#credentials-file').setInputFiles(file);
    await page.getByText('A session of Claude Code').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await leftOn(page)).not.toContain(CANARY);
    await page.getByRole('dialog').getByRole('button', { name: 'Store a session' }).click();
    await page.getByText('is stored.').waitFor();
    await card.getByText('Access token expires').waitFor();

    expect(await leftOn(page)).not.toContain(CANARY);
    expect(said.join('\n')).not.toContain(CANARY);
  });

  it('put a session back that was replaced', async () => {
    const { page, said } = await openAccounts(panel);
    const card = page.locator('article').filter({ hasText: 'Team 2' });
    for (const hours of [1, 2]) {
      await card.getByRole('button', { name: / session$/ }).click();
      const expiresAt = Date.now() + hours * 3_600_000;
      const text = JSON.stringify({
        claudeAiOauth: { accessToken: CANARY, refreshToken: CANARY, expiresAt },
      });
      const file = { name: '.credentials.json', mimeType: 'application/json', buffer: Buffer.from(text) };
      await page.locator('#credentials-file').setInputFiles(file);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: / session$/ })
        .click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await card.getByRole('button', { name: 'More for Team 2' }).click();
    await page.getByRole('menuitem', { name: 'Last sessions' }).click();
    await page.getByRole('dialog').getByText('present').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: /^Put back: version \d+$/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Put back' }).click();
    await page.getByText(/put back from version \d+/).waitFor();
    expect(await page.getByRole('dialog').getByRole('listitem').count()).toBe(3);

    expect(await leftOn(page)).not.toContain(CANARY);
    expect(said.join('\n')).not.toContain(CANARY);
  });

  it('show in every window which account is active', async () => {
    const { page } = await openAccounts(panel);
    const { page: other } = await openAccounts(panel);
    const pro = page.locator('article').filter({ hasText: 'assistant-switch use "Pro"' });
    const activeThere = other.locator('article.active').filter({ hasText: 'assistant-switch use "Pro"' });
    expect(await activeThere.count()).toBe(0);
    await pro.getByRole('button', { name: 'Set active' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Set active' }).click();
    await activeThere.waitFor();

    await pro.getByRole('button', { name: 'More for Pro' }).click();
    const remove = page.getByRole('menuitem', { name: 'Remove' });
    expect(await remove.getAttribute('aria-disabled')).toBe('true');
    expect(await axeFaults(page)).toEqual([]);
  });

  it('tell of what others do, by one tab alone and at the time of the business', async () => {
    await setAgent(panel.t, { time_zone: 'Asia/Kolkata' });
    const { context, page, faults } = await panel.openAs('operator', '/', { timezoneId: 'Europe/Vienna' });
    await context.addInitScript(RECORDER);
    await page.goto('/settings/profile');
    const kept = (key: string) => page.evaluate<string | null>(`localStorage.getItem('${key}')`);
    await page.getByLabel('New appointment: Sound').check();
    expect(await kept('permission')).toBeNull();
    for (const kind of ['New appointment', 'Appointment cancelled'])
      await page.getByLabel(`${kind}: Desktop`).check();
    expect(await kept('permission')).toBe('granted');
    expect(await axeFaults(page)).toEqual([]);
    const other = await context.newPage();
    await other.goto('/clients');
    await Promise.all([page, other].map(isLive));

    const token = await page.request.post('/api/auth/refresh', {
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    const { access_token } = (await token.json()) as { access_token: string };
    const colleague = await signIn(panel.t, { role: 'operator' });
    const book = (name: string, starts_at: string, user: Pick<SignedInUser, 'bearer'>) =>
      booked(panel.t, user as SignedInUser, { client: { name }, starts_at, duration_minutes: 30 });
    const { id } = await book('Noted Nina', '2027-04-08T10:00:00Z', colleague);
    await book('Own Olaf', '2027-04-08T11:00:00Z', { bearer: { authorization: `Bearer ${access_token}` } });
    await isTrue(page, `(localStorage.getItem('told') ?? '').includes('New appointment')`);
    await panel.t.http.patch(`/api/appointments/${id}`).set(colleague.bearer).send({ status: 'cancelled' });
    await isTrue(page, `(localStorage.getItem('told') ?? '').includes('cancelled')`);

    expect(JSON.parse((await kept('told')) ?? '')).toEqual([
      expect.stringMatching(
        /^New appointment: Noted Nina, Apr 8, 2027, 3:30\sPM \(Asia\/Kolkata, GMT\+5:30\)$/,
      ),
      expect.stringMatching(/^Appointment cancelled: Noted Nina, /),
    ]);
    await isTrue(page, `localStorage.getItem('tones') === '2'`);
    await page.reload();
    await page.getByLabel('New appointment: Sound').waitFor();
    expect(await page.getByLabel('New appointment: Sound').isChecked()).toBe(true);
    expect(await page.getByLabel('New conversation: Sound').isChecked()).toBe(false);
    expect(faults).toEqual([]);
  });

  it('show a new key once', async () => {
    const { page, faults } = await panel.openAs('admin', '/settings/keys');
    await page.getByText('No keys yet').waitFor();
    await page.keyboard.press('n');
    await page.getByLabel('Name').fill('Website');
    await page.getByLabel(/^panel:read/).check();
    await page.getByRole('button', { name: 'Make the key' }).click();
    const key = (await page.locator('app-copied-text code').textContent()) ?? '';
    expect(await axeFaults(page)).toEqual([]);
    const answer = await page.request.get('/api/clients', { headers: { 'x-api-key': key } });
    expect(answer.status()).toBe(200);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('button', { name: 'Revoke Website' }).waitFor();
    expect(await leftOn(page)).not.toContain(key);

    await page.getByRole('button', { name: 'Revoke Website' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No keys yet').waitFor();
    const refused = await page.request.get('/api/clients', { headers: { 'x-api-key': key } });
    expect(refused.status()).toBe(401);
    expect(faults).toEqual([]);
  });
});

/** The accounts, with everything that the page writes to its console. */
async function openAccounts(panel: PanelInBrowser): Promise<{ page: Page; said: string[] }> {
  const { page } = await panel.openAs('admin', '/settings/accounts');
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.getByText('Before you switch').waitFor();
  return { page, said };
}

/** All that stays in a page where somebody could find it: markup, the values of fields, and what is stored. */
function leftOn(page: Page): Promise<string> {
  return page.evaluate<string>(`JSON.stringify([
    document.documentElement.outerHTML,
    [...document.querySelectorAll('input, textarea')].map((field) => field.value),
    { ...localStorage },
    { ...sessionStorage },
  ])`);
}
