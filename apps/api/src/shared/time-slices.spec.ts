import { atOnce, inTimeSlices, mapInSteps } from './time-slices';

function busy(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('work in time slices', () => {
  const work = () =>
    mapInSteps([1, 2, 3, 4, 5, 6], (number) => {
      busy(5);
      return 2 * number;
    });

  it('has the same result as at once', async () => {
    expect(await inTimeSlices(work())).toEqual([2, 4, 6, 8, 10, 12]);
    expect(atOnce(work())).toEqual([2, 4, 6, 8, 10, 12]);
  });

  it('lets others have theirs in between', async () => {
    let others = 0;
    const other = setInterval(() => others++, 0);
    await inTimeSlices(work());
    clearInterval(other);
    expect(others).toBeGreaterThan(0);
  });

  it('fails as its step does', async () => {
    const failing = () =>
      mapInSteps([1], () => {
        throw new Error('odd');
      });
    await expect(inTimeSlices(failing())).rejects.toThrow('odd');
    expect(() => atOnce(failing())).toThrow('odd');
  });
});
