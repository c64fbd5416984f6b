import { processPlace } from '../../files/process-place';
import { isOver } from './reaper';

const NOW = new Date('2026-11-27T10:00:00Z');
const own = { pid: process.pid, started: null, place: processPlace() };

describe('a session that did not say that it ended', () => {
  const over = (minutes: number, owner: typeof own | null) =>
    isOver(
      { process: owner, touched_at: new Date(NOW.getTime() - minutes * 60_000).toISOString() },
      own,
      NOW,
    );

  it('goes on beside another one of the same process, until it is silent', () => {
    expect([over(0, own), over(14, own), over(16, own)]).toEqual([false, false, true]);
  });

  it('is over with its process, and after six hours where nothing is known of it', () => {
    expect(over(0, { ...own, pid: 2 ** 30 })).toBe(true);
    expect([over(300, null), over(361, null)]).toEqual([false, true]);
  });
});
