import { Blob as NodeBlob } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rewritten } from './client-rows';
import { guessedMap } from './column-map';
import { readFirstRows } from './csv-rows';
import { readFile } from './read-file';

const FOLDER = join(__dirname, 'testing/files');

// jsdom has none that can be read in pieces.
beforeAll(() => Object.assign(globalThis, { Blob: NodeBlob, DecompressionStream }));

const fileOf = (name: string) => {
  const file = new NodeBlob([readFileSync(join(FOLDER, name))]);
  return Object.assign(file, { name }) as unknown as File;
};

/** What is sent of a file in which nothing was chosen: the rows by their columns. */
async function sentOf(name: string): Promise<Record<string, string>[]> {
  const { text, rows } = await readFile(fileOf(name), null, null);
  const mapping = {
    ...{ map: guessedMap(rows[0] ?? []), updates: false, rest: true },
    ...{ orders: [], time_zone: 'Europe/Vienna' },
  };
  const sent = await rewritten(text, mapping, () => undefined);
  const [columns = [], ...cells] = await readFirstRows(sent, 20);
  return cells.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? ''])));
}

const ANNA = ['Anna Gruber', '+436641000001', 'anna@example.at'];
const BOZENA = ['Božena Nováková', '+420601000002', 'bozena@example.cz'];
const JUERGEN = ['Jürgen Weiß', '+4366410000033', 'juergen@example.at'];
const RUSSIANS = [
  ['Ева Краснова', '+79005550101', 'eva@example.ru'],
  ['Иван Белов', '+79005550102', 'ivan@example.ru'],
];
/** Those in encodings that have not all letters. */
const WITHOUT_CZECH = ['outlook-en.csv', 'outlook-de.csv', 'excel-sep.csv', 'former-mac.csv'];

describe('a file as other programs write it', () => {
  const names = readdirSync(FOLDER).filter((name) => name.includes('.'));

  it.each(names)('is imported without a choice: %s', async (name) => {
    const people = (await sentOf(name)).map((row) => [row['name'], row['phone'], row['email']]);
    const expected = /russian|-ru\./.test(name)
      ? RUSSIANS
      : WITHOUT_CZECH.includes(name)
        ? [ANNA, JUERGEN]
        : [ANNA, BOZENA, JUERGEN];
    // A number without a sign is one where it was typed as a number.
    const isBare = name === 'google-sheets.xlsx';
    expect(people).toEqual(
      isBare ? expected.map(([one, phone, mail]) => [one, phone?.slice(1), mail]) : expected,
    );
  });

  it('are as many as are kept', () => expect(names.length).toBeGreaterThanOrEqual(30));

  it('loses nothing: what fills no field goes into the notes with its heading', async () => {
    const [anna] = await sentOf('excel-title.csv');
    expect(anna?.['notes']).toBe(
      'kommt spät\nNr.: 1\ngeb. am: 27.07.42\nStraße: Wiener Straße 2\nPLZ: 1010\nOrt: Wien',
    );
    expect(anna?.['other_phones']).toBe('01 5120000 (Tel. Festnetz)');
    const [card] = await sentOf('apple-3.vcf');
    expect(card?.['notes']).toBe(
      'a long note that is folded in the middle, with a comma\nand a line\n' +
        'Birthday: 1980-01-02\nAddress: Hauptstraße 1, Wien, 1010, AT',
    );
    expect(card?.['other_phones']).toBe('+4315120000 (home)');
    expect((await sentOf('cards-4.vcf'))[0]?.['tags']).toBe('vip, new');
  });

  it('has the dates, numbers and last results of a workbook', async () => {
    const [anna] = await sentOf('excel-title.xlsx');
    expect(anna?.['notes']).toBe(
      'result\nNr.: 1\ngeb. am: 1942-07-27\nStraße: Straße & Co <2>\nPLZ: 1010\nOrt: Wien',
    );
    const { heading } = await readFile(fileOf('excel-title.xlsx'), null, null);
    expect(heading).toBe(3);
  });

  it.each([
    ['macros.xlsm', { fault: 'macros' }],
    ['empty.xlsx', { fault: 'no_table' }],
    ['bomb.xlsx', { fault: 'too_large_inside' }],
    ['lying-bomb.xlsx', { fault: 'too_large_inside' }],
    ['formulas.xlsx', { fault: 'formulas' }],
    ['broken.xlsx', { fault: 'broken' }],
    ['doctype.xlsx', { fault: 'broken' }],
    ['old.xls', { kind: 'old_workbook' }],
    ['list.pdf', { kind: 'pdf' }],
  ])('is refused in words: %s', async (name, reason) => {
    await expect(readFile(fileOf(`refused/${name}`), null, null)).rejects.toMatchObject(reason);
  });
});
