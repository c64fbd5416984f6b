import { planSearch, type SearchTerm } from './search-plan';

const term = (lexeme: string, documents: number, weight = 1): SearchTerm => ({ lexeme, documents, weight });

describe('the plan of a search', () => {
  it('finds by all words while they find little', () => {
    const plan = planSearch({ terms: [term('rare', 2), term('usual', 90)], total: 5_000 }, 100);
    expect(plan).toMatchObject({ finder: `'rare' | 'usual'`, is_partial: false });
  });

  it('finds by the rare words alone where others would find too much, but scores by all', () => {
    const plan = planSearch({ terms: [term('usual', 4_000), term('rare', 2)], total: 5_000 }, 100);
    expect(plan).toMatchObject({ finder: `'rare'`, is_partial: true });
    expect(plan?.scored.map(({ lexeme }) => lexeme)).toEqual(['rare', 'usual']);
  });

  it('finds by a frequent word if there is no rarer one', () => {
    expect(planSearch({ terms: [term('usual', 4_000)], total: 5_000 }, 100)?.finder).toBe(`'usual'`);
  });

  it('leaves nothing out where all documents are few enough', () => {
    const terms = [term('this', 60), term('that', 70)];
    expect(planSearch({ terms, total: 80 }, 100)?.is_partial).toBe(false);
  });

  it('is none if no document has a word of the query', () => {
    expect(planSearch({ terms: [term('unknown', 0)], total: 10 }, 100)).toBeNull();
  });

  it('counts a rare word more than a usual one, and each by its weight', () => {
    const terms = [term('rare', 1), term('usual', 50), term('half', 50, 0.5)];
    const [rare, usual, half] = planSearch({ terms, total: 100 }, 1_000)?.scored ?? [];
    expect(rare?.factor).toBeGreaterThan(usual?.factor ?? Infinity);
    expect(half?.factor).toBeCloseTo((usual?.factor ?? NaN) / 2);
  });

  it('keeps every rarity above nothing, also when the counts are a little behind', () => {
    const [only] = planSearch({ terms: [term('word', 12)], total: 10 }, 100)?.scored ?? [];
    expect(only?.factor).toBeGreaterThan(0);
  });

  it('quotes what a tsquery would read', () => {
    expect(planSearch({ terms: [term(`it's\\a`, 1)], total: 1 }, 10)?.finder).toBe(`'it''s\\\\a'`);
  });
});
