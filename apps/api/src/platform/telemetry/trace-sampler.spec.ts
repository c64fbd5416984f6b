import { TraceSampler } from './trace-sampler';

describe('which requests are traced', () => {
  const taken = (sampler: TraceSampler, count: number, nowMs: number): number =>
    Array.from({ length: count }, () => sampler.take(nowMs)).filter(Boolean).length;

  it('are so many a second at most, and again in the next one', () => {
    const sampler = new TraceSampler(1, 3);
    expect(taken(sampler, 10, 0)).toBe(3);
    expect(taken(sampler, 10, 999)).toBe(0);
    expect(taken(sampler, 2, 1_000)).toBe(2);
  });

  it('are none where the share is 0', () => {
    expect(taken(new TraceSampler(0), 1_000, 0)).toBe(0);
  });
});
