import type { AuditService } from '../../audit/audit.service';
import type { PossibleActor } from '../../platform/access/caller';
import { Clock } from '../../platform/clock';
import { OF_EVERYBODY } from './reader';
import { ReadersService } from './readers.service';

const CONFIRMED = new Date('2026-03-01T10:00:00Z');

class FixedClock extends Clock {
  override now(): Date {
    return CONFIRMED;
  }
}

describe('the note that an admin reads everybody’s turns', () => {
  const noted = jest.fn<Promise<void>, unknown[]>();
  const readers = new ReadersService({ record: noted } as unknown as AuditService, new FixedClock());
  beforeEach(() => noted.mockReset().mockResolvedValue());

  const admin = (session_id: string): PossibleActor => ({
    caller: { kind: 'user', id: 'ada', name: 'Ada', role: 'admin', session_id, confirmed_at: CONFIRMED },
    ip: null,
  });

  it('is made once a confirmation, for reads at the same time too', async () => {
    const read = await Promise.all([readers.of(admin('one')), readers.of(admin('one'))]);
    expect(read.map(({ owner }) => owner)).toEqual([OF_EVERYBODY, OF_EVERYBODY]);
    await readers.of(admin('one'));
    await readers.of(admin('two'));
    expect(noted).toHaveBeenCalledTimes(2);
  });

  it('is made by the next read where it could not be stored, and nothing is read without it', async () => {
    noted.mockRejectedValueOnce(new Error('no connection'));
    const both = await Promise.allSettled([readers.of(admin('three')), readers.of(admin('three'))]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await readers.of(admin('three'))).toMatchObject({ owner: OF_EVERYBODY });
    expect(noted).toHaveBeenCalledTimes(2);
  });
});
