import { isOpenAll } from './open-hours';

const at = (text: string) => Date.parse(`${text}:00Z`);
const hours = {
  time_zone: 'UTC',
  working_hours: [
    { day: 1, opens: '09:00', closes: '12:00' },
    { day: 1, opens: '12:00', closes: '13:00' },
    { day: 1, opens: '20:00', closes: '24:00' },
    { day: 2, opens: '00:00', closes: '02:00' },
  ],
  closed: [{ start: at('2027-03-08T09:00'), end: at('2027-03-08T10:00') }],
};

describe('an appointment is within the opening hours', () => {
  it.each([
    ['of a part of a day', '2027-03-01T09:00', '2027-03-01T12:00', true],
    ['of two parts that meet', '2027-03-01T11:30', '2027-03-01T12:30', true],
    ['across midnight', '2027-03-01T23:00', '2027-03-02T01:00', true],
    ['after midnight', '2027-03-02T00:00', '2027-03-02T02:00', true],
    ['not before they begin', '2027-03-01T08:59', '2027-03-01T09:30', false],
    ['not past their end', '2027-03-01T12:30', '2027-03-01T13:01', false],
    ['not across a break', '2027-03-01T12:30', '2027-03-01T20:30', false],
    ['not on another day', '2027-03-03T10:00', '2027-03-03T11:00', false],
    ['not while it is closed', '2027-03-08T09:30', '2027-03-08T10:30', false],
    ['behind a closure', '2027-03-08T10:00', '2027-03-08T10:30', true],
  ])('%s', (_, from, to, isOpen) => {
    expect(isOpenAll({ start: at(from), end: at(to) }, hours)).toBe(isOpen);
  });
});
