import { demandSimpleStructure, STRUCTURE_LIMITS } from './body-structure';

const demand = (text: string) => () => demandSimpleStructure(Buffer.from(text));
const withKeys = (count: number) => `{${Array(count).fill('"k":0').join(',')}}`;
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('the structure of a body', () => {
  it('has at most so many keys, the same name counted each time', () => {
    expect(demand(withKeys(STRUCTURE_LIMITS.keys))).not.toThrow();
    expect(demand(withKeys(STRUCTURE_LIMITS.keys + 1))).toThrow('1000 keys');
  });

  it('has at most so many levels, of lists and objects together', () => {
    expect(demand(nested(STRUCTURE_LIMITS.levels))).not.toThrow();
    expect(demand(nested(STRUCTURE_LIMITS.levels + 1))).toThrow('20 levels');
    expect(demand('{"a":['.repeat(11))).toThrow('20 levels');
  });

  it.each(['[]', '{}', '1', '""'])('has at most so many items such as %s', (item) => {
    expect(demand(`[${Array(STRUCTURE_LIMITS.items).fill(item).join(',')}]`)).not.toThrow();
    expect(
      demand(
        `[${Array(STRUCTURE_LIMITS.items + 2)
          .fill(item)
          .join(',')}]`,
      ),
    ).toThrow('20000 items');
  });

  it('is not counted within strings', () => {
    const text = '{"a\\"::,,[[{{\\\\":"'.concat('[{:,'.repeat(30_000), '"}');
    expect(demand(text)).not.toThrow();
  });

  it('is counted after a string that ends in an escaped backslash', () => {
    expect(demand(`["\\\\",${nested(20)}]`)).toThrow('20 levels');
  });

  it('may break off anywhere', () => {
    for (const text of ['', '"', '"\\', '["a', ']]]]', '{"a":']) expect(demand(text)).not.toThrow();
  });
});
