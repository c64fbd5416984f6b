import { isTypeInUtf8 } from './media-type';

const JSON_TYPE = 'application/json';

describe('the type of a body', () => {
  it.each([
    'application/json',
    ' Application/JSON ; Charset="utf-8" ',
    'application/json;charset = UTF8;',
    'application/json;;',
  ])('is JSON in UTF-8: %s', (header) => {
    expect(isTypeInUtf8(header, JSON_TYPE)).toBe(true);
  });

  it.each([
    '',
    ';',
    'application/jsonx',
    'application/json, text/plain',
    'application/json; charset=latin1',
    'application/json; charset="utf-8',
    'application/json; charset',
    'application/json; boundary=x',
    `application/json;charset=utf-8${' '.repeat(15_000)}x`,
  ])('is not JSON in UTF-8: %.60s', (header) => {
    expect(isTypeInUtf8(header, JSON_TYPE)).toBe(false);
  });

  it('may have the parameters that are named', () => {
    expect(isTypeInUtf8('text/csv; header=present; charset=utf-8', 'text/csv', ['header=present'])).toBe(
      true,
    );
    expect(isTypeInUtf8('text/csv; header=absent', 'text/csv', ['header=present'])).toBe(false);
  });
});
