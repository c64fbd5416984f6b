import type { AppointmentStatus, ClientMailKind } from '@groupless/shared-dto';
import type { Told } from '../../appointments/told/told-appointment.entity';
import { difference, type Standing } from './difference';
import { nextTelling, type Terms } from './next-telling';

const FIRST = new Date('2026-02-10T09:00:00Z');
const SECOND = new Date('2026-02-11T09:00:00Z');
const FIRST_END = new Date('2026-02-10T09:30:00Z');
const LATER_END = new Date('2026-02-10T09:45:00Z');
const NOW = new Date('2026-02-02T08:00:00Z');

const told = (status: AppointmentStatus, more: Partial<Told> = {}): Told => ({
  ...{ kind: 'booked', at: NOW, starts_at: FIRST, ends_at: FIRST_END },
  ...{ resource: 'Emil', status, to: 'anna@example.com', mail_id: null },
  ...more,
});
const now = (status: AppointmentStatus, more: Partial<Standing> = {}): Standing => ({
  ...{ status, starts_at: FIRST, ends_at: FIRST_END },
  ...{ resource: 'Emil', tells_resource: true },
  ...{ was: null, is_of_agent: false, is_ended_by_team: false },
  ...more,
});
const moved = { starts_at: SECOND, ends_at: new Date('2026-02-11T09:30:00Z') };
const longer = { ends_at: LATER_END };

describe('what a client is to be told', () => {
  it.each<[string, Told | null, Standing | null, ClientMailKind[]]>([
    ['of one that was made', null, now('confirmed', { was: 'confirmed' }), ['booked']],
    ['of one that waits', null, now('pending', { was: 'pending' }), ['requested']],
    ['of one that waited', null, now('confirmed', { was: 'pending' }), ['confirmed', 'booked']],
    ['of one that is over before anybody heard', null, now('cancelled', { was: 'confirmed' }), []],
    ['of one by an agent', null, now('cancelled', { was: 'confirmed', is_of_agent: true }), ['cancelled']],
    [
      'of a wish to an agent that the team does not grant',
      null,
      now('cancelled', { was: 'pending', is_of_agent: true, is_ended_by_team: true }),
      ['declined', 'cancelled'],
    ],
    ['of one that is gone before anybody heard', null, null, []],
    ['where nothing changed', told('confirmed'), now('confirmed'), []],
    ['where it still waits', told('pending'), now('pending'), []],
    ['where another time waits', told('pending'), now('pending', moved), ['requested', 'moved']],
    [
      'where a confirmed one waits for another time',
      told('confirmed'),
      now('pending', moved),
      ['requested', 'moved'],
    ],
    ['where a confirmed one waits again', told('confirmed'), now('pending'), ['requested']],
    ['where it is confirmed', told('pending'), now('confirmed'), ['confirmed']],
    [
      'where it is confirmed for another time',
      told('pending'),
      now('confirmed', moved),
      ['confirmed', 'moved'],
    ],
    ['where it has another time', told('confirmed'), now('confirmed', moved), ['moved']],
    ['where it takes longer', told('confirmed'), now('confirmed', longer), ['moved']],
    ['where a longer time waits', told('pending'), now('pending', longer), ['requested', 'moved']],
    [
      'where it takes place for longer',
      told('cancelled'),
      now('confirmed', longer),
      ['restored', 'moved', 'confirmed', 'booked'],
    ],
    ['where the end was never kept', told('confirmed', { ends_at: null }), now('confirmed', longer), []],
    ['where somebody else does it', told('confirmed'), now('confirmed', { resource: 'Frieda' }), ['moved']],
    ['where it is written otherwise', told('confirmed'), now('confirmed', { resource: 'EMIL' }), []],
    [
      'where somebody else does it, which no mail says',
      told('confirmed'),
      now('confirmed', { resource: 'Frieda', tells_resource: false }),
      [],
    ],
    ['where who does it got a name', told('confirmed', { resource: 'main' }), now('confirmed'), []],
    ['where it is cancelled', told('confirmed'), now('cancelled', moved), ['cancelled']],
    [
      'where the team declines',
      told('pending'),
      now('cancelled', { is_ended_by_team: true }),
      ['declined', 'cancelled'],
    ],
    ['where the client gave it up', told('pending'), now('cancelled'), ['cancelled']],
    ['where it is cancelled still', told('cancelled'), now('cancelled', moved), []],
    [
      'where it takes place after all',
      told('cancelled', { kind: 'cancelled' }),
      now('confirmed'),
      ['restored', 'confirmed', 'booked'],
    ],
    [
      'where what was declined takes place after all',
      told('cancelled', { kind: 'declined' }),
      now('confirmed', { was: 'pending' }),
      ['restored', 'confirmed', 'booked'],
    ],
    [
      'where it does so and nothing was mailed',
      told('cancelled', { kind: null, to: null }),
      now('confirmed'),
      ['restored'],
    ],
    [
      'where it does so at another time',
      told('cancelled'),
      now('confirmed', moved),
      ['restored', 'moved', 'confirmed', 'booked'],
    ],
    ['where it waits after all', told('cancelled'), now('pending'), ['requested']],
    ['where it is deleted', told('confirmed'), null, ['cancelled']],
    ['where a wish is deleted', told('pending'), null, ['cancelled', 'declined']],
    ['where the cancelled one is deleted', told('cancelled'), null, []],
    ['where it took place', told('confirmed'), now('completed'), []],
    [
      'where the last mail may have had another time than what is confirmed',
      told('pending', { kind: null }),
      now('confirmed'),
      ['confirmed', 'moved'],
    ],
    ['where nothing changed since a call', told('confirmed', { kind: null }), now('confirmed'), []],
  ])('%s', (_, before, after, kinds) => {
    expect(difference(before, after)).toEqual(kinds);
  });
});

