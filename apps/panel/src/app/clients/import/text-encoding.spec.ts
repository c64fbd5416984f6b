import { Blob as NodeBlob } from 'node:buffer';
import { readFirstRows, readTellingRows } from './csv-rows';
import { encodingOf, inUtf8, type TextEncoding } from './text-encoding';

// jsdom's own cannot be read in pieces.
beforeAll(() => Object.assign(globalThis, { Blob: NodeBlob }));

const file = (parts: (string | Buffer)[]) => new NodeBlob(parts) as Blob;

/** As programs on Windows write it. */
function utf16(text: string, isBig = false): Blob {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return file([isBig ? bytes.swap16() : bytes]);
}

const latin = (text: string) => file([Buffer.from(text, 'latin1')]);
/** `Имя;Телефон`, `Ева Краснова;1` in Windows-1251. */
const CYRILLIC = file([Buffer.from('c8ecff3bd2e5ebe5f4eeed0d0ac5e2e020caf0e0f1edeee2e03b310d0a', 'hex')]);

async function rowsOf(given: Blob, encoding?: TextEncoding): Promise<string[][]> {
  return readFirstRows(await inUtf8(given, encoding ?? (await encodingOf(given))), 4);
}

describe('the encoding of a file', () => {
  it.each([
    ['UTF-8', file(['Name;Tel\r\nŽofie;1\r\n']), 'utf-8'],
    ['UTF-16', utf16('Name;Tel\r\nŽofie;1\r\n'), 'utf-16le'],
    ['UTF-16 the other way round', utf16('Name;Tel\r\nŽofie;1\r\n', true), 'utf-16be'],
  ])('is known for %s', async (_, given, encoding) => {
    expect(await encodingOf(given)).toBe(encoding);
    expect(await rowsOf(given)).toEqual([
      ['Name', 'Tel'],
      ['Žofie', '1'],
    ]);
  });

  it('is guessed for what Excel writes in the West and in Russia', async () => {
    expect(await rowsOf(latin('Name;Firma\r\nJürgen Groß;Café Müller\r\n'))).toEqual([
      ['Name', 'Firma'],
      ['Jürgen Groß', 'Café Müller'],
    ]);
    expect(await encodingOf(latin('Name\r\nMa\x9aek\r\n'))).toBe('windows-1252');
    // Müller, Mädling, Straße of a former Mac.
    const mac = latin('Name;Ort\rM\x9fller;M\x8adling\rSmith;Stra\xa7e\r');
    expect(await encodingOf(mac)).toBe('macintosh');
    expect((await rowsOf(mac))[1]).toEqual(['Müller', 'Mädling']);
    expect(await encodingOf(CYRILLIC)).toBe('windows-1251');
    expect(await rowsOf(CYRILLIC)).toEqual([
      ['Имя', 'Телефон'],
      ['Ева Краснова', '1'],
    ]);
  });

  it('is what somebody chooses instead', async () => {
    expect(await rowsOf(latin('Name\r\n\xa3ukasz\r\n'), 'windows-1250')).toEqual([['Name'], ['Łukasz']]);
  });

  it('can be one of older programs', async () => {
    const bytes = (hex: string) => file([Buffer.from(`4e616d650a${hex}`, 'hex')]);
    expect(await rowsOf(bytes('e5d7c1'), 'koi8-r')).toEqual([['Name'], ['Ева']]);
    expect(await rowsOf(bytes('85a2a0'), 'ibm866')).toEqual([['Name'], ['Ева']]);
    expect(await rowsOf(bytes('4a9f7267'), 'macintosh')).toEqual([['Name'], ['Jürg']]);
  });

  it('is guessed by all of the file', async () => {
    const late = Buffer.concat([
      Buffer.from(`Name\r\nJos\xe9\r\n${'Ada\r\n'.repeat(80_000)}`, 'latin1'),
      Buffer.from('c5e2e020caf0e0f1edeee2e00d0a', 'hex'),
    ]);
    expect(await encodingOf(file([late]))).toBe('windows-1251');
  });

  it('is seen by the rows that it changes, wherever they are', async () => {
    const long = await inUtf8(
      latin(`Name\r\n${'Ada\r\n'.repeat(40_000)}J\xfcrgen\r\nBo\r\n`),
      'windows-1252',
    );
    expect(await readTellingRows(long, 4)).toEqual([['Name'], ['Jürgen'], ['Ada'], ['Ada']]);
    expect(await readTellingRows(file(['Name\r\nAda\r\n']), 4)).toEqual([['Name'], ['Ada']]);
  });

  it('may show late in a file', async () => {
    const long = latin(`Name\r\n${'Ada\r\n'.repeat(40_000)}Jürgen\r\n`);
    expect(await encodingOf(long)).toBe('windows-1252');
  });
});
