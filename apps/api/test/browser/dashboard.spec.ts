import type { Page, Response } from 'playwright-core';
import type { AccountDto, PingDto } from '@groupless/shared-dto';
import { claudeSession } from '../harness/data/accounts';
import { AS_AGENT, says } from '../harness/data/conversations';
import { signIn } from '../harness/data/panel-users';
import { asInstalled } from '../harness/data/appointments';
import { axeFaults, isAt, isTrue, panelInBrowser } from './panel-in-browser';
import { isStill } from './requests-in-flight';

// A page takes its time on a busy machine.
/** The colour of the first chart's first bar. */
const PAINTED = `getComputedStyle(document.querySelector('app-bar-chart .part')).fill`;

describe('the dashboard', () => {
  const panel = panelInBrowser();
  const ping = (more: Partial<PingDto>) =>
    panel.t.http
      .post('/api/conversations/ping')
      .set(AS_AGENT)
      .send({ chat_id: 'c1', ...more })
      .expect(200);
  beforeAll(async () => {
    await asInstalled(panel.t);
    // People of the team may book at any hour, so the test does not depend on the time of day.
    const operator = await signIn(panel.t, { role: 'operator' });
    const book = (name: string, hours: number) =>
      panel.t.http
        .post('/api/appointments')
        .set(operator.bearer)
        .send({
          client: { name },
          starts_at: new Date(Date.now() + hours * 3_600_000).toISOString(),
          duration_minutes: 30,
          source: 'phone',
        })
        .expect(201);
    await book('Ada', 2);
    await book('Grace', 26);
    await ping({ message: says('user', 'Hello') });
  });

  const shown = async (page: Page) => {
    await page.getByRole('heading', { name: 'Now and next' }).waitFor();
    await page.locator('app-bar-chart svg').first().waitFor();
  };

  it('leads an admin through the first steps, until they are done or hidden', async () => {
    const { page, faults } = await panel.openAs('admin', '/', { timezoneId: 'Europe/Vienna' });
    const steps = page.locator('app-first-steps');
    const { keyboard } = page;
    /** By keys alone: opens the step that has the focus, and has it gone. */
    const does = async (step: string, fill: () => Promise<void>) => {
      await isTrue(page, `document.activeElement.textContent.trim() === '${step}'`);
      await keyboard.press('Enter');
      await steps.getByRole('button', { name: 'Save' }).waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await keyboard.press('Tab');
      await keyboard.press('Tab');
      await fill();
      await steps.getByRole('button', { name: step, exact: true }).waitFor({ state: 'detached' });
    };
    // What it is for comes first, and alone.
    await steps.getByRole('button', { name: 'Both', exact: true }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await page.getByRole('heading', { name: 'Needs attention' }).count()).toBe(0);
    await steps.getByRole('button', { name: 'Both', exact: true }).click();
    await steps.getByRole('button', { name: 'Name the business', exact: true }).focus();
    await does('Name the business', async () => {
      await keyboard.type('Salon Ada');
      await keyboard.press('Enter');
    });
    // The browser's zone stands there.
    await does('Choose the time zone of the business', async () => {
      await keyboard.press('Tab');
      await keyboard.press('Enter');
      // What the tests before have booked is asked about.
      await page.getByRole('alertdialog').waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await keyboard.press('Tab');
      await keyboard.press('Enter');
    });
    await does('Set the opening hours', async () => {
      await steps.getByRole('button', { name: 'Save' }).focus();
      await keyboard.press('Enter');
    });
    await does('Add the services that can be booked', async () => {
      await keyboard.type('Haircut');
      await keyboard.press('Enter');
    });
    await does('Choose the country of phone numbers', async () => {
      await keyboard.type('Austria');
      await keyboard.press('Tab');
      await keyboard.press('Enter');
    });
    const { body } = await panel.t.http.get('/api/settings/chat-agent').set(AS_AGENT).expect(200);
    expect(body).toMatchObject({
      ...{ name: 'Salon Ada', time_zone: 'Europe/Vienna', phone_region: 'AT' },
      services: [{ name: 'Haircut', duration_minutes: 30 }],
    });
    await isTrue(
      page,
      "document.activeElement.textContent.trim() === 'Attach a coding assistant to the memory'",
    );
    await keyboard.press('Enter');
    await steps.getByText('assistant-memory attach claude-code --login').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await steps.getByRole('button', { name: 'Skip: Attach a coding assistant to the memory' }).press('Enter');
    await isTrue(page, "document.activeElement.textContent.trim() === 'Add the login of a coding assistant'");
    await keyboard.press('Enter');
    await steps.getByLabel('Account', { exact: true }).waitFor();
    await steps.getByRole('button', { name: 'Store a session', exact: true }).press('Enter');
    await page.getByRole('dialog').getByLabel('Paste the content of the file').waitFor();
    await keyboard.press('Escape');
    await isTrue(page, "document.activeElement.textContent.trim() === 'Store a session'");
    expect(await axeFaults(page)).toEqual([]);
    // Of an account that was not the active one.
    await steps.getByLabel('Account', { exact: true }).selectOption('Team 2');
    await steps.getByRole('button', { name: 'Store a session', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Paste the content of the file').fill(JSON.stringify(claudeSession('ada')));
    await dialog.getByRole('button', { name: 'Store a session' }).press('Enter');
    await steps.getByText('Add the login of a coding assistant').waitFor({ state: 'detached' });
    const { bearer: asAdmin } = await signIn(panel.t, { role: 'admin' });
    const accounts = await panel.t.http.get('/api/assistant-accounts').set(asAdmin).expect(200);
    const active = (accounts.body as AccountDto[]).filter(({ is_active }) => is_active);
    expect(active).toMatchObject([{ name: 'Team 2', has_session: true }]);
    // Without its session there is something to do again.
    const { id = '' } = active[0] ?? {};
    await panel.t.http.delete(`/api/assistant-accounts/${id}/session`).set(asAdmin).expect(204);
    await steps.getByRole('button', { name: 'Hide' }).click();
    await steps.locator('section').waitFor({ state: 'detached' });
    // For every admin, in any browser.
    const other = await panel.openAs('admin');
    await shown(other.page);
    await isStill(other.page);
    expect(await other.page.locator('app-first-steps section').count()).toBe(0);
    await ping({ needs_human: true });
    await isTrue(page, "document.title.startsWith('(1) ')");
    // As it was, for the tests that follow.
    const { conversation_id } = (await ping({})).body as { conversation_id: string };
    const { bearer } = await signIn(panel.t, { role: 'operator' });
    await panel.t.http.post(`/api/conversations/${conversation_id}/handback`).set(bearer).expect(200);

    // What the browser notes where the server asks what to do with the appointments to come.
    expect(faults).toEqual([expect.stringContaining('409')]);
  });

  it('says why it could not be read, and tries again', async () => {
    const { page, context } = await panel.openAs('viewer', '/clients');
    await context.route('**/api/dashboard', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'internal_error', detail: 'Something went wrong.' }),
      }),
    );
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await page.getByText('Something went wrong on the server').waitFor();
    await context.unroute('**/api/dashboard');
    await page.getByRole('button', { name: 'Try again' }).click();

    await shown(page);
    expect(await page.getByText('Something went wrong on the server').count()).toBe(0);
  });

  it('shows a viewer what comes, and the numbers with links to their lists', async () => {
    const { page } = await panel.openAs('viewer');
    await shown(page);
    expect(await page.locator('app-timeline li').count()).toBe(2);
    await page.getByRole('link', { name: 'Needs a human' }).click();
    await isAt(page, '/conversations?tab=needs_human');
  });

  it('follows what happens without a reload', async () => {
    const { page } = await panel.openAs('viewer');
    await shown(page);
    const waiting = page.locator('app-statistic-card', { hasText: 'Needs a human' }).locator('.value');
    expect((await waiting.textContent())?.trim()).toBe('0');
    await ping({ needs_human: true });

    await waiting.filter({ hasText: '1' }).waitFor();
  });

  it('paints its charts anew in the colours of the other theme', async () => {
    const { page } = await panel.openAs('viewer', '/', { colorScheme: 'light', reducedMotion: 'reduce' });
    await shown(page);
    // The accent of each theme.
    await isTrue(page, `${PAINTED} === 'rgb(71, 88, 212)'`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await isTrue(page, `${PAINTED} === 'rgb(77, 96, 220)'`);
  });

  it('loads the charts after the numbers', async () => {
    const { page } = await panel.openAs('viewer', '/clients');
    const answers: Response[] = [];
    page.on('response', (response) => answers.push(response));
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await shown(page);
    const isCharts = async (answer: Response) =>
      answer.url().endsWith('.js') && (await answer.text()).includes('0 0 1000 100');
    const areCharts = await Promise.all(answers.map(isCharts));
    const numbers = answers.findIndex((answer) => answer.url().endsWith('/api/dashboard'));

    expect(areCharts.filter(Boolean)).toHaveLength(1);
    expect(numbers).toBeGreaterThan(-1);
    expect(numbers).toBeLessThan(areCharts.indexOf(true));
  });
});
