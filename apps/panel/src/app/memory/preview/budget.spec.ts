import { BUDGET_STEPS, readBudget, stepOf } from './budget';
import { omissionsOf } from './omitted';

describe('a budget', () => {
  it.each([
    ['4000', 4_000],
    ['1', 200],
    ['99999999', 1_000_000],
    ['1500.4', 1_500],
    ['', null],
    ['none', null],
  ])('of "%s" is read as %s', (text, budget) => {
    expect(readBudget(text)).toBe(budget);
  });

  it('has a step of the slider that is near it, and each step is its own', () => {
    expect(BUDGET_STEPS[stepOf(4_300)]).toBe(4_000);
    expect(BUDGET_STEPS.map(stepOf)).toEqual(BUDGET_STEPS.map((_, index) => index));
  });
});

describe('what is left out', () => {
  it('is read from the header', () => {
    expect(omissionsOf('state=12, people=3, cut=4')).toEqual([
      { what: 'state', count: 12 },
      { what: 'people', count: 3 },
      { what: 'cut', count: 4 },
    ]);
  });

  it.each(['none', null])('is nothing where the header says %s', (header) => {
    expect(omissionsOf(header)).toEqual([]);
  });
});
