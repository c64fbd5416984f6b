import { Blob as NodeBlob, File as NodeFile } from 'node:buffer';
import { TestBed } from '@angular/core/testing';
import { aClient, onStage } from '../testing/clients-on-stage';
import { EarlierImports } from './earlier-imports';
import { ImportPage } from './import-page';
import { ImportRun } from './import-run';
import { REPORT } from './testing/report';

const saved: Blob[] = [];
beforeAll(() => {
  // jsdom's own cannot be read in pieces.
  Object.assign(globalThis, { Blob: NodeBlob });
  URL.createObjectURL = (blob: Blob) => {
    saved.push(blob);
    return 'blob:saved';
  };
  HTMLAnchorElement.prototype.click = () => undefined;
});
afterEach(() => document.body.replaceChildren());

const TEXT = 'Client;Mobile;Shoe size\r\nAda;12;38\r\nBo;555-0100;41\r\n';

/** Files are read in real time, unlike all else in these tests. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

async function start(text: string | Buffer = TEXT) {
  const staged = await onStage(ImportPage);
  const { find, findAll, wait } = staged;
  const drop = new Event('drop', { bubbles: true, cancelable: true });
  Object.assign(drop, { dataTransfer: { files: [new NodeFile([text], 'clients.csv')] } });
  find('.drop').dispatchEvent(drop);
  await until(() => findAll('select').length > 0);
  const press = async (name: string) => {
    findAll('button')
      .find((one) => one.textContent.trim() === name)
      ?.click();
    await wait(50);
  };
  /** The request of an import, once the file has been read. */
  const asked = async () => {
    const found = () => staged.http.match(({ url }) => url === '/api/clients/import');
    let [request] = found();
    await until(() => (request ??= found()[0]) !== undefined);
    return request!;
  };
  return { ...staged, press, asked };
}

