import type { ChatAgentSettingsDto, ClosureDto } from '@groupless/shared-dto';
import { Temporal } from 'temporal-polyfill';
import { dateOf, isOpenAll, openingHours, openingsOf, openingsOn } from './open-hours';
import { joined, without } from './time-range';

const at = (text: string) => Date.parse(`${text}:00Z`);
const settingsOf = (settings: Partial<ChatAgentSettingsDto>) =>
  ({
    time_zone: 'UTC',
    working_hours: [],
    closures: [],
    schedules: [],
    resources: [],
    ...settings,
  }) as ChatAgentSettingsDto;
const hoursOf = (settings: Partial<ChatAgentSettingsDto>) => openingHours(settingsOf(settings), 'main');
const settings = {
  working_hours: [
    { day: 1, opens: '09:00', closes: '12:00' },
    { day: 1, opens: '12:00', closes: '13:00' },
    { day: 1, opens: '20:00', closes: '24:00' },
    { day: 2, opens: '00:00', closes: '02:00' },
    { day: 5, opens: '20:00', closes: '02:00' },
    { day: 6, opens: '22:00', closes: '22:00' },
  ],
  closures: [{ from: '2027-03-08T22:00', to: '2027-03-08T23:00', reason: '' }],
};
const hours = hoursOf(settings);

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
    ['not while it is closed', '2027-03-08T21:30', '2027-03-08T22:30', false],
    ['behind a closure', '2027-03-08T23:00', '2027-03-08T23:30', true],
    ['of a night in one piece', '2027-03-05T23:00', '2027-03-06T02:00', true],
    ['of its second half', '2027-03-06T00:30', '2027-03-06T01:00', true],
    ['not past the end of a night', '2027-03-06T01:30', '2027-03-06T02:01', false],
    ['of hours that last a whole day', '2027-03-06T22:00', '2027-03-07T22:00', true],
    ['not on into a day on which it is closed', '2027-03-02T01:00', '2027-03-03T01:00', false],
    ['not from one day to the next with the night between', '2027-03-01T12:30', '2027-03-02T01:00', false],
  ])('%s', (_, from, to, isOpen) => {
    expect(isOpenAll({ start: at(from), end: at(to) }, hours)).toBe(isOpen);
  });
});

describe('the open hours of a day', () => {
  const tuesday = Temporal.PlainDate.from('2027-03-02');
  const shown = (date: Temporal.PlainDate, of: Partial<ChatAgentSettingsDto>) => {
    const { closed } = hoursOf(of);
    return without(joined(openingsOn(date, hoursOf(of))), joined(closed)).map(({ start, end }) =>
      [start, end].map((ms) => new Date(ms).toISOString().slice(0, 16)),
    );
  };
  const openFrom = (opens: string, closes: string) => [{ day: 2, opens, closes }];

  it('are those of its weekday, by time', () => {
    const working_hours = [
      ...openFrom('14:00', '18:00'),
      ...openFrom('09:00', '12:00'),
      ...settings.working_hours,
    ];
    expect(shown(tuesday, { working_hours })).toEqual([
      ['2027-03-02T00:00', '2027-03-02T02:00'],
      ['2027-03-02T09:00', '2027-03-02T12:00'],
      ['2027-03-02T14:00', '2027-03-02T18:00'],
    ]);
  });

  it.each([
    ['from the middle on', '12:00', '20:00', [['09:00', '12:00']]],
    ['to the middle', '08:00', '12:00', [['12:00', '17:00']]],
    [
      'in the middle',
      '12:00',
      '13:00',
      [
        ['09:00', '12:00'],
        ['13:00', '17:00'],
      ],
    ],
    ['just before', '08:00', '09:00', [['09:00', '17:00']]],
    ['just behind', '17:00', '18:00', [['09:00', '17:00']]],
    ['all of them', '09:00', '17:00', []],
  ])('lose what a closure takes: %s', (_, from, to, left) => {
    const closures = [{ from: `2027-03-02T${from}`, to: `2027-03-02T${to}`, reason: '' }];
    expect(shown(tuesday, { working_hours: openFrom('09:00', '17:00'), closures })).toEqual(
      left.map((times) => times.map((time) => `2027-03-02T${time}`)),
    );
  });

  it('end at midnight with 24:00, and begin behind the gap where the clocks skip their beginning', () => {
    const time_zone = 'Europe/Vienna';
    expect(shown(tuesday, { time_zone, working_hours: openFrom('22:00', '24:00') })).toEqual([
      ['2027-03-02T21:00', '2027-03-02T23:00'],
    ]);
    const sunday = Temporal.PlainDate.from('2027-03-28');
    const working_hours = [{ day: 7, opens: '02:30', closes: '04:00' }];
    expect(shown(sunday, { time_zone, working_hours })).toEqual([['2027-03-28T01:00', '2027-03-28T02:00']]);
  });

  it('belong to the day that the clocks of the zone show', () => {
    const late = at('2027-03-01T23:30');
    expect(['UTC', 'Europe/Vienna'].map((zone) => dateOf(late, zone).toString())).toEqual([
      '2027-03-01',
      '2027-03-02',
    ]);
  });
});

