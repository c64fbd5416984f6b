import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { similarDecisions } from './similar-decisions';

interface Made {
  pairs: { standing: string; new: string }[];
  others: string[];
  news: string[];
}

/** Pairs that contradict each other, most of them in other words, and others that contradict none; in English, German and Russian. */
const FILE = join(__dirname, '../../../../test/harness/data/decision-pairs.json');
const { pairs, others, news } = JSON.parse(readFileSync(FILE, 'utf8')) as Made;
const standing = [...pairs.map((pair) => pair.standing), ...others].map((text, id) => ({ id, text }));
const similarTo = (text: string) => similarDecisions([{ id: -1, text }], standing).map((one) => one.text);

describe('a new decision, beside 210 that stand', () => {
  it('has the one that it contradicts among the similar ones, where words say so', () => {
    const found = pairs.filter((pair) => similarTo(pair.new).includes(pair.standing));
    // With each decision that shares any word it were 40, and 3 others beside each.
    expect(found.length).toBeGreaterThanOrEqual(24);
  });

  it('has mostly none where it contradicts none', () => {
    const told = news.map((text) => similarTo(text).length);
    expect(told.filter((count) => count === 0).length).toBeGreaterThanOrEqual(44);
    expect(Math.max(...told)).toBeLessThanOrEqual(5);
  });

  it('has none where nothing is said', () => {
    expect(similarDecisions([], standing)).toEqual([]);
    expect(similarDecisions([{ id: 1, text: 'it is so' }], standing)).toEqual([]);
    expect(similarDecisions([{ id: 1, text: 'Prices' }], [])).toEqual([]);
  });
});
