import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { emptyTables } from '../harness/databases/empty-tables';
import { panelInBrowser } from './panel-in-browser';

jest.setTimeout(1_200_000);

const FOLDER = join(__dirname, '../../../panel/src/app/clients/import/testing/files');
const FILES = readdirSync(FOLDER).filter((name) => name.includes('.'));

type Person = [name: string, phone: string, email: string];
const ANNA: Person = ['Anna Gruber', '+436641000001', 'anna@example.at'];
const BOZENA: Person = ['Božena Nováková', '+420601000002', 'bozena@example.cz'];
const JUERGEN: Person = ['Jürgen Weiß', '+4366410000033', 'juergen@example.at'];
const RUSSIANS: Person[] = [
  ['Ева Краснова', '+79005550101', 'eva@example.ru'],
  ['Иван Белов', '+79005550102', 'ivan@example.ru'],
];
/** Of rows, and of what is in them: the rest has lost a sign before it came, as a number without its +. */
const RIGHT_SHARE = 0.99;
/** Those in encodings that have not all letters. */
const WITHOUT_CZECH = ['outlook-en.csv', 'outlook-de.csv', 'excel-sep.csv', 'former-mac.csv'];

function peopleOf(name: string): Person[] {
  if (/russian|-ru\./.test(name)) return RUSSIANS;
  return WITHOUT_CZECH.includes(name) ? [ANNA, JUERGEN] : [ANNA, BOZENA, JUERGEN];
}

describe('the import in a browser', () => {
  const panel = panelInBrowser();
  beforeEach(async () => {
    await emptyTables(panel.t.panel, 'clients');
    await panel.t.panel.query(`update chat_agent_settings set phone_region = 'AT', time_zone_chosen = true`);
  });

  const choose = (page: Page, name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer });
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  it(`reads ${FILES.length} files of other programs without a touch of the mapping`, async () => {
    const { page, faults } = await panel.openAs('operator', '/clients/import');
    const counts = { people: 0, cells: 0 };
    const wrong: string[] = [];
    for (const name of FILES) {
      await emptyTables(panel.t.panel, 'clients');
      await page.goto('/clients/import');
      await choose(page, name, readFileSync(join(FOLDER, name)));
      await press(page, 'Check the file');
      await page.getByRole('heading', { name: 'What would happen' }).waitFor();
      await press(page, 'Import');
      await page.getByRole('heading', { name: 'Imported' }).waitFor();
      const { rows: stored } = await panel.t.panel.query<{ person: Person }>(
        `select json_build_array(name, phone, email) as person from clients order by email`,
      );
      const people = peopleOf(name).toSorted((a, b) => (a[2] < b[2] ? -1 : 1));
      // No row is lost or made twice.
      expect([name, stored.length]).toEqual([name, people.length]);
      counts.people += people.length;
      for (const [at, person] of people.entries())
        for (const [field, cell] of person.entries()) {
          counts.cells++;
          const found = stored[at]?.person[field];
          if (found !== cell) wrong.push(`${name}: ${cell} is ${found}`);
        }
    }
    const { people, cells } = counts;
    process.stdout.write(
      `${FILES.length} files, ${people} people, ${cells} cells; wrong: ${wrong.join('; ')}\n`,
    );
    expect(wrong.length).toBeLessThanOrEqual(cells * (1 - RIGHT_SHARE));
    expect(faults).toEqual([]);
  });
});
