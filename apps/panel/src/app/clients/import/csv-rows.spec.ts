import { Blob as NodeBlob } from 'node:buffer';
import { ReadableStream } from 'node:stream/web';
import { readCsvRows } from './csv-rows';

/** A file that arrives in pieces of a few bytes. */
function inPieces(bytes: Uint8Array, size: number): Blob {
  const stream = () =>
    new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
        controller.close();
      },
    });
  const slice = (start: number, end: number) => new NodeBlob([bytes.slice(start, end)]);
  return { stream, slice } as unknown as Blob;
}

async function rowsOf(text: string, size = 1_000): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const batch of readCsvRows(inPieces(new TextEncoder().encode(text), size))) rows.push(...batch);
  return rows;
}

describe('the rows of a CSV file', () => {
  it('are parted by what parts the first line', async () => {
    expect(await rowsOf('name;phone\nA, B;1')).toEqual([
      ['name', 'phone'],
      ['A, B', '1'],
    ]);
    expect(await rowsOf('name\tphone\r\nA\t1\r\n')).toEqual([
      ['name', 'phone'],
      ['A', '1'],
    ]);
  });

  it('keep what stands in quotes: signs, line ends and quotes themselves', async () => {
    expect(await rowsOf('name,notes\n"Ada, ""the"" one","a\r\nb"\n')).toEqual([
      ['name', 'notes'],
      ['Ada, "the" one', 'a\r\nb'],
    ]);
  });

  it.each([1, 2, 3, 5])('are the same when they come in pieces of %i bytes', async (size) => {
    const text = '\uFEFFname,notes\r\n"Žofie ""Z""","x\r\n\r\ny"\r\n\r\n"",\r\nЕва,\r';

    expect(await rowsOf(text, size)).toEqual([
      ['name', 'notes'],
      ['Žofie "Z"', 'x\r\n\r\ny'],
      ['', ''],
      ['Ева', ''],
    ]);
  });

  it('do without blank lines', async () => {
    expect(await rowsOf('name\n\nA\n\n\nB\n')).toEqual([['name'], ['A'], ['B']]);
  });
});
