import * as fc from 'fast-check';
import { added, BrokenSettings, commentsOf, removed, removedIfEmpty, settingsOf } from './json-edits';

describe('an edit of settings with comments', () => {
  it.each([
    ['behind the one before', '{\n  "a": 1, // a\n  "x": 2\n}', '{\n  "a": 1 // a\n}'],
    ['above the next', '{\n  "x": 2,\n  // b\n  "b": 3\n}', '{\n  // b\n  "b": 3\n}'],
    [
      'on both sides',
      '{\n  "a": 1, // a\n  "x": 2,\n  // b\n  "b": 3\n}',
      '{\n  "a": 1, // a\n  // b\n  "b": 3\n}',
    ],
    ['below it', '{\n  "x": 2\n  // "b": 3\n}', '{\n  // "b": 3\n}'],
    ['below it, and a comma', '{\n  "x": 2,\n  // "b": 3\n}', '{\n  // "b": 3\n}'],
    ['on its line', '{\n  // a\n  "x": 2, // x\n  "b": 3\n}', '{\n  // a\n  // x\n  "b": 3\n}'],
    ['before its comma', '{ "x": 2 /* x */, "b": 3 }', '{ /* x */ "b": 3 }'],
    ['in it', '{\n  "a": 1,\n  "x": { // x\n    "y": 2\n  }\n}', '{\n  "a": 1\n  // x\n}'],
    ['in it, on one line', '{ "x": [ /* x */ 1 ], "b": 3 }', '{\n/* x */\n"b": 3 }'],
    ['of commas', '{\n  "a": 1, // a, b\n  "x": 2 // , x\n}', '{\n  "a": 1 // a, b\n  // , x\n}'],
    ['nowhere', '{"a": 1, "x": 2, "b": 3}', '{"a": 1, "b": 3}'],
    ['nowhere, and a comma', '{\n  "a": 1,\n  "x": 2,\n}', '{\n  "a": 1,\n}'],
    ['nowhere, and nothing else', '{\n  "x": 2,\n}\n', '{}\n'],
  ])('removes a member alone where there is one %s', (_, before, after) => {
    expect(removed(before, ['x'])).toBe(after);
  });

  it('takes back what it added, byte for byte', () => {
    for (const before of [
      '{}',
      '{"a": 1}',
      '{\n  "a": 1 // a\n}',
      '{\n  "a": 1, // a\n}',
      '{ // none\r\n}\r\n',
    ])
      expect(removed(added(before, ['x', 'y'], [1]), ['x'])).toBe(before);
  });

  it('removes no list that holds a comment', () => {
    const text = '{"a": [], "b": [ /* b */ ], "c": [1]}';
    expect(['a', 'b', 'c'].reduce((rest, name) => removedIfEmpty(rest, [name]), text)).toBe(
      '{"b": [ /* b */ ], "c": [1]}',
    );
  });

  it('refuses a member that is there twice', () => {
    const text = '{"a": {"x": 1}, "a": {"x": 2}}';
    expect(() => removed(text, ['a', 'x'])).toThrow(BrokenSettings);
    expect(() => added(text, ['a', 'y'], 1)).toThrow('"a" is there twice');
  });

  it('loses no comment and nothing else, wherever comments are', () => {
    const comment = fc.constantFrom(' ', '\n  ', ' // c, "d"\n', '/* e: } */', ' /* f\n */ ');
    const gap = fc.array(comment, { maxLength: 2 }).map((parts) => parts.join(''));
    const value = fc.constantFrom('1', '"// , /*"', '[]', '{"y": [1, 2]}', '{ // in\n  "y": 1, /* in */ }');
    const member = fc.tuple(gap, gap, value, gap);
    fc.assert(
      fc.property(
        fc.array(member, { minLength: 1, maxLength: 4 }),
        gap,
        fc.nat(3),
        fc.boolean(),
        (members, last, at, isOpen) => {
          const names = members.map((_, index) => `m${index}`);
          const written = members.map(([a, b, text, c], index) => `${a}"${names[index]}"${b}:${text}${c}`);
          const text = `{${written.join(',')}${isOpen ? ',' : ''}${last}}`;
          const name = names[at % names.length] ?? '';
          const after = removed(text, [name]);
          const { [name]: _, ...others } = settingsOf(text);
          expect(settingsOf(after)).toEqual(others);
          expect(commentsOf(after).map((one) => one.text)).toEqual(commentsOf(text).map((one) => one.text));
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
