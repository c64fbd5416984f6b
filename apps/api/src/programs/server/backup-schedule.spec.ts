import { pauseAfter } from './backup-schedule';

describe('backups by a schedule', () => {
  it('are tried again after 1, 2, 4 … 60 minutes', () => {
    const minutes = [0, 1, 2, 3, 4, 5, 6, 20, 2_000].map((failures) => pauseAfter(failures) / 60_000);
    expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });
});
