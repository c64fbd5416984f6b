import { TestBed } from '@angular/core/testing';
import { LIMITS } from '@groupless/shared-dto';
import { AffectedAppointments } from './affected-appointments';

const some = (count: number, of: string) =>
  Array.from({ length: count }, (_, at) => ({ id: `${of}${at}`, starts_at: '2027-03-01T10:00:00.000Z' }));

describe('the appointments that changes of the settings made impossible', () => {
  it('are all of them after two changes, however many they are together', () => {
    const affected = TestBed.inject(AffectedAppointments);
    affected.add(some(12, 'a'));
    affected.add(some(12, 'b'));
    expect([affected.list().length, affected.isCut()]).toEqual([24, false]);
  });

  it('may be more once one answer was full, until the list is closed', () => {
    const affected = TestBed.inject(AffectedAppointments);
    affected.add(some(LIMITS.affected_appointments, 'a'));
    affected.add(some(1, 'b'));
    expect(affected.isCut()).toBe(true);
    affected.close();
    affected.add(some(1, 'c'));
    expect(affected.isCut()).toBe(false);
  });
});
