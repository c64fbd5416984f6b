import type { Page } from 'playwright-core';
import type { AvailabilityDto, Role } from '@groupless/shared-dto';
import { asInstalled } from '../harness/data/appointments';
import { signIn } from '../harness/data/panel-users';
import { emptyTables } from '../harness/databases/empty-tables';
import { panelInBrowser } from './panel-in-browser';
import { isStill } from './requests-in-flight';

const DAY_MS = 86_400_000;

/** From the first page after the log-in on. Who changes the way counts again. */
const CLICKS = { hour: 1, 'hour of its own': 3, person: 4, brief: 3 };

/** What each role has before it in an installation that nobody has used. */
const OF_DESK = ['Dashboard', 'Clients', 'Appointments', 'Conversations', 'Reports'];
const READER = {
  asked: 0,
  headings: ['Now and next', 'Needs attention', 'Pending tasks', 'Active assistant account'],
  places: [...OF_DESK, 'Memory', 'Settings'],
};
const SEEN = {
  viewer: READER,
  desk: { asked: 0, headings: ['Now and next', 'Needs attention'], places: [...OF_DESK, 'Settings'] },
  operator: READER,
  admin: { asked: 1, headings: ['First steps'], places: [...OF_DESK, 'Memory', 'Users', 'Settings'] },
};

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
    await emptyTables(panel.t.panel, 'appointments', 'clients', 'skipped_first_steps');
    await asInstalled(panel.t);
    ({ page } = await panel.openAs('admin', '/', { locale: 'en-AT', timezoneId: 'Europe/Vienna' }));
    clicks = 0;
  });
  const counted = (what: keyof typeof CLICKS) => {
    process.stdout.write(`first ${what}: ${clicks} clicks\n`);
    expect(clicks).toBe(CLICKS[what]);
  };

  /** When the panel offers times, on a Monday to come. */
  async function firstFreeTime(): Promise<string | undefined> {
    const monday = new Date(Date.now() + 7 * DAY_MS);
    monday.setUTCDate(monday.getUTCDate() + ((8 - monday.getUTCDay()) % 7));
    const date = monday.toISOString().slice(0, 10);
    const { bearer } = await signIn(panel.t, { role: 'admin' });
    const { body } = await panel.t.http
      .get(`/api/appointments/availability?date=${date}`)
      .set(bearer)
      .expect(200);
    return (body as AvailabilityDto).slots[0]?.local_starts_at.slice(11, 16);
  }

  it('leads to the first hour that can be booked, and to one of its own', async () => {
    await click('It takes bookings by phone, chat and web');
    await page.getByRole('button', { name: 'Set the opening hours', exact: true }).waitFor();
    expect(await firstFreeTime()).toBe('09:00');
    counted('hour');

    await click('Set the opening hours');
    const steps = page.locator('app-first-steps');
    await steps.locator('app-clock-field input').first().fill('08:00');
    await click('Save', steps);
    await page
      .getByRole('button', { name: 'Set the opening hours', exact: true })
      .waitFor({ state: 'detached' });
    expect(await firstFreeTime()).toBe('08:00');
    counted('hour of its own');
  });

  it('leads to the first invited person', async () => {
    await click('Both');
    // The step of it is gone here, where the tests before have made others.
    clicks++;
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await click('Invite a user');
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
    expect(await page.getByRole('button', { name: 'Set the opening hours', exact: true }).count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'Now and next' }).count()).toBe(0);
    const places = page.getByRole('navigation', { name: 'Main' }).getByRole('listitem');
    expect((await places.allTextContents()).map((text) => text.trim()).slice(0, 2)).toEqual([
      'Dashboard',
      'Memory',
    ]);
  });

  it.each(Object.entries(SEEN))(
    'asks of %s what they can answer, and shows what they may see',
    async (role, seen) => {
      ({ page } = await panel.openAs(role as Role, '/', { locale: 'en-AT', timezoneId: 'Europe/Vienna' }));
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
      await isStill(page);
      const places = page.getByRole('navigation', { name: 'Main' }).getByRole('listitem');

      expect({
        asked: await page.getByRole('button', { name: 'What shall Groupless do?', exact: true }).count(),
        headings: (await page.getByRole('heading', { level: 2 }).allTextContents()).map((text) =>
          text.trim(),
        ),
        places: (await places.allTextContents()).map((text) => text.trim()),
      }).toEqual(seen);
    },
  );
});
