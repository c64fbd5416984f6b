import { offeredTimes } from '../tools/offered-times';
import { isShownAgain } from './local-times';

const at = (text: string) => Date.parse(`${text}:00Z`);
const VIENNA = 'Europe/Vienna';

describe('an hour that the clocks repeat', () => {
  it.each([
    ['before it', '2027-10-31T00:30', false],
    ['its first half hour', '2027-10-31T00:00', false],
    ['its second time', '2027-10-31T01:00', true],
    ['the end of its second time', '2027-10-31T01:59', true],
    ['behind it', '2027-10-31T02:00', false],
  ])('is shown again: %s', (_, instant, isAgain) => {
    expect(isShownAgain(at(instant), VIENNA)).toBe(isAgain);
  });

  it('is told once to who says times as the clocks show them', () => {
    const starts = ['2027-10-30T23:00', '2027-10-31T00:00', '2027-10-31T01:00', '2027-10-31T02:00'].map(at);
    const slots = starts.map((start) => ({
      ...{ start, end: start + 3_600_000 },
      ...{ resource: 'main', free: ['main'] },
    }));
    const found = {
      date: '2027-10-31',
      time_zone: VIENNA,
      resource: 'main',
      closed: null,
      slots,
      whose: [],
      has_others: false,
    };
    const told = offeredTimes(
      found,
      { days: 1, among: [] },
      { services: [], resources: [], hours: [], first: { services: 0, hours: 0 } },
    );
    expect(told.slots.map(({ at: local }) => local.slice(11))).toEqual(['01:00', '02:00', '03:00']);
  });
});
