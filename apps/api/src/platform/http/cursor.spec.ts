import * as fc from 'fast-check';
import { decodeCursor, encodeCursor, listFingerprint, type KeyKind } from './cursor';

const LIST = listFingerprint({ of: 'clients', sort: '-created_at', search: 'ada' });

const keyOf: Record<KeyKind, fc.Arbitrary<string>> = {
  // PostgreSQL has no text with NUL.
  text: fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')),
  integer: fc.bigInt({ min: -(10n ** 18n) + 1n, max: 10n ** 18n - 1n }).map(String),
  decimal: fc.constantFrom('0', '-1.5', '12.000000000000000001', '1e-7', '3.25e21'),
  time: fc.constantFrom(
    'infinity',
    '-infinity',
    '2026-11-20 09:00:00+00',
    '2026-11-20 09:00:00.123456+05:30',
    '12026-01-01 00:00:00-03',
    '1890-01-01 00:00:00+01:05:21',
  ),
  uuid: fc.uuid(),
};
const kinds = fc.array(fc.constantFrom(...(Object.keys(keyOf) as KeyKind[])), { minLength: 1, maxLength: 4 });
const keysWithKinds = kinds.chain((of) =>
  fc.tuple(fc.constant(of), fc.tuple(...of.map((kind) => keyOf[kind]))),
);

describe('a cursor', () => {
  it('gives back the keys of any row, in the alphabet of URLs', () => {
    fc.assert(
      fc.property(keysWithKinds, ([of, keys]) => {
        const cursor = encodeCursor(LIST, keys);
        expect(cursor).toMatch(/^[\w-]+$/);
        expect(decodeCursor(cursor, LIST, of)).toEqual(keys);
      }),
    );
  });

  it('of another list, sort or filter is refused', () => {
    const lists = [{}, { of: 'clients' }, { of: 'clients', sort: '-created_at', search: 'adam' }];
    for (const list of lists) {
      const cursor = encodeCursor(listFingerprint(list), ['a']);
      expect(() => decodeCursor(cursor, LIST, ['text'])).toThrow('does not belong to this list');
    }
  });

  it.each<[why: string, keys: unknown[], of: KeyKind[]]>([
    ['too few keys', ['1'], ['integer', 'uuid']],
    ['too many keys', ['1', '2'], ['integer']],
    ['a number', [1], ['integer']],
    ['nothing in place of a key', [null], ['text']],
    ['a text with NUL', ['a\0'], ['text']],
    ['half a character', ['\ud800'], ['text']],
    ['one key of two that is none', ['1', 'x'], ['integer', 'integer']],
    ['half a character beside a whole one', ['a', '\ud800'], ['text', 'text']],
    ['no integer', ['1.5'], ['integer']],
    ['an integer beyond bigint', ['1'.repeat(19)], ['integer']],
    ['SQL after an integer', ['1; select 1'], ['integer']],
    ['SQL before an integer', ['select 1'], ['integer']],
    ['no decimal', ['1.'], ['decimal']],
    ['NaN', ['NaN'], ['decimal']],
    ['SQL before a decimal', ['x1.5'], ['decimal']],
    ['SQL before a uuid', ['x0192f0c1-7f3e-7c59-9d0e-0a4a3f0b6f11'], ['uuid']],
    ['SQL before a time', ['x2026-11-20 09:00:00+00'], ['time']],
    ['SQL after a time', ['infinity; select 1'], ['time']],
    ['an upper-case uuid', ['0192F0C1-7F3E-7C59-9D0E-0A4A3F0B6F11'], ['uuid']],
    ['a line after a uuid', ['0192f0c1-7f3e-7c59-9d0e-0a4a3f0b6f11\n'], ['uuid']],
    ['a time as JSON has it', ['2026-11-20T09:00:00Z'], ['time']],
    ['a word for a time', ['now'], ['time']],
  ])('with %s is refused', (_, keys, of) => {
    const cursor = Buffer.from(JSON.stringify([LIST, ...keys])).toString('base64url');
    expect(() => decodeCursor(cursor, LIST, of)).toThrow('does not belong to this list');
  });

  it('that is any text at all is refused, not an error of the server', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.base64String()), kinds, (cursor, of) => {
        expect(() => decodeCursor(cursor, LIST, of)).toThrow(
          expect.objectContaining({ code: 'invalid_cursor' }) as Error,
        );
      }),
    );
  });

  it('that is any JSON is refused too', () => {
    fc.assert(
      fc.property(fc.jsonValue(), kinds, (value, of) => {
        const cursor = Buffer.from(JSON.stringify(value)).toString('base64url');
        expect(() => decodeCursor(cursor, LIST, of)).toThrow('does not belong to this list');
      }),
    );
  });
});
