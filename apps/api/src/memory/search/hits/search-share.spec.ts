import type { SearchTerm } from '../plan/search-term';
import { shareOf } from './search-share';

const term = (lexeme: string, documents: number, places = [1]): SearchTerm => ({
  lexeme,
  documents,
  weight: 1,
  is_stem: places.length > 0,
  places,
});

describe('the share of a query that a row has', () => {
  const share = (terms: SearchTerm[], ...lexemes: string[]) => shareOf({ terms, total: 1_000 }, lexemes);

  it('is all of it, none of it, or by the rarity of the words', () => {
    const terms = [term('deploy', 5), term('server', 300)];
    expect([share(terms, 'deploy', 'server'), share(terms), share([])]).toEqual([1, 0, 1]);
    expect(share(terms, 'deploy')).toBeGreaterThan(0.75);
    expect(share(terms, 'server')).toBeLessThan(0.25);
  });

  it('is small where no row has what is asked about, though it has all the rest', () => {
    expect(share([term('kubernetes', 0), term('cluster', 0), term('run', 90)], 'run')).toBeLessThan(0.3);
  });

  it('counts another form of a word, and no other spelling beside a stem', () => {
    expect(share([term('скидки', 0)], 'скидка')).toBe(1);
    expect(share([term('port', 0)], 'poster')).toBe(0);
    expect(share([term('deploy', 5), term('deployment', 2, [])], 'deploy')).toBe(1);
  });
});
