import { closest } from './closest';

describe('the name that was probably meant', () => {
  const names = ['Team 1', 'Team 2', 'Pro', 'capture', 'status', 'sync'];
  it.each([
    ['team 1', 'Team 1'],
    ['Taem 2', 'Team 2'],
    ['captrue', 'capture'],
    ['sycn', 'sync'],
    ['snyc', 'sync'],
    ['stat', 'status'],
    ['pro', 'Pro'],
    ['something else', null],
    ['', null],
  ])('of %s is %s', (wanted, expected) => {
    expect(closest(wanted, names)).toBe(expected);
  });
});
