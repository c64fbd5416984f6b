import type { AppointmentDto } from '@groupless/shared-dto';
import { setAgent } from '../../harness/data/appointments';
import { callByWay, WAYS } from '../../harness/http/tool-calls';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { emptyTables } from '../../harness/databases/empty-tables';

/** A Monday, at ten in Vienna. */
const NOW = '2027-03-01T09:00:00.000Z';
const WANTED = '2027-03-02T10:00';

interface Told {
  detail: string;
  code: string;
  allowed?: string[];
  alternatives?: { local_starts_at: string }[];
}

interface Mistake {
  /** What the model sends first, beside a right booking. */
  sends: object;
  code: string;
  /** What it is told to do. */
  told: RegExp;
  /** What it sends then, by what it was told alone. */
  mends: (told: Told) => object;
}

const local = (detail: string) => /\d{4}-\d\d-\d\dT\d\d:\d\d(?!\S)/.exec(detail)?.[0] ?? '';

/** A mistake that is answered with what to do. */
const MISTAKES: Record<string, Mistake> = {
  'a year that has passed': {
    sends: { starts_at: '2025-03-02T10:00' },
    ...{ code: 'in_the_past', told: /now it is 2027-03-01T10:00.*Check the year/s },
    mends: ({ detail }) => ({
      starts_at: `${local(detail.split('now it is')[1] ?? '').slice(0, 4)}-03-02T10:00`,
    }),
  },
  'a year far ahead': {
    sends: { starts_at: '2036-03-03T10:00' },
    ...{ code: 'too_far_ahead', told: /now it is 2027-03-01T10:00.*Check the year/s },
    mends: ({ detail }) => ({
      starts_at: `${local(detail.split('now it is')[1] ?? '').slice(0, 4)}-03-02T10:00`,
    }),
  },
  yesterday: {
    sends: { starts_at: '2027-02-26T10:00' },
    ...{ code: 'in_the_past', told: /send a time to come/ },
    mends: () => ({ starts_at: WANTED }),
  },
  'the night': {
    sends: { starts_at: '2027-03-02T03:00' },
    ...{ code: 'outside_hours', told: /Offer one of the alternatives/ },
    mends: ({ alternatives }) => ({ starts_at: alternatives![0]!.local_starts_at }),
  },
  'a day alone': {
    sends: { starts_at: '2027-03-02' },
    ...{
      code: 'invalid_request',
      told: /must be a time such as \d{4}-\d\d-\d\dT\d\d:\d\d, in the time zone/,
    },
    mends: ({ detail }) => ({ starts_at: `2027-03-02${/T\d\d:\d\d/.exec(detail)?.[0]}` }),
  },
  'a day on which it is closed': {
    sends: { starts_at: '2027-03-07T10:00' },
    ...{ code: 'outside_hours', told: /Offer one of the alternatives/ },
    mends: ({ alternatives }) => ({ starts_at: alternatives![0]!.local_starts_at }),
  },
  'a time that somebody else has': {
    // Without a resource it would be the other one's.
    sends: { starts_at: '2027-03-02T12:00', resource: 'Anna' },
    ...{ code: 'slot_taken', told: /Offer one of the alternatives/ },
    mends: ({ alternatives }) => ({ starts_at: alternatives![0]!.local_starts_at }),
  },
  'a length in words': {
    sends: { duration_minutes: 'an hour' },
    ...{ code: 'invalid_request', told: /duration_minutes must be a whole number/ },
    mends: () => ({ duration_minutes: 60 }),
  },
  'a client who is a text': {
    sends: { client: 'Ada' },
    ...{ code: 'invalid_request', told: /client must be an object with name, phone, email/ },
    mends: ({ detail }) => ({ client: { [/with (\w+)/.exec(detail)?.[1] ?? '']: 'Ada' } }),
  },
  'a service that there is not': {
    sends: { service: 'Massage' },
    ...{ code: 'unknown_service', told: /one of these.*Cut, Colour/ },
    mends: ({ allowed }) => ({ service: allowed![0] }),
  },
  'a colleague that there is not': {
    sends: { resource: 'Dr. Nobody' },
    ...{ code: 'unknown_resource', told: /one of these.*Anna, Ben/ },
    mends: ({ allowed }) => ({ resource: allowed![1] }),
  },
  'no name': {
    sends: { client: { phone: '+43 664 1234567' } },
    ...{ code: 'invalid_request', told: /client.name is required/ },
    mends: () => ({ client: { name: 'Ada' } }),
  },
};

/** What models write in their way, and what is understood. */
const UNDERSTOOD: Record<string, [sends: object, understood: object]> = {
  'a local time with a space': [{ starts_at: '2027-03-02 10:00' }, { local_starts_at: WANTED }],
  'null for what it does not know': [
    {
      service: null,
      title: null,
      notes: '',
      resource: null,
      client: { name: 'Ada', phone: null, email: '' },
    },
    { local_starts_at: WANTED, service: null },
  ],
  'a number as text': [{ duration_minutes: '45' }, { local_ends_at: '2027-03-02T10:45' }],
  'a phone without its country': [
    { client: { name: 'Ada', phone: '0664 1234567' } },
    { local_starts_at: WANTED },
  ],
  'a service in small letters': [{ service: 'cut' }, { service: 'Cut', local_ends_at: '2027-03-02T10:45' }],
};

