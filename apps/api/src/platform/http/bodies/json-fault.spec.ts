import { describeJsonFault } from './json-fault';

function faultOf(text: string): string {
  try {
    JSON.parse(text);
  } catch (error) {
    return describeJsonFault(text, error);
  }
  throw new Error('The text is JSON.');
}

describe('what is wrong with a text that is not JSON', () => {
  it.each([
    ['{"a":1,}', 'Expected double-quoted property name at line 1, column 8 (position 7)'],
    ['{"a":1}}', 'Unexpected non-whitespace character after JSON at line 1, column 8 (position 7)'],
    [
      '{\n  "a": 1\n  "b": 2\n}',
      "Expected ',' or '}' after property value at line 3, column 3 (position 13)",
    ],
    ['{"a": NaN}', "Unexpected token 'N' at line 1, column 7 (position 6)"],
    ['{"a": "secret", "b": undefined}', "Unexpected token 'u' at line 1, column 22 (position 21)"],
    ['{"a":"b"', "Expected ',' or '}' after property value at line 1, column 9 (position 8)"],
    ['[1,', 'Unexpected end of JSON input at line 1, column 4 (position 3)'],
    ['\ufeff{}', "Unexpected token '\ufeff' at line 1, column 1 (position 0)"],
    ['key=web', "Unexpected token 'k' at line 1, column 1 (position 0)"],
  ])('%j', (text, fault) => {
    expect(faultOf(text)).toBe(fault);
  });
});
