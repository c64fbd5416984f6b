import { nameFit, nameWords } from './names';

describe('the words of a name', () => {
  it.each([
    ['Frau Mayer', ['mayer']],
    ['Mayer, Anna', ['mayer', 'anna']],
    ['Dr. med. univ. Mag. Herbert Groß MBA', ['herbert', 'groß']],
    ["O'Brien", ["o'brien"]],
    ['Herr', ['herr']],
    [' , ', []],
  ])('of %j are %j', (name, words) => {
    expect(nameWords(name)).toEqual(words);
  });

  it('fit in any order, and partly where one has fewer', () => {
    expect(nameFit('mayer anna', 'Frau Anna Mayer')).toBe(2);
    expect(nameFit('anna', 'anna mayer')).toBe(1);
    expect(nameFit('anna huber', 'anna mayer')).toBe(0);
    expect(nameFit('', 'anna')).toBe(0);
  });

  it.each([
    ['mueller anna', 'anna muller'],
    ['oezlem aydin', 'ozlem aydin'],
    ['kaethe gross', 'kathe gross'],
  ])('fit where an umlaut is written as two letters: %s', (a, b) => {
    expect(nameFit(a, b)).toBe(2);
  });
});
