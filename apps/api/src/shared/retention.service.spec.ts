import { Logger } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { RetentionService } from './retention.service';

const NOW = new Date('2026-11-20T12:00:00Z');

class FixedClock extends Clock {
  override now(): Date {
    return NOW;
  }
}

describe('the retention', () => {
  afterEach(() => jest.restoreAllMocks());

  it('goes on after a failure, which it logs and tells at the end, and leaves alone what is kept for ever', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    const retention = new RetentionService(new FixedClock());
    const removed: [string, Date][] = [];
    retention.add({ what: 'broken', days: 1, removeBefore: () => Promise.reject(new Error('away')) });
    retention.add({ what: 'eternal', days: 0, removeBefore: () => Promise.reject(new Error('asked')) });
    retention.add({
      what: 'kept',
      days: 2,
      removeBefore: (before) => Promise.resolve(void removed.push(['kept', before])),
    });
    await expect(retention.removeOld()).rejects.toThrow('not removed: broken.');
    expect(removed).toEqual([['kept', new Date('2026-11-18T12:00:00Z')]]);
    expect(warn.mock.calls).toEqual([
      [expect.objectContaining({ what: 'broken' }), 'what is too old was not removed'],
    ]);
  });
});