describe.each(WAYS)('a model that errs, by %s', (way) => {
  let t: ServedApp;
  beforeAll(async () => {
    t = await sharedApp();
    t.clock.set(NOW);
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    await emptyTables(t.panel, 'clients');
    await setAgent(t, {
      ...{ time_zone: 'Europe/Vienna', phone_region: 'AT', agent_hours: 'working', auto_confirm: true },
      working_hours: [1, 2, 3, 4, 5].map((day) => ({ day, opens: '09:00', closes: '17:00' })),
      services: [
        { name: 'Cut', duration_minutes: 45 },
        { name: 'Colour', duration_minutes: 120 },
      ],
      ...{ resources: ['Anna', 'Ben'], slot_minutes: 30 },
    });
  });

  const RIGHT = { starts_at: WANTED, client: { name: 'Ada' } };
  const call = (name: string, args: object) => callByWay(t, way, name, args);
  const rowOf = (text: string) => JSON.parse(text) as AppointmentDto & { booking: string };
  /** The sentences, and the line of JSON behind them. */
  function toldBy(text: string): Told {
    const at = text.lastIndexOf('{"code"');
    return { detail: text.slice(0, at), ...(JSON.parse(text.slice(at)) as Omit<Told, 'detail'>) };
  }

  it.each(Object.entries(MISTAKES))('by %s is told what to do, and that works', async (_, mistake) => {
    const other = { starts_at: '2027-03-02T12:00', client: { name: 'Eve' } };
    expect((await call('book_appointment', other)).isFault).toBe(false);
    const first = await call('book_appointment', { ...RIGHT, ...mistake.sends });
    const told = toldBy(first.text);
    expect([first.isFault, told.code, told.detail]).toEqual([
      ...[true, mistake.code, expect.stringMatching(mistake.told)],
    ]);
    expect(first.text).not.toMatch(/GET|POST|\/api\//);
    const second = await call('book_appointment', { ...RIGHT, ...mistake.sends, ...mistake.mends(told) });
    expect([second.isFault, rowOf(second.text).status]).toEqual([false, 'confirmed']);
  });

  it.each(Object.entries(UNDERSTOOD))('by %s is understood', async (_, [sends, understood]) => {
    const { isFault, text } = await call('book_appointment', { ...RIGHT, ...sends });
    expect([isFault, rowOf(text)]).toEqual([false, expect.objectContaining(understood)]);
  });

  it('that calls twice has booked once', async () => {
    // Where nothing names the conversation, the number says who repeats.
    const wish = { ...RIGHT, client: { name: 'Ada', phone: '+43 664 1234567' } };
    const [first, second] = [await call('book_appointment', wish), await call('book_appointment', wish)];
    expect(rowOf(second.text)).toMatchObject({ booking: rowOf(first.text).booking, already_booked: true });
  });

  it('that moves what is cancelled is told to book anew, and that works', async () => {
    const { booking } = rowOf((await call('book_appointment', RIGHT)).text);
    await call('cancel_appointment', { booking });
    const move = await call('change_appointment', { booking, starts_at: '2027-03-03T10:00' });
    expect(toldBy(move.text)).toMatchObject({
      code: 'appointment_cancelled',
      detail: expect.stringContaining('To book anew, call book_appointment'),
    });
    expect((await call('book_appointment', RIGHT)).isFault).toBe(false);
  });

  it('that asks for free times of a year that has passed is told the year, and gets some', async () => {
    const first = await call('free_times', { date: '2026-03-02' });
    const told = toldBy(first.text);
    expect([told.code, told.detail]).toEqual([
      'in_the_past',
      expect.stringMatching(/now it is 2027-03-01.*Check the year/),
    ]);
    const second = await call('free_times', { date: '2027-03-02' });
    expect((JSON.parse(second.text) as { slots: object[] }).slots).not.toEqual([]);
  });

  it('that makes a handle up is told where handles are, and finds the right one', async () => {
    const client = { name: 'Ada', phone: '+43 664 1234567' };
    const booked = rowOf((await call('book_appointment', { ...RIGHT, client })).text);
    const move = { booking: 'booking_123', starts_at: '2027-03-03T10:00' };
    const refused = await call('change_appointment', move);
    expect(toldBy(refused.text)).toMatchObject({
      code: 'not_found',
      detail: expect.stringContaining('list_bookings'),
    });
    const { bookings } = JSON.parse((await call('list_bookings', client)).text) as {
      bookings: { booking: string }[];
    };
    const { booking } = bookings[0]!;
    expect(booking).toBe(booked.booking);
    expect((await call('change_appointment', { ...move, booking })).isFault).toBe(false);
  });

  it('that moves without saying where to is told so, and nothing is moved', async () => {
    const { booking } = rowOf((await call('book_appointment', RIGHT)).text);
    const move = await call('change_appointment', { booking, starts_at: '' });
    expect(toldBy(move.text).detail).toContain('Nothing was changed: send the new starts_at');
    const moved = await call('change_appointment', { booking, starts_at: '2027-03-03 10:00' });
    expect(rowOf(moved.text).local_starts_at).toBe('2027-03-03T10:00');
  });
});