describe('the opening hours of a resource', () => {
  const closures: ClosureDto[] = [
    { from: '2027-03-02', to: '2027-03-03', reason: 'holiday', public: true },
    { from: '2027-03-04T12:00', to: '2027-03-04T14:00', reason: 'repair', resource: 'room 1', public: true },
    { from: '2027-03-05', to: '2027-03-05', reason: 'leave', resource: 'room 2', public: true },
  ];
  const settings = {
    time_zone: 'Europe/Vienna',
    working_hours: [
      { day: 1, opens: '09:00', closes: '17:00' },
      { day: 1, opens: '10:00', closes: '12:00', resource: 'room 2' },
    ],
    closures,
    schedules: [
      {
        resource: 'Room 3',
        services: null,
        colour: null,
        working_hours: [{ day: 7, opens: '22:00', closes: '02:00' }],
        exceptions: [
          { from: '2027-03-01', to: '2027-03-02', opens: '14:00', closes: '15:00' },
          { from: '2027-03-02', to: '2027-03-02', opens: '10:00', closes: '11:00' },
        ],
      },
    ],
    resources: ['room 1', 'Room 2', 'Room 3'],
  } as unknown as ChatAgentSettingsDto;

  it('are those of the business less the closures of all and its own, with days to their end', () => {
    expect(openingHours(settings, 'room 1')).toEqual({
      time_zone: 'Europe/Vienna',
      week: [[{ opens: 9 * 60, closes: 17 * 60 }], [], [], [], [], [], []],
      exceptions: [],
      closed: [
        { start: at('2027-03-01T23:00'), end: at('2027-03-03T23:00'), reason: 'holiday' },
        { start: at('2027-03-04T11:00'), end: at('2027-03-04T13:00'), reason: 'repair' },
      ],
    });
  });

  it('are its own where it has any', () => {
    const { week, closed } = openingHours(settings, ' Room  2');
    expect(week[0]).toEqual([{ opens: 10 * 60, closes: 12 * 60 }]);
    expect(closed).toHaveLength(2);
  });

  it('are those of its schedule, and on single days others; a night before goes on', () => {
    const hours = openingHours(settings, 'room 3');
    const on = (from: string, to: string) =>
      openingsOf(Temporal.PlainDate.from(from), Temporal.PlainDate.from(to), hours).map(({ start, end }) =>
        [start, end].map((instant) => new Date(instant).toISOString().slice(5, 16)),
      );
    expect(on('2027-03-01', '2027-03-07')).toEqual([
      ['02-28T21:00', '03-01T01:00'],
      ['03-01T13:00', '03-01T14:00'],
      ['03-02T09:00', '03-02T10:00'],
      ['03-02T13:00', '03-02T14:00'],
      ['03-07T21:00', '03-08T01:00'],
    ]);
  });

  it('are one object for all that are as the business, however often they are asked for', () => {
    const business = { ...settings, working_hours: [], closures: [] } as ChatAgentSettingsDto;
    expect(openingHours(business, 'room 1')).toBe(openingHours(business, 'Room 2'));
    expect(openingHours(business, 'Room 3')).not.toBe(openingHours(business, 'Room 2'));
  });
});
