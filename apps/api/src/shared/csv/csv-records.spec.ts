import { stringify } from 'csv-stringify/sync';
import * as fc from 'fast-check';
import { readRecords, type CsvRecord } from './csv-records';

async function* inParts(text: string, ends: readonly number[]): AsyncGenerator<string> {
  const letters = Array.from(text);
  let start = 0;
  for (const end of [
    ...ends.map((share) => Math.floor(share * letters.length)).toSorted((a, b) => a - b),
    letters.length,
  ]) {
    yield letters.slice(start, end).join('');
    start = end;
  }
}

async function read(text: string, ends: readonly number[] = []): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  for await (const record of readRecords(inParts(text, ends))) records.push(record);
  return records;
}

const lineEnds = (text: string) => text.match(/\r\n|\n|\r/g)?.length ?? 0;
const fault = (lines: string): Error =>
  expect.objectContaining({ code: 'invalid_csv', message: expect.stringContaining(lines) }) as Error;

describe('the rows of a CSV text', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      '',
      ',',
      ';',
      '\t',
      '"',
      '""',
      '\n',
      '\r\n',
      '\r',
      ' a ',
      'x'.repeat(9_000),
      '🙂'.repeat(5_000),
    ),
  );
  const table = fc.integer({ min: 2, max: 4 }).chain((width) => {
    const header = fc.array(fc.stringMatching(/^[a-z_]{1,8}$/), { minLength: width, maxLength: width });
    return fc.tuple(
      header,
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 5 }),
    );
  });
  const parts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 });
  const delimiters = fc.constantFrom(',', ';', '\t');
  const ends = fc.constantFrom('\n' as const, '\r\n' as const, '\r' as const);

  it('are those that were written, with their lines, whatever is in them and however they arrive', async () => {
    await fc.assert(
      fc.asyncProperty(table, delimiters, ends, parts, async ([header, rows], delimiter, end, arriving) => {
        const texts = [header, ...rows].map((cells) =>
          stringify([cells], { delimiter, record_delimiter: end, quoted: cells !== header }),
        );
        let line = 1;
        const expected = [header, ...rows].map((cells, index) => {
          const record = { cells, line };
          line += lineEnds(texts[index]!);
          return record;
        });
        expect(await read(texts.join(''), arriving)).toEqual(expected);
      }),
    );
  });

  it('are read to their end or refused as no table, whatever the text is', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '\n', '\r', ' ', '🙂') });
    await fc.assert(
      fc.asyncProperty(text, parts, async (any, arriving) => {
        const outcome = await read(any, arriving).catch((error: unknown) => error);
        if (!Array.isArray(outcome)) expect(outcome).toMatchObject({ code: 'invalid_csv' });
      }),
    );
  });

  it('do not count blank lines, but those that follow know where they stand', async () => {
    expect(await read('a,b\n\n\n1,2\n\n3,4')).toEqual([
      { cells: ['a', 'b'], line: 1 },
      { cells: ['1', '2'], line: 4 },
      { cells: ['3', '4'], line: 6 },
    ]);
  });

  it('may end in several ways in one text', async () => {
    const records = await read('a,b\r\n1,2\n3,4\r5,6');
    expect(records.map(({ cells }) => cells.join())).toEqual(['a,b', '1,2', '3,4', '5,6']);
  });

  it('may have fewer cells than the header, and no more', async () => {
    expect(await read('a,b,c\n1')).toMatchObject([{}, { cells: ['1'] }]);
    await expect(read('a,b\n1,2,3')).rejects.toThrow(fault('more cells than columns'));
  });

  it('are parted by what stands most often outside of quotes in the first line', async () => {
    expect((await read('"a,b,c";d\n'))[0]!.cells).toEqual(['a,b,c', 'd']);
    expect((await read('a,b;c,d\n'))[0]!.cells).toEqual(['a', 'b;c', 'd']);
    expect((await read('\n\na;b\n'))[0]!.cells).toEqual(['a', 'b']);
    expect((await read('alone\n'))[0]!.cells).toEqual(['alone']);
    expect((await read('a,b;c\n'))[0]!.cells).toEqual(['a', 'b;c']);
  });

  it.each([
    ['a quote that is never closed', 'a,b\n"1,2', 'never closed'],
    ['text behind a closing quote', 'a,b\n"1"x,2', 'closing quote'],
    ['a quote within a cell', 'a,b\n1"x",2', 'does not begin with one'],
    ['a row without end', `a,b\n${'x'.repeat(140_000)}`, 'longer than'],
  ])('with %s are refused', async (_, text, why) => {
    await expect(read(text)).rejects.toThrow(fault(why));
  });
});
