import { readIfMatch } from './if-match';

describe('If-Match', () => {
  it.each<[string | undefined, readonly number[] | null]>([
    [undefined, null],
    ['*', null],
    ['"7"', [7]],
    ['"7.1763629200000"', [7]],
    ['"7.-31536000000"', [7]],
    [' "7" , "8"', [7, 8]],
    ['W/"7"', []],
    ['7', []],
    ['"seven"', []],
    ['"12345678901234567890"', []],
    ['', []],
  ])('%j names the versions %j', (header, versions) => {
    expect(readIfMatch(header)).toEqual(versions);
  });
});
