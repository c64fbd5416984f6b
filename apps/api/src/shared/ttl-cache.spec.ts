import { TtlCache } from './ttl-cache';

describe('TtlCache', () => {
  let loaded: string[];
  let values: TtlCache<string>;
  beforeEach(() => {
    loaded = [];
    values = new TtlCache(
      async (name) => {
        loaded.push(name);
        return `the value of ${name}`;
      },
      60_000,
      2,
    );
  });

  it('load each value once, and remember it by its name', async () => {
    for (const name of ['a', 'b', 'a', 'b']) expect(await values.get(name)).toBe(`the value of ${name}`);
    expect(loaded).toEqual(['a', 'b']);
  });

  it('load a forgotten value again, and no other', async () => {
    for (const name of ['a', 'b']) await values.get(name);
    values.forget('a');
    for (const name of ['a', 'b']) await values.get(name);
    expect(loaded).toEqual(['a', 'b', 'a']);
  });

  it('forget the longest unused when there are too many', async () => {
    for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await values.get(name);
    expect(loaded).toEqual(['a', 'b', 'c', 'b']);
  });
});
