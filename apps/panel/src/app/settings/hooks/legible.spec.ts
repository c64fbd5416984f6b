import { legible } from './legible';

describe('a body that is shown', () => {
  it('has a line for each value, as JSON is usually indented', () => {
    const body = { a: [1, { b: null }], empty: {}, none: [], text: 'a "quote", {signs}: [\\]\n', yes: true };
    expect(legible(JSON.stringify(body))).toBe(JSON.stringify(body, null, 2));
    expect(legible('{ "a" : [ ] }')).toBe('{\n  "a": []\n}');
    expect(legible('"text"')).toBe('"text"');
  });

  it('has its values as they were sent', () => {
    expect(legible('{"id":9007199254740993,"price":1.0,"a":1,"a":1e3,"sign":"\\u00e9"}')).toBe(
      '{\n  "id": 9007199254740993,\n  "price": 1.0,\n  "a": 1,\n  "a": 1e3,\n  "sign": "\\u00e9"\n}',
    );
  });

  it('stays as it is where it is cut off or no JSON', () => {
    for (const text of ['{"a":[1,', 'Try later', '']) expect(legible(text)).toBe(text);
  });
});
