import { newKey, prefixOf } from './key-text';

describe('a key', () => {
  const keys = Array.from({ length: 2_000 }, newKey);

  it('is one word of one form, with 43 digits that are the secret', () => {
    for (const key of keys) expect(key).toMatch(/^gl_[0-9A-Za-z]{8}_[0-9A-Za-z]{43}$/);
  });

  it('is never the same, nor begins the same', () => {
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(keys.map(prefixOf)).size).toBe(keys.length);
  });

  it('has all digits in its secret', () => {
    const digits = new Set(keys.flatMap((key) => [...key.slice(13)]));
    expect(digits.size).toBe(62);
  });

  it('begins with what it is found by', () => {
    const [key = ''] = keys;
    expect(prefixOf(key)).toBe(key.slice(0, 11));
  });

  const [key = ''] = keys;
  it.each([
    ['nothing', ''],
    ['its beginning', key.slice(0, 11)],
    ['less', key.slice(0, -1)],
    ['more', `${key}0`],
    ['another kind', key.replace('gl_', 'gh_')],
    ['another letter', key.slice(0, -1) + '-'],
    ['a line', `${key}\n`],
  ])('is not %s', (_, text) => {
    expect(prefixOf(text)).toBeNull();
  });
});
