import { Logger } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { SETTINGS } from '../config/config.module';
import { AuditService, type AuditEntry } from '../audit/audit.service';
import { Clock } from '../platform/clock';
import { CountsRetained, Retention, type RetentionCount } from '../shared/retention';
import { RetentionSettingsService } from './retention-settings.service';
import { RetentionService } from './retention.service';

class FixedClock extends Clock {
  override now(): Date {
    return new Date('2026-11-20T12:00:00Z');
  }
}

class Rows {
  readonly removed: [string, Date][] = [];

  @Retention({ what: 'broken', days: 1 })
  fail(): Promise<void> {
    return Promise.reject(new Error('away'));
  }

  @Retention({ what: 'eternal', days: ({ chat_retention_days }) => chat_retention_days })
  keep(): Promise<void> {
    return Promise.reject(new Error('asked'));
  }

  @Retention({ what: 'old', days: ({ audit_retention_days }) => audit_retention_days })
  removeBefore(before: Date): Promise<number> {
    this.removed.push(['old', before]);
    return Promise.resolve(5);
  }

  @Retention({ what: 'conversations', days: 0 })
  removeConversations(before: Date): Promise<number> {
    this.removed.push(['conversations', before]);
    return Promise.resolve(0);
  }

  @Retention({ what: 'mails', days: ({ mail_retention_days }) => mail_retention_days })
  removeMails(before: Date): Promise<number> {
    this.removed.push(['mails', before]);
    return Promise.resolve(3);
  }

  @Retention({ what: 'messages', days: 0 })
  removeMessages(before: Date): Promise<number> {
    this.removed.push(['messages', before]);
    return Promise.resolve(7);
  }

  @CountsRetained('mails')
  countMails(before: Date, most: number): Promise<RetentionCount> {
    this.removed.push(['counted mails', before]);
    return Promise.resolve({ count: most, isExact: false });
  }
}

const MONTHS = { conversations: null, clients: null, cancelled_appointments: null, mails: null, logs: null };

describe('the retention', () => {
  let rows: Rows;
  let retention: RetentionService;
  let entries: AuditEntry[];
  let months: object;
  beforeEach(async () => {
    entries = [];
    months = MONTHS;
    const module = await Test.createTestingModule({
      imports: [DiscoveryModule],
      providers: [
        Rows,
        RetentionService,
        { provide: Clock, useClass: FixedClock },
        {
          provide: SETTINGS,
          useValue: { audit_retention_days: 2, chat_retention_days: 0, mail_retention_days: 90 },
        },
        { provide: RetentionSettingsService, useValue: { getMonths: () => Promise.resolve(months) } },
        {
          provide: AuditService,
          useValue: { record: (_: object, entry: AuditEntry) => Promise.resolve(void entries.push(entry)) },
        },
      ],
    }).compile();
    [rows, retention] = [module.get(Rows), module.get(RetentionService)];
  });
  afterEach(() => jest.restoreAllMocks());

  it('goes on after a failure, which it logs and tells at the end, and leaves alone what is kept for ever', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    await expect(retention.removeOld()).rejects.toThrow('not removed: broken.');
    expect(rows.removed).toEqual([
      ['old', new Date('2026-11-18T12:00:00Z')],
      ['mails', new Date('2026-08-22T12:00:00Z')],
    ]);
    expect(warn.mock.calls).toEqual([
      [expect.objectContaining({ what: 'broken' }), 'what is too old was not removed'],
    ]);
  });

  it('goes by the months where they are earlier, messages before their conversations, and says in the audit what went', async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    months = { ...MONTHS, conversations: 12, mails: 2 };
    await expect(retention.removeOld()).rejects.toThrow('not removed: broken.');
    expect(rows.removed.slice(1)).toEqual([
      ['messages', new Date('2025-11-20T12:00:00Z')],
      ['conversations', new Date('2025-11-20T12:00:00Z')],
      ['mails', new Date('2026-09-20T12:00:00Z')],
    ]);
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['retention.removed', { what: 'messages', count: 7 }],
      ['retention.removed', { what: 'mails', count: 3 }],
    ]);
  });

  it('stops between two rules when the server does', async () => {
    await retention.removeOld({}, AbortSignal.abort());
    expect(rows.removed).toEqual([]);
  });

  it('counts what would go, and removes nothing', async () => {
    const preview = await retention.preview({ ...MONTHS, mails: 12 });
    expect(rows.removed).toEqual([['counted mails', new Date('2026-08-22T12:00:00Z')]]);
    expect(preview.items).toEqual([{ kind: 'mails', what: 'mails', count: 10_000, count_is_exact: false }]);
    await expect(retention.preview({ ...MONTHS, conversations: 12 })).rejects.toThrow(
      'Nothing counts messages',
    );
  });
});
