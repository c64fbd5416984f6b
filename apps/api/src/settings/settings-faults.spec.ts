import { faultsOfSettings } from './settings-faults';

type Hours = [day: number, opens: string, closes: string, resource?: string];

const NOTHING = {
  working_hours: [],
  resources: ['main', 'Anna', 'Ben'],
  services: [],
  schedules: [],
  time_zone: 'Europe/Vienna',
};

type Given = Partial<Parameters<typeof faultsOfSettings>[0]>;

function faults(settings: Given, before?: Given) {
  const stored = before === undefined ? undefined : { ...NOTHING, ...before };
  return faultsOfSettings({ ...NOTHING, ...settings }, stored).map(({ field, code }) => [field, code]);
}

describe('the faults of names', () => {
  const closures = [{ from: '2026-12-01', to: '2026-12-02', reason: '', resource: 'Ana' }];
  const working_hours = [{ day: 1 as const, opens: '09:00', closes: '18:00', resource: 'Ana' }];
  const NAMED = [
    ['working_hours.0.resource', 'not_allowed'],
    ['closures.0.resource', 'not_allowed'],
  ];

  it.each<[string, Given, typeof NAMED]>([
    ['that no resource has', {}, NAMED],
    ['of a resource that the same replacement takes away', { resources: ['main', 'ana'] }, []],
    ['that were there before', { closures }, []],
    ['that were there before', { working_hours }, []],
  ])('are those %s', (_, before, found) => {
    const resources = ['main', 'Anna'];
    expect(faults({ resources, closures, working_hours }, { resources, ...before })).toEqual(found);
    expect(faults({ resources: [...resources, 'ana'], closures, working_hours }, { resources })).toEqual([]);
  });
});

describe('the faults of working hours', () => {
  const faultsOfHours = (...hours: Hours[]) =>
    faults({
      working_hours: hours.map(([day, opens, closes, resource]) => ({ day, opens, closes, resource })),
    });

  it.each<[string, Hours[]]>([
    ['no hours', []],
    ['a day', [[1, '09:00', '18:00']]],
    ['a whole day', [[1, '00:00', '24:00']]],
    [
      'a day in two parts that meet',
      [
        [1, '09:00', '12:00'],
        [1, '12:00', '18:00'],
      ],
    ],
    [
      'a day whose second part comes first',
      [
        [1, '13:00', '18:00'],
        [1, '09:00', '12:00'],
      ],
    ],
    [
      'two days with the same hours',
      [
        [1, '09:00', '18:00'],
        [2, '09:00', '18:00'],
      ],
    ],
    [
      'the hours of two resources, and those of the business',
      [
        [1, '09:00', '18:00'],
        [1, '10:00', '12:00', 'Anna'],
        [1, '10:00', '12:00', 'Ben'],
      ],
    ],
  ])('are none in %s', (_, hours) => {
    expect(faultsOfHours(...hours)).toEqual([]);
  });

  it.each<[string, Hours[]]>([
    ['nights', [1, 2, 3, 4, 5, 6, 7].map((day): Hours => [day, '20:00', '02:00'])],
    ['whole days from nine to nine', [1, 2, 3, 4, 5, 6, 7].map((day): Hours => [day, '09:00', '09:00'])],
    [
      'a night and the morning that it touches',
      [
        [7, '20:00', '02:00'],
        [1, '02:00', '09:00'],
      ],
    ],
  ])('are none in %s', (_, hours) => {
    expect(faultsOfHours(...hours)).toEqual([]);
  });

  it('are a night that lasts into hours of the next day, also from Sunday into Monday', () => {
    expect(faultsOfHours([5, '20:00', '02:00'], [6, '01:59', '04:00'])).toEqual([
      ['working_hours.1', 'not_allowed'],
    ]);
    expect(faultsOfHours([1, '01:00', '04:00'], [7, '20:00', '02:00'])).toEqual([
      ['working_hours.1', 'not_allowed'],
    ]);
  });

  it.each<[string, Hours]>([
    ['the same', [1, '09:00', '12:00']],
    ['one that begins within', [1, '11:59', '18:00']],
    ['one that ends within', [1, '00:00', '09:01']],
    ['one around it', [1, '00:00', '24:00']],
    ['one inside it', [1, '10:00', '11:00']],
  ])('are those that overlap earlier ones: %s', (_, other) => {
    expect(faultsOfHours([1, '09:00', '12:00'], [2, '09:00', '12:00'], other)).toEqual([
      ['working_hours.2', 'not_allowed'],
    ]);
  });
});

describe('the faults of the hours of a resource', () => {
  it('are those that overlap others of the same resource', () => {
    const anna = { day: 1, opens: '09:00', closes: '12:00', resource: 'Anna' };
    expect(
      faults({ working_hours: [{ ...anna, resource: undefined }, anna, { ...anna, opens: '11:00' }] }),
    ).toEqual([['working_hours.2', 'not_allowed']]);
  });
});

describe('the faults of services', () => {
  it('are names that come again, however they are written', () => {
    const services = ['Cut', 'Colour', 'cut', 'Cut'].map((name) => ({ name, duration_minutes: 30 }));
    expect(faults({ services })).toEqual([
      ['services.2.name', 'repeated'],
      ['services.3.name', 'repeated'],
    ]);
  });
});

describe('the faults of closures', () => {
  const faultsOfClosure = (from: string, to: string) => faults({ closures: [{ from, to, reason: '' }] });

  it.each([
    ['one day', '2026-12-24', '2026-12-24'],
    ['several days', '2026-12-24', '2026-12-26'],
    ['an afternoon', '2026-12-24T12:00', '2026-12-24T18:00'],
    ['the rest of a day', '2026-12-24T12:00', '2026-12-24'],
    ['times with offsets', '2026-12-24T12:00:00+01:00', '2026-12-24T11:30:00Z'],
  ])('are none in %s', (_, from, to) => {
    expect(faultsOfClosure(from, to)).toEqual([]);
  });

  it.each([
    ['days in the wrong order', '2026-12-24', '2026-12-23'],
    ['no time at all', '2026-12-24T12:00', '2026-12-24T12:00'],
    ['a time before it, by the time zone', '2026-12-24T12:00:00Z', '2026-12-24T12:30'],
  ])('are found in %s', (_, from, to) => {
    expect(faultsOfClosure(from, to)).toEqual([['closures.0.to', 'out_of_range']]);
  });
});

describe('the faults of resources', () => {
  it('are names that mean the same', () => {
    expect(faults({ resources: ['Stand 2', 'Stand 3', 'main'] })).toEqual([]);
    expect(faults({ resources: ['Stand 2', 'main', 'stand  2', 'ＭＡＩＮ'] })).toEqual([
      ['resources.2', 'repeated'],
      ['resources.3', 'repeated'],
    ]);
  });

  it('are hours that overlap under two spellings', () => {
    const hours = ['Anna', 'anna'].map((resource) => ({ day: 1, opens: '09:00', closes: '12:00', resource }));
    expect(faults({ working_hours: hours })).toEqual([['working_hours.1', 'not_allowed']]);
  });
});
