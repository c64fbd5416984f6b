import { restAfter } from './rest-after';

describe('the background that indexes', () => {
  it('leaves most of the time to others', () => {
    expect(restAfter({ utilization: 0.1, isBehind: false, isSearched: true })).toBe(3);
  });

  it('hardly rests where it is far behind, and half of the time where somebody searches meanwhile', () => {
    expect(restAfter({ utilization: 0.1, isBehind: true, isSearched: false })).toBe(0.2);
    expect(restAfter({ utilization: 0.1, isBehind: true, isSearched: true })).toBe(1);
  });

  it('leaves nearly all of the time to others where the server is busy', () => {
    expect(restAfter({ utilization: 0.7, isBehind: true, isSearched: false })).toBe(15);
  });
});
