import { oneLine } from './one-line';

describe('a text of one line', () => {
  it.each([
    ['  Anna   Maria  ', 'Anna Maria'],
    ['Anna\r\nMaria\t', 'Anna Maria'],
    ['anna\u202eevil', 'annaevil'],
    ['a \u200e b', 'a b'],
    ['👩‍👧 Ádám', '👩‍👧 Ádám'],
    [' \u0007 ', ''],
  ])('%j is %j', (text, line) => {
    expect(oneLine(text)).toBe(line);
  });
});
