import { Logger } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { SETTINGS } from '../config/config.module';
import { Clock } from '../platform/clock';
import { Retention } from './retention';
import { RetentionService } from './retention.service';

class FixedClock extends Clock {
  override now(): Date {
    return new Date('2026-11-20T12:00:00Z');
  }
}

class Rows {
  readonly removed: Date[] = [];

  @Retention({ what: 'broken', days: 1 })
  fail(): Promise<void> {
    return Promise.reject(new Error('away'));
  }

  @Retention({ what: 'eternal', days: ({ chat_retention_days }) => chat_retention_days })
  keep(): Promise<void> {
    return Promise.reject(new Error('asked'));
  }

  @Retention({ what: 'old', days: ({ audit_retention_days }) => audit_retention_days })
  removeBefore(before: Date): Promise<void> {
    return Promise.resolve(void this.removed.push(before));
  }
}

describe('the retention', () => {
  afterEach(() => jest.restoreAllMocks());

  it('goes on after a failure, which it logs and tells at the end, and leaves alone what is kept for ever', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    const module = await Test.createTestingModule({
      imports: [DiscoveryModule],
      providers: [
        Rows,
        RetentionService,
        { provide: Clock, useClass: FixedClock },
        { provide: SETTINGS, useValue: { audit_retention_days: 2, chat_retention_days: 0 } },
      ],
    }).compile();
    await expect(module.get(RetentionService).removeOld()).rejects.toThrow('not removed: broken.');
    expect(module.get(Rows).removed).toEqual([new Date('2026-11-18T12:00:00Z')]);
    expect(warn.mock.calls).toEqual([
      [expect.objectContaining({ what: 'broken' }), 'what is too old was not removed'],
    ]);
  });
});
