import type { Page } from 'playwright-core';
import { asInstalled } from '../harness/data/appointments';
import { emptyTables } from '../harness/databases/empty-tables';
import { isTrue, panelInBrowser } from './panel-in-browser';
import { isStill } from './requests-in-flight';

/** As a practice keeps it: a title, national numbers, a cell that is none. */
const LIST = Buffer.from(
  [
    'Patienten;;;;',
    'Familienname;Vorname;Handy;E-Mail;geb. am',
    'Fischer;Walter;0664 1234567;walter@example.at;27.07.42',
    'Gruber;Anna;0676/1007919;keine;1.2.80',
  ].join('\r\n'),
);
/** More than this is not needed; who changes the way counts again. */
const CLICKS = 11;
const KEYS = 45;
const MOST_TABS = 60;

describe('the way from an empty installation to the first booking of an imported client', () => {
  const panel = panelInBrowser();
  beforeEach(async () => {
    await emptyTables(panel.t.panel, 'appointments', 'clients');
    await asInstalled(panel.t);
  });

  const open = () =>
    panel.openAs('admin', '/', { locale: 'en-AT', timezoneId: 'Europe/Vienna', viewport: null });
  const isBooked = async () => {
    const { rows } = await panel.t.panel.query<object>(
      `select c.name, c.phone, a.status from appointments as a join clients as c on c.id = a.client_id`,
    );
    expect(rows).toEqual([{ name: 'Walter Fischer', phone: '+436641234567', status: 'confirmed' }]);
  };
  const isToldBooked = async (page: Page) => {
    await page
      .getByText('Booked: Walter Fischer')
      .waitFor({ timeout: 30_000 })
      .catch(async () => {
        throw new Error(await page.locator('body').innerText());
      });
  };
  const isImported = (page: Page) => page.getByRole('heading', { name: 'Imported' }).waitFor();

  it(`is ${CLICKS} clicks with the pointer`, async () => {
    const { page, faults } = await open();
    let clicks = 0;
    const click = async (role: 'link' | 'button' | 'row', name: string | RegExp) => {
      clicks++;
      await page
        .getByRole(role, { name, exact: typeof name === 'string' })
        .first()
        .click();
    };
    const answer = async (field: string) => {
      await page.locator(`app-first-questions-dialog app-${field}-field`).waitFor();
      clicks++;
      await page.locator('app-first-questions-dialog [type=submit]').click();
    };
    await click('link', 'Clients');
    await click('link', 'Import');
    await answer('region');
    await answer('zone');
    await page.locator('app-first-questions-dialog').waitFor({ state: 'detached' });
    clicks++;
    const asked = page.waitForEvent('filechooser');
    await page.locator('.drop').click();
    await (await asked).setFiles({ name: 'patienten.csv', mimeType: 'text/csv', buffer: LIST });
    await click('button', 'Check the file');
    await click('button', 'Import');
    await isImported(page);
    await click('link', 'To the clients');
    await click('row', /Walter Fischer/);
    await click('button', 'Book an appointment');
    await page.getByRole('dialog').waitFor();
    clicks++;
    await page.getByRole('dialog').locator('[type=submit]').click();
    await isToldBooked(page);
    process.stdout.write(`by pointer: ${clicks} clicks\n`);

    expect(clicks).toBe(CLICKS);
    await isBooked();
    expect(faults).toEqual([]);
  });

  it(`is at most ${KEYS} keys without a pointer`, async () => {
    const { page, faults } = await open();
    let keys = 0;
    const press = async (key: string) => {
      keys++;
      await page.keyboard.press(key);
    };
    const type = async (text: string) => {
      keys += text.length;
      await page.keyboard.type(text);
    };
    /** By Tab alone, from where the focus is. */
    const goTo = async (selector: string, name = '') => {
      const isThere = `document.activeElement.matches(${JSON.stringify(selector)}) && document.activeElement.textContent.includes(${JSON.stringify(name)})`;
      await isStill(page);
      for (let tabs = 0; tabs < MOST_TABS && !(await page.evaluate<boolean>(isThere)); tabs++)
        await press('Tab');
      expect(await page.evaluate<boolean>(isThere)).toBe(true);
    };
    const answer = async (field: string) => {
      await page.locator(`app-first-questions-dialog app-${field}-field`).waitFor();
      await isTrue(page, "document.activeElement.matches('app-first-questions-dialog [type=submit]')");
      await press('Enter');
    };
    await press('Control+k');
    await page.locator('.palette-panel input:focus').waitFor();
    await type('import');
    await page.getByRole('option', { name: 'Import clients' }).waitFor();
    await press('Enter');
    await answer('region');
    await answer('zone');
    await page.locator('app-first-questions-dialog').waitFor({ state: 'detached' });
    await goTo('input[type=file]');
    const asked = page.waitForEvent('filechooser');
    await press('Space');
    await (await asked).setFiles({ name: 'patienten.csv', mimeType: 'text/csv', buffer: LIST });
    await page.getByRole('button', { name: 'Check the file' }).waitFor();
    await goTo('button', 'Check the file');
    await press('Enter');
    await page.getByRole('heading', { name: 'What would happen' }).waitFor();
    await goTo('button', 'Import');
    await press('Enter');
    await isImported(page);
    await press('Control+k');
    await page.locator('.palette-panel input:focus').waitFor();
    await type('fis');
    await page.getByRole('option', { name: /Walter Fischer/ }).waitFor();
    await press('Enter');
    await page.getByRole('heading', { name: 'Walter Fischer' }).waitFor();
    await press('b');
    await page.getByRole('dialog').waitFor();
    await isStill(page);
    await press('Control+Enter');
    await isToldBooked(page);
    process.stdout.write(`by keyboard: ${keys} keys\n`);

    expect(keys).toBeLessThanOrEqual(KEYS);
    await isBooked();
    expect(faults).toEqual([]);
  });
});
