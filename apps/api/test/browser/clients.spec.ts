import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { ClientDto, CreateClientDto } from '@groupless/shared-dto';
import { asInstalled } from '../harness/data/appointments';
import { emptyTables } from '../harness/databases/empty-tables';
import { axeFaults, isAt, isTrue, scrollsSideways, SIZES, panelInBrowser } from './panel-in-browser';
import { isStill } from './requests-in-flight';

// A page takes its time on a busy machine.
const HOSTILE = '<img src=x onerror="globalThis.was_run=true">\u202eevil {{constructor}}';

const WIDE_SCROLL_BARS = `
  const bars = new CSSStyleSheet();
  bars.replaceSync('::-webkit-scrollbar { width: 15px }');
  document.adoptedStyleSheets.push(bars);
`;

/** Lists as other programs write them, of the panel's own tests. */
const KNOWN_FILES = join(__dirname, '../../../panel/src/app/clients/import/testing/files');

describe('the clients in the panel', () => {
  const panel = panelInBrowser();

  /** Makes a client through the API, as the user of a page. */
  async function addClient(page: Page, client: CreateClientDto): Promise<ClientDto> {
    const { access_token } = (await (
      await page.request.post('/api/auth/refresh', { headers: { origin: panel.base_url } })
    ).json()) as { access_token: string };
    const answer = await page.request.post('/api/clients', {
      data: client,
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(answer.status()).toBe(201);
    return (await answer.json()) as ClientDto;
  }

  const row = (page: Page, name: string) => page.getByRole('row', { name });

  it('are found by digits of their phone and opened, by the keyboard alone', async () => {
    const { page, faults } = await panel.openAs('operator', '/clients');
    const { id } = await addClient(page, { name: 'Findable Fay', phone: '+12125550187' });
    await page.keyboard.press('/');
    await page.keyboard.type('555-0187');
    await row(page, 'Findable Fay').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.type('5550187');
    await row(page, 'Findable Fay').locator('mark').first().waitFor();
    await isAt(page, '/clients?search=5550187');
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').focus();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await isAt(page, `/clients/${id}?search=5550187`);
    await page.getByRole('heading', { name: 'Findable Fay' }).waitFor();
    await page.keyboard.press('Escape');
    await isAt(page, '/clients?search=5550187');

    expect(faults).toEqual([]);
  });

  it('are made, told apart from those who are there, and edited, by the keyboard alone', async () => {
    const { page, faults } = await panel.openAs('operator', '/clients');
    await addClient(page, { name: 'First Holder', email: 'holder@example.com' });
    await page.keyboard.press('n');
    await page.getByRole('dialog').waitFor();
    await page.getByLabel('Name', { exact: true }).focus();
    await page.keyboard.type('Second Holder');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('holder@example.com');
    await page.getByText('Already there with this phone or email:').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Create anyway' }).press('Enter');
    await isTrue(page, '/^\\/clients\\/[\\da-f-]{36}$/.test(location.pathname)');
    await page.getByRole('heading', { name: 'Second Holder' }).waitFor();
    await page.keyboard.press('e');
    await page.getByLabel('Name', { exact: true }).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.type(' Jr');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Second Holder Jr' }).waitFor();
    await row(page, 'Second Holder Jr').waitFor();

    // The refusal of the duplicate is one of the API's.
    expect(faults.filter((fault) => !fault.includes('status of 409'))).toEqual([]);
  });

  it('are archived, and back by Undo, by the keyboard alone', async () => {
    const { page, faults } = await panel.openAs('operator', '/clients?search=Archivable');
    await addClient(page, { name: 'Archivable Ann' });
    await row(page, 'Archivable Ann').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Archive', exact: true }).press('Enter');
    // The message with the Undo stays as long as somebody points at it.
    await page.locator('app-toast-list li').hover();
    await page.getByText('No clients match').waitFor();
    await page.getByRole('button', { name: 'Show 1 archived client that matches' }).press('Enter');
    await row(page, 'Archivable Ann').getByText('Archived').waitFor();
    await isAt(page, '/clients?search=Archivable&status=all');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('Archivable');
    await page.getByRole('option', { name: /Archivable Ann/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await row(page, 'Archivable Ann').getByText('Active').waitFor();

    expect(faults).toEqual([]);
  });

  it('say when somebody else changed one meanwhile', async () => {
    const { page } = await panel.openAs('operator', '/clients');
    const { id } = await addClient(page, { name: 'Contested Carl' });
    await page.goto(`/clients/${id}`);
    await page.getByRole('heading', { name: 'Contested Carl' }).waitFor();
    await page.keyboard.press('e');
    await page.getByLabel('Name', { exact: true }).fill('Contested Karl');
    await panel.t.panel.query(
      `update clients set company = 'Elsewhere', version = version + 1 where id = $1`,
      [id],
    );
    await page.keyboard.press('Enter');
    await page.getByText('Company: Elsewhere').waitFor();
    await page.getByRole('button', { name: 'Overwrite with mine' }).click();
    await page.getByRole('heading', { name: 'Contested Karl' }).waitFor();

    expect(await page.getByText('Elsewhere').count()).toBeGreaterThan(0);
  });

  it('are read from a file whose columns are called otherwise, and say why a row is left out', async () => {
    const { page, faults } = await panel.openAs('operator', '/clients/import');
    const text = 'Full name;Mobile;Shoe size\r\n"Imported; Ida";+12125550191;38\r\nBad Bob;12;44\r\n;;45\r\n';
    await page.locator('input[type=file]').setInputFiles({
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    });
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('Phone: is no phone number').waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { name: 'Imported' }).waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the rejected rows' }).click();
    const rejects = await (await saved).createReadStream();
    let read = '';
    for await (const part of rejects) read += String(part);
    expect(read).toContain(',,45,4,,,Name: is missing');
    expect(read).toContain(',,,3,Mobile,12,"Phone: is no phone number; the client is imported anyway"');
    expect(read).not.toContain('Bob');
    await page.getByRole('link', { name: 'To the clients' }).click();
    await row(page, 'Imported; Ida').waitFor();

    expect(faults).toEqual([]);
  });

  it('come with their appointments from a list, which can be taken back', async () => {
    const { page, faults } = await panel.openAs('admin', '/appointments');
    await page.getByRole('button', { name: 'More actions', exact: true }).click();
    await page.getByRole('menuitem', { name: /Import/ }).click();
    const text =
      'Datum;Beginn;Ende;Patient;Raum\r\n6.12.2032;8:00;8:45;Listed Lea;2\r\nmorgen;9:00;9:45;Listed Leo;2\r\n';
    await page.locator('input[type=file]').setInputFiles({
      name: 'termine.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    });
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('Date or start: has the wrong form').waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { name: 'Imported' }).waitFor();
    const { rows } = await panel.t.panel.query(
      `select a.notes, c.name from appointments as a join clients as c on c.id = a.client_id where c.name like 'Listed%'`,
    );
    expect(rows).toEqual([{ notes: 'Raum: 2', name: 'Listed Lea' }]);
    await page.getByRole('button', { name: 'Take this import back' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take this import back' }).click();
    await page.getByText('The import was taken back: 1 deleted.').waitFor();
    expect(faults).toEqual([]);
  });

  it.each([
    ['excel-title.xlsx', 'The headings are in line', '3'],
    ['apple-3.vcf', 'Put the 2 other columns into the notes', '1'],
  ])('come from %s without a choice, and can be taken back', async (name, shown, heading) => {
    const { page, faults } = await panel.openAs('operator', '/clients/import');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: '', buffer: readFileSync(join(KNOWN_FILES, name)) });
    await page.getByText(shown).waitFor();
    // Read beside the page.
    expect(page.workers()).toHaveLength(1);
    expect(await page.getByLabel('The headings are in line').inputValue()).toBe(heading);
    await page.getByRole('checkbox', { name: /into the notes/ }).check();
    await page.locator('.preview').getByText('Božena Nováková').waitFor();
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('clients to create').waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { name: 'Imported' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    const stored = async () => {
      const { rows } = await panel.t.panel.query<{ phone: string }>(
        `select phone from clients where email = 'anna@example.at'`,
      );
      return rows;
    };
    expect(await stored()).toEqual([{ phone: '+436641000001' }]);
    await page.getByRole('button', { name: 'Take this import back' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take this import back' }).click();
    await page.getByText('The import was taken back: 3 deleted').waitFor();
    await page.getByText('taken back by').first().waitFor();
    expect(await stored()).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('never run what their names say', async () => {
    const { page, faults } = await panel.openAs('operator', '/clients?search=evil');
    const { id } = await addClient(page, { name: HOSTILE, tags: ['<svg onload=alert(1)>'], notes: HOSTILE });
    await row(page, 'evil').first().waitFor();
    await page.goto(`/clients/${id}`);
    await page.getByRole('heading', { name: 'evil' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type('evil');
    await page.getByRole('option', { name: /evil/ }).waitFor();

    expect(await page.evaluate('globalThis.was_run')).toBeUndefined();
    expect(faults).toEqual([]);
  });

  it('stay where they are when one is selected', async () => {
    // At the top, where it is in nobody's way on a phone.
    const { page } = await panel.openAs('operator', '/clients?search=Steady');
    await addClient(page, { name: 'Steady Steve' });
    await row(page, 'Steady Steve').waitFor();
    for (const size of [SIZES.desktop, SIZES.phone]) {
      await page.setViewportSize(size);
      await isStill(page);
      const before = await row(page, 'Steady Steve').boundingBox();
      await row(page, 'Steady Steve').getByRole('checkbox').check();
      await page.getByText('1 selected').waitFor();
      await isStill(page);
      expect(await row(page, 'Steady Steve').boundingBox()).toEqual(before);
      await row(page, 'Steady Steve').getByRole('checkbox').uncheck();
    }
  });

  it('have lines across the whole list where there is nothing to scroll', async () => {
    const { page } = await panel.openAs('operator', '/clients?search=Lonely');
    await addClient(page, { name: 'Lonely Line' });
    // As browsers on desktops show them: a place that is kept for one would be seen.
    await page.evaluate(WIDE_SCROLL_BARS);
    await row(page, 'Lonely Line').waitFor();
    const [line, list] = [row(page, 'Lonely Line'), page.locator('app-data-table .grid')];
    const end = async (one: Locator) => {
      const { x = 0, width = 0 } = (await one.boundingBox()) ?? {};
      return x + width;
    };

    expect((await end(list)) - (await end(line))).toBeLessThanOrEqual(1);
  });

  it('fit a small screen', async () => {
    const { page } = await panel.openAs('operator', '/clients', { viewport: SIZES.phone });
    const { id } = await addClient(page, { name: 'Narrow '.repeat(20).trim() });
    await row(page, 'Narrow').first().waitFor();
    await isStill(page);
    expect(await scrollsSideways(page)).toBe(false);
    await page.goto(`/clients/${id}`);
    await page.getByRole('heading', { name: 'Narrow' }).waitFor();
    await isStill(page);

    expect(await scrollsSideways(page)).toBe(false);
  });

  it('are read-only for viewers', async () => {
    const { page } = await panel.openAs('viewer', '/clients');
    await page.getByRole('heading', { name: 'Clients' }).waitFor();
    await page.keyboard.press('n');
    await isStill(page);

    for (const name of ['New client', 'Export', 'Import'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.goto('/clients/import');
    await page.getByRole('heading', { level: 1, name: 'You may not see this page' }).waitFor();
  });
});

describe('the questions before the first client', () => {
  const panel = panelInBrowser();
  beforeEach(async () => {
    await emptyTables(panel.t.panel, 'clients');
    await asInstalled(panel.t);
  });

  const settings = async () => {
    const { rows } = await panel.t.panel.query<object>(
      'select phone_region, time_zone, time_zone_chosen from chat_agent_settings',
    );
    return rows[0];
  };
  const ANSWERED = { phone_region: 'AT', time_zone: 'Europe/Vienna', time_zone_chosen: true };

  it.each(['desktop', 'phone'] as const)(
    'have the answers that the browser knows, are answered by the keyboard alone, and leave the client to be made, on a %s',
    async (size) => {
      const { page, faults } = await panel.openAs('admin', '/clients', {
        ...{ viewport: SIZES[size], locale: 'de-AT', timezoneId: 'Europe/Vienna' },
      });
      await page.locator('app-client-list').waitFor();
      await page.keyboard.press('n');
      const answer = async (name: string, proposed: RegExp) => {
        await page.locator(`app-first-questions-dialog app-${name}-field`).waitFor();
        await isTrue(page, "document.activeElement.matches('app-first-questions-dialog [type=submit]')");
        expect(await page.locator(`app-${name}-field input`).inputValue()).toMatch(proposed);
        expect(await axeFaults(page)).toEqual([]);
        expect(await scrollsSideways(page)).toBe(false);
        await page.keyboard.press('Enter');
      };
      await answer('region', /Austria|Österreich/);
      await answer('zone', /Vienna/);
      await page.locator('app-first-questions-dialog').waitFor({ state: 'detached' });
      expect(await settings()).toEqual(ANSWERED);

      await page.getByLabel('Name', { exact: true }).waitFor();
      await page.keyboard.type('First Flora');
      await page.keyboard.press('Tab');
      await page.keyboard.type('0664 1234567');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'First Flora' }).waitFor();
      const { rows } = await panel.t.panel.query<object>('select name, phone from clients');
      expect(rows).toEqual([{ name: 'First Flora', phone: '+436641234567' }]);
      expect(faults).toEqual([]);
    },
  );
});
