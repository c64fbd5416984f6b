import type { Page } from 'playwright-core';
import { asInstalled } from '../harness/data/appointments';
import { emptyTables } from '../harness/databases/empty-tables';
import { panelInBrowser } from './panel-in-browser';

/** From the first page after the log-in on. Who changes the way counts again. */
const CLICKS = { person: 4, brief: 3 };

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
});
