import * as fc from 'fast-check';
import { isJsonObject, memberText, withMember, withoutMember } from './json-members';

const FILE = `{
  "mcpOAuth" : {"server|1":{"accessToken":"m\\"}{,", "n": 1.50e+3}},
  "claudeAiOauth": { "accessToken" : "old" },
  "big": 12345678901234567890
}
`;

/**
 * JSON.parse() of Node.js 24.21 sometimes takes such a name for one that it has seen in another object: once it has read
 * `{"a":1,"\\":2}`, a backslash for the quotation mark in `{"a":1,"\"":2}`.
 */
const ESCAPED_NAME = /"[^"\\]*(?:\\.[^"\\]*)+"\s*:/;

describe('one member of a JSON text', () => {
  it('is replaced in its place, and every other byte stays', () => {
    expect(withMember(FILE, 'claudeAiOauth', '{"accessToken":"new"}')).toBe(
      FILE.replace('{ "accessToken" : "old" }', '{"accessToken":"new"}'),
    );
  });

  it('is added at the end in the style of its neighbours', () => {
    expect(withMember('{\n  "a": 1\n}\n', 'b', '{}')).toBe('{\n  "a": 1,\n  "b": {}\n}\n');
    expect(withMember('{"a":1}', 'b', '2')).toBe('{"a":1,"b":2}');
    expect(withMember(' { } ', 'b', '2')).toBe(' {"b":2} ');
  });

  it('is taken away with its comma, wherever it stands', () => {
    expect(withoutMember('{"a":1, "b":[2,{"c":"}"}], "c":3}', 'b')).toBe('{"a":1, "c":3}');
    expect(withoutMember('{"a":1, "b":2 }', 'b')).toBe('{"a":1 }');
    expect(withoutMember('{"b":2}', 'b')).toBe('{}');
    expect(withoutMember(FILE, 'nothing')).toBe(FILE);
  });

  it('is found by its name, not by how the name is written, and the last of several counts', () => {
    expect(memberText('{"\\u0061":1,"b":{"a":5},"a" : [2] }', 'a')).toBe('[2]');
    expect(memberText('{"b":{"a":5}}', 'a')).toBeNull();
    expect(memberText('{"__proto__":1}', '__proto__')).toBe('1');
  });

  it('leaves no older value of the same name behind', () => {
    expect(withMember('{"a":"old","b":1,"a":"older"}', 'a', '"new"')).toBe('{"b":1,"a":"new"}');
    expect(withoutMember('{"a":1,"b":1,"a":2}', 'a')).toBe('{"b":1}');
  });

  it('is not looked for in what is no JSON object', () => {
    for (const text of ['', '[]', 'null', '{"a":1', '{"a":1}x', '\uFEFF{}', '"{}"']) {
      expect(isJsonObject(text)).toBe(false);
      expect(() => withMember(text, 'a', '1')).toThrow('not a JSON object');
    }
  });

  it('may have a name that is written with escapes', () => {
    const text = '{"\\"":1,"\\\\":2,"a\\\\":3,"\\\\\\"":4,"é\\n":5}';
    for (const [index, name] of ['"', '\\', 'a\\', '\\"', 'é\n'].entries()) {
      const number = String(index + 1);
      expect(memberText(text, name)).toBe(number);
      expect(withMember(text, name, '"new"')).toBe(text.replace(`:${number}`, ':"new"'));
      expect(memberText(withoutMember(text, name), name)).toBeNull();
    }
  });

  const indentation = fc.constantFrom(undefined, 1, 2, '\t', ' \r\n');
  const name = fc.oneof(fc.constantFrom('a', 'b', '', '0', 'é'), fc.string({ unit: 'binary' }));
  // As JSON has it: there is no negative zero.
  const object = fc
    .dictionary(name, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 6 })
    .map((value) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>);

  it('changes, in any object, what the name says and nothing else', () => {
    fc.assert(
      fc.property(object, name, fc.jsonValue(), indentation, (value, key, replacement, space) => {
        const text = JSON.stringify(value, null, space);
        const put = withMember(text, key, JSON.stringify(replacement));
        fc.pre(!ESCAPED_NAME.test(put));
        expect(JSON.parse(put)).toEqual(
          Object.fromEntries([...Object.entries(value), [key, JSON.parse(JSON.stringify(replacement))]]),
        );
        expect(memberText(put, key)).toBe(JSON.stringify(replacement));
        const others = Object.entries(value).filter(([other]) => other !== key);
        expect(JSON.parse(withoutMember(put, key))).toEqual(Object.fromEntries(others));
        for (const [other] of others) {
          expect(memberText(put, other)).toBe(memberText(text, other));
          expect(memberText(withoutMember(put, key), other)).toBe(memberText(text, other));
        }
        const had = memberText(text, key);
        if (had !== null) expect(withMember(put, key, had)).toBe(text);
      }),
      { numRuns: 100 },
    );
  });
});
