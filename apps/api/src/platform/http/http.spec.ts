import type { IncomingMessage } from 'node:http';
import { matchesEntityTag } from './headers/entity-tag';
import { isJsonType, parseJsonBody } from './bodies/json-body';
import { requestId } from './server/request-id';

describe('parseJsonBody', () => {
  const parse = (text: string) => parseJsonBody(Buffer.from(text));

  it('takes an empty body for none', () => {
    expect(parse('')).toBeUndefined();
  });

  it.each(['{', '{"a":}', '\ufeff{}', 'nul', "{'a':1}", '{"a":1}x'])('refuses %j', (text) => {
    expect(() => parse(text)).toThrow('not valid JSON');
  });

  it('refuses bytes that are not UTF-8 instead of replacing them', () => {
    expect(() => parseJsonBody(Buffer.from([0x22, 0xff, 0x22]))).toThrow('not valid UTF-8');
  });

  it('takes 1,000 keys and refuses one more, wherever they are', () => {
    const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));
    expect(parse(JSON.stringify(keys(1_000)))).toEqual(keys(1_000));
    expect(() => parse(JSON.stringify([{ a: keys(500) }, keys(500)]))).toThrow('more than 1000 keys');
  });

  it('takes 20 levels and refuses one more', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(() => parse(nested(20))).not.toThrow();
    expect(() => parse(nested(21))).toThrow('more than 20 levels');
  });

  it('refuses half a million levels without running out of stack', () => {
    expect(() => parse('['.repeat(500_000) + ']'.repeat(500_000))).toThrow('more than 20 levels');
    expect(() => parse('{"a":'.repeat(180_000) + '1' + '}'.repeat(180_000))).toThrow('more than');
  });
});

describe('isJsonType', () => {
  it.each(['application/json', 'Application/JSON; charset=UTF-8', 'application/json;charset="utf-8"'])(
    'takes %s',
    (type) => expect(isJsonType(type)).toBe(true),
  );
  it.each([
    'application/json; charset=utf-16',
    'application/problem+json',
    'text/json',
    'application/json, text/plain',
  ])('refuses %s', (type) => expect(isJsonType(type)).toBe(false));
});

describe('requestId', () => {
  const of = (given?: string) =>
    requestId({ headers: { 'x-request-id': given } } as unknown as IncomingMessage);

  it('takes a UUID with or without hyphens, and gives it hyphens', () => {
    const id = '0192f0c1-7f3e-4c59-9d0e-0a4a3f0b6f11';
    expect([of(id), of(id.replaceAll('-', '')), of(id.toUpperCase())]).toEqual([id, id, id]);
  });

  it.each([undefined, '', 'abc', '0192f0c1-7f3e-4c59-9d0e-0a4a3f0b6f11x', 'x'.repeat(10_000)])(
    'makes one for %s',
    (given) => {
      expect(of(given)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      expect(of(given)).not.toBe(of(given));
    },
  );
});

describe('matchesEntityTag', () => {
  it.each(['"a"', 'W/"a"', '"b", "a"', '*', ' "a" '])('finds "a" in %s', (header) =>
    expect(matchesEntityTag(header, '"a"')).toBe(true),
  );
  it.each([undefined, '', '"b"', 'a', '"a'])('does not find "a" in %s', (header) =>
    expect(matchesEntityTag(header, '"a"')).toBe(false),
  );
});