describe('an import of clients', () => {
  it('guesses which field each column fills, with examples', async () => {
    const { findAll, text } = await start();

    expect(findAll('tbody select').map((one) => (one as HTMLSelectElement).value)).toEqual([
      ...['name', 'phone', ''],
    ]);
    expect(text()).toContain('555-0100');
  });

  it('shows what becomes of the first rows, by the country, and the answer to the last choice alone', async () => {
    const { find, http, text, wait } = await start('Name;Handy;Last seen\r\nAda;0664 1234567;3/4/2026\r\n');
    const previews = () => http.match(({ url }) => url === '/api/clients/import/preview');
    const choose = async (country: string) => {
      const choice = find('#import-country') as HTMLSelectElement;
      choice.value = country;
      choice.dispatchEvent(new Event('change'));
      await wait(20);
      const [asked] = previews();
      expect(asked?.request.params.get('country')).toBe(country);
      return asked!;
    };
    previews();
    const [austria, states] = [await choose('AT'), await choose('US')];
    const sent = async ({ request }: typeof austria) => (request.body as Blob).text();
    const row = (month: number, day: number) =>
      `Ada,0664 1234567,${new Date(2026, month - 1, day).toISOString()}`;
    expect(await sent(austria)).toContain(row(4, 3));
    expect(await sent(states)).toContain(row(3, 4));
    const ada = aClient({ name: 'Ada', phone: '+16641234567', created_at: '2026-03-04T00:00:00.000Z' });
    states.flush({ rows: [{ ...ada, row: 2 }], failed: [{ row: 3, field: 'phone', code: 'invalid_phone' }] });
    austria.flush({ rows: [{ ...ada, row: 2, phone: '+436641234567' }], failed: [] });
    await until(() => text().includes('Phone: is no phone number'));
    expect(find('.preview').textContent).toMatch(/\+1 ?664 ?123 ?4567/);
    expect(text()).not.toContain('+43');
  });

  it('first only checks, and says why rows are left out', async () => {
    const { press, asked, text } = await start();
    await press('Check the file');
    const check = await asked();
    expect(check.request.params.get('dry_run')).toBe('true');
    check.flush({
      ...REPORT,
      created: 1,
      skipped: 0,
      failed: [{ row: 2, field: 'phone', code: 'invalid_phone' }],
    });

    await until(() => text().includes('What would happen'));
    expect(text()).toContain('Phone: is no phone number');
    await press('Import');
    expect((await asked()).request.params.get('dry_run')).toBe('false');
  });

  it('counts the names of which the file has lost letters', async () => {
    const { press, asked, text } = await start();
    await press('Check the file');
    const warnings = [2, 3].map((row) => ({ row, field: 'name', code: 'lost_letters' }));
    (await asked()).flush({ ...REPORT, created: 2, warnings, warnings_total: 2 });
    await until(() => text().includes('What would happen'));
    expect(text()).toContain('2 names have a ? in place of a letter');
    expect(text()).toMatch(/Line 2 ?Name: has a \? in place of a letter/);
  });

  it('asks who they are that have the number of a client of another name', async () => {
    const { press, asked, find, text } = await start();
    const country = find('#import-country') as HTMLSelectElement;
    country.value = 'AT';
    country.dispatchEvent(new Event('change'));
    await press('Check the file');
    const check = await asked();
    expect(check.request.params.get('country')).toBe('AT');
    const not_made = [{ row: 3, reason: 'other_name', with: { id: 'c1', row: null, name: 'Peter' } }];
    check.flush({ ...REPORT, created: 1, skipped: 1, not_made, not_made_total: 1 });
    await until(() => text().includes('What would happen'));
    expect(text()).toContain('has the number or email of Peter, who is called otherwise');
    await press('Make them clients of their own');
    const again = await asked();
    expect(again.request.params.get('shared_contacts')).toBe('own_client');
    const shared = [{ row: 3, name: 'Bo', with: { id: 'c1', row: null, name: 'Peter' } }];
    again.flush({ ...REPORT, created: 2, shared, shared_total: 1 });
    await until(() => text().includes('Bo shares with Peter'));
    expect(text()).not.toContain('Make them clients of their own');
  });

  it('says how many are known and by what, and does with them what one chooses', async () => {
    const { press, asked, findAll, text } = await start();
    await press('Check the file');
    const check = await asked();
    expect(check.request.params.toString()).toBe('dry_run=true&keep_unreadable=true');
    const known = { id: 0, phone: 1200, email: 1, both: 0 };
    check.flush({ ...REPORT, created: 0, skipped: 1201, known });
    await until(() => text().includes('What would happen'));
    expect(text()).toContain(
      '1,201 rows are about clients who are here already (1,200 by phone and 1 by email)',
    );
    const chosen = () =>
      findAll('button[aria-pressed=true]').map((one) => one.textContent.replaceAll(/\s+/g, ' ').trim());
    expect(chosen()).toEqual(['Leave them as they are']);

    await press('Fill their empty fields only');
    const filling = await asked();
    expect(filling.request.params.toString()).toBe(
      'dry_run=true&known=fill&changes=true&add_phones=true&keep_unreadable=true',
    );
    const ada = { client_id: 'c1', name: 'Ada', before: null, after: '+12125550101' };
    const phones = {
      client_id: 'c1',
      name: 'Ada',
      before: [],
      after: [{ phone: '+12125550102', label: 'Work' }],
    };
    const changes = [
      { field: 'phone', clients: 1200, examples: [ada] },
      { field: 'other_phones', clients: 1, examples: [phones] },
    ];
    filling.flush({ ...REPORT, updated: 1200, skipped: 1, known, changes });
    await until(() => text().includes('What would happen'));
    expect(chosen()).toEqual(['Fill their empty fields only']);
    const rows = findAll('.changes tbody tr').map((row) => row.textContent.replaceAll(/\s+/g, ' ').trim());
    expect(rows).toEqual(['Phone1,200Ada–+12125550101', 'Other phones1Ada–+12125550102 Work']);

    await press('Import');
    const done = await asked();
    expect(done.request.params.toString()).toBe(
      'dry_run=false&known=fill&add_phones=true&keep_unreadable=true&file_name=clients.csv',
    );
    done.flush({ ...REPORT, import_id: 'i1', updated: 1200, skipped: 1 });
    await until(() => text().includes('already there, changed'));
    expect(chosen()).toEqual([]);
  });

  it('shows a file that is not in UTF-8, and reads it as another one', async () => {
    const bytes = Buffer.from('Name;Firma\r\n\xa3ukasz;M\xfcller\r\n', 'latin1');
    const { find, text } = await start(bytes);
    expect(text()).toContain('£ukasz');
    const choice = find('.encoding select') as HTMLSelectElement;
    expect(choice.value).toBe('windows-1252');
    choice.value = 'windows-1250';
    choice.dispatchEvent(new Event('change'));
    await until(() => text().includes('Łukasz'));
    expect(text()).toContain('Müller');
  });

  it('keeps the fields that somebody chose when it reads the file as another one, and guesses the others', async () => {
    const { find, findAll, text } = await start(
      Buffer.from('\xe9\xcd\xd1;A;B\r\n\xe5\xd7\xc1;1;2\r\n', 'latin1'),
    );
    const fields = () => findAll('tbody select') as HTMLSelectElement[];
    const choose = (choice: Element, value: string) => {
      (choice as HTMLSelectElement).value = value;
      choice.dispatchEvent(new Event('change'));
    };
    choose(fields()[2]!, 'phone');
    const encoding = find('.encoding select') as HTMLSelectElement;
    expect([...encoding.options].map(({ value }) => value)).not.toContain('utf-8');
    choose(encoding, 'koi8-r');
    await until(() => text().includes('Ева'));
    expect(fields().map(({ value }) => value)).toEqual(['name', '', 'phone']);
  });

  it('stays as it was read where it cannot be read as another one', async () => {
    const { find, findAll, text } = await start(Buffer.from('Name;Firma\r\nJ\xfcrgen;1\r\n', 'latin1'));
    const encoding = find('.encoding select') as HTMLSelectElement;
    encoding.value = 'utf-16le';
    encoding.dispatchEvent(new Event('change'));
    await until(() => text().includes('could not be read that way'));
    expect(text()).toContain('Jürgen');
    await until(() => encoding.value === 'windows-1252');
    expect(findAll('tbody select').map((one) => (one as HTMLSelectElement).value)).toEqual([
      'name',
      'company',
    ]);
  });

  it('is not checked while it is being read as another one', async () => {
    const { find, press, asked, text, http } = await start(
      Buffer.from('Name;Tel\r\n\xa3ukasz;1\r\n', 'latin1'),
    );
    const encoding = find('.encoding select') as HTMLSelectElement;
    encoding.value = 'windows-1250';
    encoding.dispatchEvent(new Event('change'));
    const check = TestBed.inject(ImportRun).check();
    await until(() => text().includes('Łukasz'));
    await check;
    expect(http.match(({ url }) => url === '/api/clients/import')).toEqual([]);
    await press('Check the file');
    expect(await ((await asked()).request.body as Blob).text()).toContain('Łukasz');
  });

  it('is the file that was chosen last', async () => {
    const { find, text } = await start();
    const run = TestBed.inject(ImportRun);
    const named = (name: string) => new NodeFile([`Name\r\n${name}\r\n`], `${name}.csv`) as unknown as File;
    await Promise.all([run.choose(named('Bo')), run.choose(named('Cy'))]);
    await until(() => text().includes('Cy.csv'));
    expect(find('table').textContent).not.toContain('Bo');
  });

  it('ends with words when the file was changed after it was chosen, and sends nothing', async () => {
    const { press, asked, text, http } = await start();
    await press('Check the file');
    (await asked()).flush({ ...REPORT, created: 2, skipped: 0, failed: [] });
    await until(() => text().includes('What would happen'));
    const changed = new DOMException('The file could not be read.', 'NotReadableError');
    jest
      .spyOn(NodeFile.prototype, 'slice')
      .mockReturnValue({ arrayBuffer: () => Promise.reject(changed) } as never);
    await press('Import');
    await until(() => text().includes('The file cannot be read.'));
    jest.restoreAllMocks();

    expect(http.match(({ url }) => url === '/api/clients/import')).toEqual([]);
  });

  it('is done when its clients are stored, also where the file cannot be read any more', async () => {
    const { press, asked, text } = await start();
    await press('Check the file');
    (await asked()).flush({ ...REPORT, created: 1, skipped: 0, failed: [] });
    await until(() => text().includes('What would happen'));
    await press('Import');
    const request = await asked();
    jest.spyOn(NodeFile.prototype, 'stream').mockImplementation(() => {
      throw new DOMException('The file could not be read.', 'NotReadableError');
    });
    request.flush({
      ...REPORT,
      created: 1,
      skipped: 0,
      failed: [{ row: 2, field: 'phone', code: 'invalid_phone' }],
    });
    await until(() => text().includes('Phone: is no phone number'));
    jest.restoreAllMocks();

    expect(text()).not.toContain('What would happen');
  });

  it('tells earlier ones apart by their files', async () => {
    const { http, findAll, wait } = await onStage(EarlierImports);
    const one = { at: '2026-11-20T09:30:00.000Z', by: 'Ada', updated: 0, undone_at: null, undone_by: null };
    const items = [
      { ...one, id: 'i2', file_name: 'outlook-de.csv', created: 1_200, skipped: 30, failed: 4 },
      { ...one, id: 'i1', file_name: null, created: 0, skipped: 0, failed: 1 },
    ];
    http.expectOne('/api/clients/imports?limit=5').flush({ items, next_cursor: null });
    await wait(20);
    const rows = findAll('li').map((row) => row.textContent.replaceAll(/\s+/g, ' ').trim());
    expect(rows[0]).toMatch(/^outlook-de\.csv ?1,234 rows.*Ada ?1,200 created Take this import back$/);
    expect(rows[1]).toMatch(/^1 row.*Ada ?0 created$/);
  });

  it('does not begin without a column for the name', async () => {
    const { findAll, text } = await start('Mobile\n12\n');

    expect(text()).toContain('Choose the columns that hold the name');
    const check = findAll('button').find((one) => one.textContent.trim() === 'Check the file');
    expect((check as HTMLButtonElement).disabled).toBe(true);
  });

  it('says what is wrong with a file, with the way back to its columns', async () => {
    const { press, asked, text } = await start();
    await press('Check the file');
    (await asked()).flush(
      { code: 'invalid_csv', status: 400, detail: 'Line 3: A quote is opened and never closed.' },
      { status: 400, statusText: 'Bad Request' },
    );

    await until(() => text().includes('Line 3: A quote is opened and never closed.'));
    expect(text()).toContain('Check the file');
  });
});
