import { anAppointment } from '../../../testing/appointments';
import { ResourceColumns } from './resource-columns';

const at = (text: string) => new Date(`${text}:00.000Z`);
const column = (resource_id: string, resource: string) => ({
  ...{ resource_id, resource },
  ...{ label: resource, hours_of: resource },
});
const columnsOn = (date: string) =>
  new ResourceColumns([column('r1', 'main'), column('r2', 'Anna')], date, 'Europe/Vienna');

describe('a day with a column for each resource', () => {
  const columns = columnsOn('2026-11-20');
  const jana = anAppointment({ resource: 'Anna', resource_id: 'r2' });

  it('has an appointment in its column, at the time of the shown zone', () => {
    expect(columns.place(jana)).toEqual({
      start: '2001-01-02T10:30:00.000Z',
      end: '2001-01-02T11:00:00.000Z',
      isCut: false,
    });
    expect(columns.place({ ...jana, resource_id: 'r3' })).toBeNull();
    expect(columnsOn('2026-11-21').place(jana)).toBeNull();
  });

  it('has each in the column of its row, also beside another one of its name', () => {
    const [left, room] = [column('r0', 'Anna'), column('r9', 'Anna')];
    const three = new ResourceColumns([column('r2', 'Anna'), left, room], '2026-11-20', 'Europe/Vienna');
    const days = ['r2', 'r0', 'r9'].map((resource_id) =>
      three.place({ ...jana, resource_id })?.start.slice(0, 10),
    );
    expect(days).toEqual(['2001-01-01', '2001-01-02', '2001-01-03']);
    expect(three.slotAt(at('2001-01-02T10:00'), at('2001-01-02T11:00'))).toMatchObject({ resource_id: 'r0' });
    expect(three.movedTo(at('2001-01-03T10:30'), at('2001-01-03T11:00'), jana)).toMatchObject({
      ...{ resource: 'Anna', resource_id: 'r9' },
      starts_at: jana.starts_at,
    });
  });

  it('ends at midnight: what goes on beyond it is cut', () => {
    const night = {
      starts_at: '2026-11-20T22:00:00.000Z',
      ends_at: '2026-11-21T01:00:00.000Z',
      resource_id: 'r1',
    };
    expect(columns.place(night)).toEqual({
      start: '2001-01-01T23:00:00.000Z',
      end: '2001-01-02T00:00:00.000Z',
      isCut: true,
    });
    expect(columnsOn('2026-11-21').place(night)).toMatchObject({ start: '2001-01-01T00:00:00.000Z' });
  });

  it('answers which time on which resource was pointed at, to the end of the day', () => {
    expect(columns.slotAt(at('2001-01-02T23:30'), at('2001-01-03T00:00'))).toEqual({
      starts_at: '2026-11-20T22:30:00.000Z',
      ends_at: '2026-11-20T23:00:00.000Z',
      ...{ resource: 'Anna', resource_id: 'r2' },
    });
    // Drawn over the edge of a column: the length counts.
    expect(columns.slotAt(at('2001-01-01T09:00'), at('2001-01-02T10:00'))).toMatchObject({
      starts_at: '2026-11-20T08:00:00.000Z',
      resource: 'main',
    });
  });

  it('takes a time that the clock skips as the one an hour later', () => {
    expect(columnsOn('2026-03-29').slotAt(at('2001-01-01T02:30'), at('2001-01-01T03:30'))).toMatchObject({
      starts_at: '2026-03-29T01:30:00.000Z',
    });
  });

  it('moves an appointment to another resource without another time, and keeps its length', () => {
    const moved = columns.movedTo(at('2001-01-01T10:30'), at('2001-01-01T11:00'), jana);
    expect(moved).toEqual({
      starts_at: jana.starts_at,
      ends_at: jana.ends_at,
      resource: 'main',
      resource_id: 'r1',
    });
    expect(columns.movedTo(at('2001-01-02T12:00'), at('2001-01-02T12:30'), jana)).toEqual({
      starts_at: '2026-11-20T11:00:00.000Z',
      ends_at: '2026-11-20T11:30:00.000Z',
      ...{ resource: 'Anna', resource_id: 'r2' },
    });
    expect(columns.movedTo(at('2001-01-02T10:30'), at('2001-01-02T12:00'), jana)).toMatchObject({
      starts_at: jana.starts_at,
      ends_at: '2026-11-20T11:00:00.000Z',
    });
  });
});
