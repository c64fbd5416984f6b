import * as fc from 'fast-check';
import { defused, joinTags, splitTags, undefused } from '@groupless/shared-dto/business/csv-cells';

const START = fc.constantFrom(
  '',
  "'",
  "''",
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  '＝',
  '＋',
  '－',
  '＠',
  'a',
);
const PART = fc.oneof(
  START,
  fc.constantFrom(';', ',', '"', ' ', ';=', ';"=', "\n'-"),
  fc.string({ unit: 'grapheme' }),
);
const text = fc.array(PART, { maxLength: 12 }).map((parts) => parts.join(''));

describe('the text of a cell', () => {
  it('begins with nothing that a spreadsheet runs', () => {
    fc.assert(fc.property(text, (any) => expect(defused(any)).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)));
  });

  it('has a quote before each sign that a spreadsheet runs', () => {
    for (const sign of '=+-@＝＋－＠') {
      expect([`${sign}1`, `'${sign}1`, `a; "${sign}1`].map(defused)).toEqual([
        `'${sign}1`,
        `''${sign}1`,
        `a; "'${sign}1`,
      ]);
      expect([`'${sign}1`, `a\t''${sign}1`].map(undefused)).toEqual([`${sign}1`, `a\t'${sign}1`]);
    }
  });

  it('begins no cell with it wherever a spreadsheet may part it', () => {
    fc.assert(
      fc.property(text, (any) => {
        for (const cell of defused(any)
          .split(/[;,\t\r\n]/)
          .slice(1))
          expect(cell).not.toMatch(/^[^\S\t\r\n"]*[=+\-@＝＋－＠]/);
      }),
    );
  });

  it('takes no longer where it is long than its length', () => {
    for (const part of [' ', '\t', ';', '"', "'", ';"', "; '"]) {
      const start = performance.now();
      expect(undefused(defused(part.repeat(20_000)))).toBe(part.repeat(20_000));
      expect(performance.now() - start).toBeLessThan(1_000);
    }
  });

  it('comes back as it was', () => {
    fc.assert(fc.property(text, (any) => expect(undefused(defused(any))).toBe(any)));
  });

  it('is left alone where nothing would run', () => {
    expect(["'tis", 'a=b', '1-2', ''].map(defused)).toEqual(["'tis", 'a=b', '1-2', '']);
    expect(["'tis", "''", "a'=1"].map(undefused)).toEqual(["'tis", "''", "a'=1"]);
    expect(["'=1", "''=1"].map(undefused)).toEqual(['=1', "'=1"]);
  });
});

describe('the tags of a cell', () => {
  it('come back as they were, whatever is in them', () => {
    const part = fc.constantFrom(',', ';', '\\', ' ', '\t', 'a', 'é');
    const tag = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 4 }), (tags) => expect(splitTags(joinTags(tags))).toEqual(tags)),
    );
  });

  it('are parted by comma or semicolon, and are not empty', () => {
    expect(splitTags(' vip , a b;;, garden ; ')).toEqual(['vip', 'a b', 'garden']);
    expect(splitTags('')).toEqual([]);
    expect(splitTags('a\\')).toEqual(['a\\']);
    expect(splitTags('a\\  ,b')).toEqual(['a ', 'b']);
    expect(joinTags(['a b', 'c'])).toBe('a b, c');
  });
});