describe('the next mails', () => {
  const terms = (more: Partial<Terms> = {}): Terms => ({
    ...{ now: NOW, changed_at: NOW, isSent: () => true, begins: () => false },
    email: 'new@example.com',
    ...more,
  });
  const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

  it('bring the end to the address that was told, and all else to the present one', () => {
    const [ended, changed] = [
      nextTelling(told('confirmed'), now('cancelled'), terms()),
      nextTelling(told('confirmed'), now('confirmed', moved), terms()),
    ];
    expect([ended.mail, changed.mail]).toEqual([
      { kind: 'cancelled', to: 'anna@example.com' },
      { kind: 'moved', to: 'new@example.com' },
    ]);
    expect(changed.told).toMatchObject({ kind: 'moved', to: 'new@example.com', ...moved });
  });

  it('bring who has it no more its end, and where they get it again that it takes place', () => {
    const { mail, told: known } = nextTelling(told('confirmed'), null, terms());
    expect(mail).toEqual({ kind: 'cancelled', to: 'anna@example.com' });
    expect(known).toMatchObject({ status: 'cancelled', starts_at: FIRST });
    expect(nextTelling(known, null, terms()).mail).toBeNull();
    expect(nextTelling(known, now('confirmed'), terms()).mail?.kind).toBe('restored');
    const byPhone = told('confirmed', { kind: null, to: null });
    expect(nextTelling(byPhone, null, terms()).mail).toEqual({ kind: 'cancelled', to: 'new@example.com' });
  });

  it.each<[string, Partial<Terms>]>([
    ['is off', { isSent: () => false }],
    ['has no address', { email: null }],
  ])('are none for five minutes where the kind %s; then it counts as told', (_, more) => {
    const next = (minutes: number) =>
      nextTelling(null, now('confirmed'), terms({ ...more, changed_at: minutesAgo(minutes) }));
    expect(next(4)).toMatchObject({ mail: null, told: null, is_open: true });
    expect(next(5)).toMatchObject({ mail: null, told: { kind: null, to: null }, is_open: false });
  });

  it('are none of what stands for a kind that is being switched on', () => {
    const next = (email: string | null, isSent: boolean) =>
      nextTelling(
        null,
        now('confirmed'),
        terms({ email, isSent: () => isSent, begins: (kind) => kind === 'booked' }),
      );
    expect(next('new@example.com', false)).toMatchObject({
      mail: null,
      told: { kind: null },
      is_open: false,
    });
    expect(next(null, true)).toMatchObject({ mail: null, told: null, is_open: true });
  });

  it('remember the last address where something counts as told', () => {
    const off = terms({ isSent: () => false, changed_at: minutesAgo(5) });
    const { told: known } = nextTelling(told('confirmed'), now('confirmed', moved), off);
    expect(known).toMatchObject({ kind: null, to: 'anna@example.com', ...moved });
    expect(nextTelling(known, now('cancelled', moved), terms({ email: null })).mail?.to).toBe(
      'anna@example.com',
    );
  });

  it('are none of what nobody looked at for an hour, unless an earlier mail is wrong', () => {
    const late = terms({ changed_at: minutesAgo(61) });
    expect(nextTelling(null, now('confirmed'), late)).toMatchObject({ mail: null, told: { kind: null } });
    expect(nextTelling(told('confirmed'), now('cancelled'), late).mail?.kind).toBe('cancelled');
  });

  it.each<AppointmentStatus>(['pending', 'confirmed', 'completed', 'cancelled'])(
    'end a coming time that was told where the appointment is past and %s',
    (status) => {
      const past = { starts_at: minutesAgo(60) };
      const ended = nextTelling(told('confirmed'), now(status, past), terms());
      expect(ended).toMatchObject({
        mail: { kind: 'cancelled', to: 'anna@example.com' },
        told: { status: 'cancelled', starts_at: FIRST },
      });
      expect(nextTelling(ended.told, now(status, past), terms()).mail).toBeNull();
      expect(nextTelling(ended.told, now('confirmed'), terms()).mail?.kind).toBe('restored');
      expect(nextTelling(null, now(status, past), terms()).mail).toBeNull();
    },
  );

  it('are none of what has begun', () => {
    expect(nextTelling(told('confirmed'), now('cancelled'), terms({ now: FIRST })).mail).toBeNull();
    expect(nextTelling(told('confirmed'), null, terms({ now: FIRST })).mail).toBeNull();
  });
});
