import { pauseFor } from './delivery-pace';

describe('the pause between pieces of background work', () => {
  it.each([
    ['no pause without other work', 50, 0, 0],
    ['shorter than the work while the process is mostly idle', 50, 0.1, 22],
    ['four times the work when it is busy for half of the time', 50, 0.5, 200],
    ['a second at most', 50, 0.99, 1_000],
    ['a second at most, also when it is busy all the time', 0, 1, 1_000],
  ])('is %s', (_what, workMs, busy, expected) => {
    expect(Math.round(pauseFor(workMs, busy))).toBe(expected);
  });
});
