import type { AuditEntry, AuditService } from '../../audit/audit.service';
import type { Actor } from '../../platform/access/caller';
import { FailureTrailService } from './failure-trail.service';

describe('the trail of failures', () => {
  let entries: { ip: string | null; action: string; object?: string; details?: object }[];
  let isAway: boolean;
  let trail: FailureTrailService;
  beforeEach(() => {
    entries = [];
    isAway = false;
    const record = ({ ip }: Actor, { action, object, details }: AuditEntry) => {
      if (isAway) return Promise.reject(new Error('the database is away'));
      entries.push({
        ip,
        action,
        ...(object === undefined ? {} : { object }),
        ...(details ? { details } : {}),
      });
      return Promise.resolve();
    };
    trail = new FailureTrailService({ record } as unknown as AuditService);
  });
  afterEach(() => trail.onApplicationShutdown());

  const guess = (ip: string, user_id?: string) =>
    trail.note({ action: 'auth.login_failed', what: 'password', ip, ...(user_id ? { user_id } : {}) });

  it('has one entry for a network and an account, however many failures there are', async () => {
    for (let count = 0; count < 1_000; count++) guess(`2001:db8::${count.toString(16)}`, 'ada');
    guess('203.0.113.7', 'ada');
    trail.note({ action: 'auth.key_failed', what: 'key', ip: '203.0.113.7' });
    await trail.flush();
    expect(entries).toEqual([
      {
        ip: '2001:db8:0:0::/64',
        action: 'auth.login_failed',
        object: 'user:ada',
        details: { what: 'password', count: 1_000 },
      },
      {
        ip: '203.0.113.7',
        action: 'auth.login_failed',
        object: 'user:ada',
        details: { what: 'password', count: 1 },
      },
      { ip: '203.0.113.7', action: 'auth.key_failed', details: { what: 'key', count: 1 } },
    ]);
    await trail.flush();
    expect(entries).toHaveLength(3);
  });

  it('has at most so many entries, the rest counted in one', async () => {
    for (let count = 0; count < 1_000; count++) guess(`10.0.${count >> 8}.${count & 255}`);
    await trail.flush();
    expect(entries).toHaveLength(201);
    expect(entries.at(-1)).toMatchObject({ ip: null, details: { count: 800 } });
  });

  it('is kept while the database is away', async () => {
    isAway = true;
    guess('10.0.0.1');
    await trail.flush();
    isAway = false;
    guess('10.0.0.1');
    await trail.flush();
    expect(entries).toMatchObject([{ ip: '10.0.0.1', details: { count: 2 } }]);
  });
});
