import type { ChatAgentSettingsDto } from '@groupless/shared-dto';
import { teamHoursAt } from './team-hours';

const WEEK = [1, 2, 3, 4, 5].map((day) => ({ day, opens: '09:00', closes: '18:00' }));

function teamAt(time: string, settings: Partial<ChatAgentSettingsDto>) {
  const all = { time_zone: 'Europe/Berlin', working_hours: WEEK, closures: [], ...settings };
  const { open, local_opens_at, until_ms } = teamHoursAt(Date.parse(time), all as never);
  return { open, opens: local_opens_at, until: new Date(until_ms).toISOString() };
}

describe('whether people are there', () => {
  // 1 March 2027 is a Monday.
  it.each([
    ['within the hours', '2027-03-01T09:00:00Z', true, null, '2027-03-01T17:00:00.000Z'],
    ['before they begin', '2027-03-01T07:59:00Z', false, '2027-03-01T09:00', '2027-03-01T08:00:00.000Z'],
    ['at their end', '2027-03-01T17:00:00Z', false, '2027-03-02T09:00', '2027-03-02T08:00:00.000Z'],
    ['over the weekend', '2027-03-05T20:00:00Z', false, '2027-03-08T09:00', '2027-03-08T08:00:00.000Z'],
  ])('%s', (_, time, open, opens, until) => {
    expect(teamAt(time, {})).toEqual({ open, opens, until });
  });

  it('in a night that ends on the next day', () => {
    const working_hours = [{ day: 5, opens: '20:00', closes: '02:00' }];
    expect(teamAt('2027-03-06T00:30:00Z', { working_hours })).toEqual({
      open: true,
      opens: null,
      until: '2027-03-06T01:00:00.000Z',
    });
    expect(teamAt('2027-03-06T01:00:00Z', { working_hours })).toMatchObject({
      open: false,
      opens: '2027-03-12T20:00',
    });
  });

  it('across midnight, where one day goes on into the next', () => {
    const working_hours = [
      { day: 5, opens: '20:00', closes: '24:00' },
      { day: 6, opens: '00:00', closes: '02:00' },
    ];
    expect(teamAt('2027-03-05T22:00:00Z', { working_hours })).toMatchObject({
      open: true,
      until: '2027-03-06T01:00:00.000Z',
    });
  });

  it('not while the business is closed, which one resource alone does not mean', () => {
    const closed = { from: '2027-03-01T12:00', to: '2027-03-02', reason: 'Team party' };
    expect(teamAt('2027-03-01T12:00:00Z', { closures: [closed] })).toMatchObject({
      open: false,
      opens: '2027-03-03T09:00',
    });
    expect(teamAt('2027-03-01T09:00:00Z', { closures: [closed] }).until).toBe('2027-03-01T11:00:00.000Z');
    const ofOne = { ...closed, resource: 'Stand 2' };
    expect(teamAt('2027-03-01T12:00:00Z', { closures: [ofOne] })).toMatchObject({ open: true });
  });

  it('by the hours of any resource, where the business has none of its own', () => {
    const working_hours = [
      { day: 1, opens: '09:00', closes: '12:00', resource: 'Anna' },
      { day: 1, opens: '11:00', closes: '15:00', resource: 'Ben' },
    ];
    expect(teamAt('2027-03-01T13:00:00Z', { working_hours })).toMatchObject({
      open: true,
      until: '2027-03-01T14:00:00.000Z',
    });
    const common = [...working_hours, { day: 2, opens: '09:00', closes: '12:00' }];
    expect(teamAt('2027-03-01T13:00:00Z', { working_hours: common })).toMatchObject({
      open: false,
      opens: '2027-03-02T09:00',
    });
  });

  it('on a day on which the clocks change', () => {
    const working_hours = [{ day: 7, opens: '02:30', closes: '05:00' }];
    // On 28 March 2027 the clocks go from 2:00 to 3:00.
    expect(teamAt('2027-03-28T00:30:00Z', { working_hours })).toMatchObject({
      open: false,
      opens: '2027-03-28T03:00',
      until: '2027-03-28T01:00:00.000Z',
    });
  });

  it('paused or not: only the agent is paused', () => {
    expect(teamAt('2027-03-01T09:00:00Z', { enabled: false })).toMatchObject({ open: true });
  });

  it('never, without hours, or with a closure of more than two months', () => {
    const none = { open: false, opens: null, until: '2027-03-02T09:00:00.000Z' };
    expect(teamAt('2027-03-01T09:00:00Z', { working_hours: [] })).toEqual(none);
    const closures = [{ from: '2027-01-01', to: '2027-12-31', reason: '' }];
    expect(teamAt('2027-03-01T09:00:00Z', { closures })).toEqual(none);
    const shorter = [{ from: '2027-02-01', to: '2027-04-04', reason: '' }];
    expect(teamAt('2027-03-01T09:00:00Z', { closures: shorter }).opens).toBe('2027-04-05T09:00');
  });
});
