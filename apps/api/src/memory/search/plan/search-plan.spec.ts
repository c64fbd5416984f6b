import * as fc from 'fast-check';
import { phrasesOf, planSearch } from './search-plan';
import type { SearchTerm } from './search-term';

const term = (lexeme: string, documents: number, weight = 1, places: number[] = []): SearchTerm => ({
  lexeme,
  documents,
  weight,
  is_stem: places.length > 0,
  places,
});

describe('the plan of a search', () => {
  it('finds by all words while they find little', () => {
    const plan = planSearch({ terms: [term('rare', 2), term('usual', 90)], total: 5_000 }, 100);
    expect(plan).toMatchObject({ finder: `'rare' | 'usual'`, is_partial: false });
  });

  it('finds by the rare words alone where others would find too much, but scores by all', () => {
    const plan = planSearch({ terms: [term('usual', 4_000), term('rare', 2)], total: 5_000 }, 100);
    expect(plan).toMatchObject({ finder: `'rare'`, more: null, is_partial: true });
    expect(plan?.scored.map(({ lexeme }) => lexeme)).toEqual(['rare', 'usual']);
  });

  it('finds by two frequent words at once where few rows should have both', () => {
    const terms = [
      term('rare', 2),
      ...['usual', 'common'].map((word) => term(word, 400, 1, [1])),
      term('everywhere', 9_000, 1, [3]),
    ];
    expect(planSearch({ terms, total: 10_000 }, 100)?.finder).toBe(`'rare' | 'usual' & ('common')`);
  });

  it('finds by three at once where two are in too many rows, and looks at some with any of the rarest', () => {
    const terms = ['one', 'two', 'three', 'four'].map((word, n) => term(word, 20_000 + n, 1, [n]));
    expect(planSearch({ terms, total: 500_000 }, 1_000)).toMatchObject({
      finder: `'one' & ('two' & ('three' | 'four') | 'three' & ('four')) | 'two' & ('three' & ('four'))`,
      more: { finder: `'one' | 'two' | 'three' | 'four'`, among: 'all' },
    });
  });

  it('finds by two words at once whatever the rounding of their rarities', () => {
    for (let documents = 1_000; documents < 1_500; documents++) {
      const terms = [term('one', documents, 1, [1]), term('two', 3_000, 1, [2])];
      expect(planSearch({ terms, total: 20_000 }, 800)?.finder).toBe(`'one' & ('two')`);
    }
  });

  it('finds by a frequent word if there is no rarer one', () => {
    const plan = planSearch({ terms: [term('usual', 4_000)], total: 5_000 }, 100);
    expect(plan).toMatchObject({ finder: `'usual'`, more: null, is_partial: true });
  });

  it('finds by the rarest frequent words together, and by any of these in case no row has them all', () => {
    const terms = [term('usual', 3_000), term('common', 3_500), term('every', 4_900)].map((word, place) => ({
      ...word,
      is_stem: true,
      places: [place + 1],
    }));
    expect(planSearch({ terms, total: 5_000 }, 100)).toMatchObject({
      finder: `'usual' & 'common' & 'every'`,
      more: { finder: `'usual' | 'common' | 'every'`, among: 'all' },
    });
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

  it('pairs words that follow each other in the query, over what is not indexed between them', () => {
    const terms = [
      term('pool', 3, 1, [2]),
      term('connect', 9, 1, [1]),
      term('full', 5, 1, [4]),
      term('night', 5, 1, [9]),
    ];
    const pairs = planSearch({ terms, total: 100 }, 1_000)?.pairs ?? [];
    expect(pairs.map(({ phrase }) => phrase)).toEqual([`'connect' <1> 'pool'`, `'pool' <2> 'full'`]);
    expect(pairs[0]?.near).toContain(`'pool' <3> 'connect'`);
  });

  it('makes no pairs of what no row has', () => {
    const terms = [term('known', 3, 1, [1]), term('unknown', 0, 1, [2])];
    expect(planSearch({ terms, total: 100 }, 1_000)?.pairs).toEqual([]);
  });

  const queries = fc
    .uniqueArray(fc.string({ unit: 'binary', minLength: 1 }), { maxLength: 12 })
    .chain((lexemes) =>
      fc.tuple(
        ...lexemes.map((lexeme) =>
          fc.record({
            lexeme: fc.constant(lexeme),
            weight: fc.constantFrom(1, 0.5, 0.1),
            is_stem: fc.boolean(),
            documents: fc.nat(200),
            places: fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 3 }),
          }),
        ),
      ),
    );

  it('of any words finds by those that are known, and by each of them where few rows have them', () => {
    fc.assert(
      fc.property(
        queries,
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 200, max: 400 }),
        (terms, most, total) => {
          const plan = planSearch({ terms, total }, most);
          const known = terms.filter(({ documents }) => documents > 0);
          if (plan === null) {
            expect(known).toEqual([]);
            return;
          }
          const query = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
          const scored = new Set(plan.scored.map(({ lexeme }) => lexeme));
          expect(scored.size).toBe(plan.scored.length);
          expect(known.map(({ lexeme }) => lexeme)).toEqual(expect.arrayContaining([...scored]));
          expect(
            plan.scored.every(({ lexeme, query: of, factor }) => of === query(lexeme) && factor > 0),
          ).toBe(true);
          expect(plan.finder).not.toBe('');
          const sum = known.reduce((all, { documents }) => all + documents, 0);
          expect(plan.is_partial).toBe(Math.min(sum, total) > most);
          if (!plan.is_partial)
            expect(plan.finder.length).toBe(known.map(({ lexeme }) => query(lexeme)).join(' | ').length);
          expect(plan.pairs.length).toBeLessThanOrEqual(24);
          expect(plan.pairs.every(({ from, to }) => to - from <= 3 && to >= from)).toBe(true);
        },
      ),
    );
  });

  it('weighs a phrase more in a short query, which is but a phrase, than in a long one', () => {
    const words = (count: number) => Array.from({ length: count }, (_, n) => term(`word${n}`, 5, 1, [n + 1]));
    const factors = [3, 9].map(
      (count) => planSearch({ terms: words(count), total: 100 }, 1_000)?.pairs[0]?.factor ?? 0,
    );
    expect(factors[0]).toBeGreaterThan(3 * (factors[1] ?? 0));
  });
});

describe('the phrases of a hit', () => {
  const pair = (from: number, to: number) => ({ near: '', phrase: '', factor: 1, from, to });

  it('are the words of the query, pairs that overlap in one', () => {
    const words = ['the', 'connection', 'pool', 'was', 'exhausted', 'at', 'night'];
    const plan = { words, pairs: [pair(2, 3), pair(3, 5), pair(5, 7)] };
    expect(phrasesOf(plan, [0, 1])).toEqual(['connection pool was exhausted']);
    expect(phrasesOf(plan, [0, 2])).toEqual(['connection pool', 'exhausted at night']);
    expect(phrasesOf(plan, [])).toEqual([]);
  });

  it('have no spaces where the script has none', () => {
    expect(phrasesOf({ words: ['京', '都', '支', '店'], pairs: [pair(1, 2), pair(2, 3)] }, [0, 1])).toEqual([
      '京都支',
    ]);
  });
});
