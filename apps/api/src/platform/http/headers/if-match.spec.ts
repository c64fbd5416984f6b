import { readIfMatch } from './if-match';

describe('If-Match', () => {
  it.each<[string | undefined, readonly number[] | null]>([
    [undefined, null],
    ['*', null],
    ['"7"', [7]],
    ['"7.1763629200000"', [7]],
    ['"7.-31536000000"', [7]],
    ['"7.1763629200000.refused"', [7]],
    ['"7.refused"', [7]],
    [' "7" , "8"', [7, 8]],
    ['W/"7"', []],
    ['"seven"', []],
    ['"12345678901234567890"', []],
    ['"7", eight', [7]],
  ])('%j names the versions %j', (header, versions) => {
    expect(readIfMatch(header)).toEqual(versions);
  });

  it.each(['7', 'hello', '', '"7', 'W/7'])('%j is no tag, and says so', (header) => {
    expect(() => readIfMatch(header)).toThrow('with its quotation marks');
  });
});
