import { laterOf } from './whose';

const window = (used_percent: number, resets_at: string) => ({ name: 'five_hour', used_percent, resets_at });
const known = [window(40, '2026-11-20T12:00:00.000Z')];
const after = (used_percent: number, resets_at: string) =>
  laterOf({ windows: [window(used_percent, resets_at)], at: '2026-11-20T10:00:00.000Z' }, known);

describe('the windows of an account', () => {
  it('keep the higher figure of one window, whose end is rounded', () => {
    expect(after(20, '2026-11-20T12:01:00.000Z')).toEqual(known);
    expect(after(41, '2026-11-20T12:01:00.000Z')).toEqual([window(41, '2026-11-20T12:01:00.000Z')]);
  });

  it('take those of the next window, and none of one that has ended', () => {
    expect(after(1, '2026-11-20T17:00:00.000Z')).toEqual([window(1, '2026-11-20T17:00:00.000Z')]);
    expect(after(90, '2026-11-20T09:00:00.000Z')).toEqual(known);
  });
});
