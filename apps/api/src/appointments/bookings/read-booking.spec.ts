import type { CreateAppointmentDto } from '@groupless/shared-dto';
import { LIMITS } from '@groupless/shared-dto';
import type { BookingContext } from './booking-contacts';
import { demandKnownNames, meantNames } from '../../shared/known-names';
import { readBooking } from './read-booking';

const SETTINGS: BookingContext['settings'] = {
  name: '',
  greeting: '',
  language: 'en',
  time_zone: 'Europe/Vienna',
  time_zone_chosen: true,
  phone_region: 'AT',
  working_hours: [],
  closures: [],
  resources: ['main'],
  unnamed_resource: null,
  slot_minutes: 30,
  auto_confirm: true,
  services: [{ name: 'Haircut', duration_minutes: 45 }],
  enabled: true,
  agent_hours: 'working',
  notice_minutes: 0,
  buffer_minutes: 0,
  agent_lookup: 'phone_and_name',
  horizon_days: 365,
  cancel_notice_minutes: 0,
  cancel_late: 'keep',
  feed_notes: false,
  agents_on_grid: false,
  used_for: null,
  phone: '',
  business_name: '',
  address: '',
  schedules: [],
  former_resources: [],
  rows: {
    resources: [],
    services: [{ id: 'haircut', name: 'Haircut' }],
    ...{ rooms: [], need_room: [] },
    former_services: [],
    shared_names: [],
  },
};
/** Reads what has digits, and says who asked. */
const readBy = (who: string, text: string) => ({
  phone: /\d/.test(text) ? `${who} ${text}` : null,
  phone_as_given: null,
  extension: /ext\. (\d+)/.exec(text)?.[1] ?? null,
  other_phones: [],
});
const phones: BookingContext['phones'] = {
  readPhones: (text) => (/\d/.test(text) ? readBy('panel', text) : null),
  hearPhones: (text) => ({
    phones: readBy('agent', text),
    warning: /\d/.test(text) || text.trim() === '' ? null : 'unread',
  }),
};
const BY_PANEL: BookingContext = { by_agent: false, channel: null, settings: SETTINGS, phones };
const BY_AGENT: BookingContext = { ...BY_PANEL, by_agent: true };
const CLIENT = { client_id: '0192f0c1-7f3e-7c59-9d0e-0a4a3f0b6f11' };
const wanted = (more: Partial<CreateAppointmentDto> = {}): CreateAppointmentDto => ({
  starts_at: '2027-03-01T09:00:00Z',
  ...more,
});

const fault = (field: string, code: string): Error =>
  expect.objectContaining({
    extras: { members: { errors: [expect.objectContaining({ field, code })] } },
  }) as Error;

describe('a booking as it is read', () => {
  it('has all that a request leaves out', () => {
    expect(readBooking(wanted(CLIENT), BY_PANEL)).toEqual({
      booked_for: CLIENT,
      allow_overlap: false,
      allow_busy: false,
      appointment: {
        attendee_name: null,
        given: null,
        service: null,
        services: [],
        team_notes: '',
        title: '',
        notes: '',
        resource: 'main',
        resource_id: null,
        status: 'confirmed',
        source: 'panel',
        chat_id: null,
        external_id: null,
        made_by_agent: false,
        wish: null,
        buffer_minutes: 0,
        starts_at: new Date('2027-03-01T09:00:00Z'),
        ends_at: new Date('2027-03-01T09:30:00Z'),
      },
    });
  });

  it('has what a request says', () => {
    const said = { title: 'T', notes: 'N', resource: 'r', chat_id: 'c', external_id: 'e' };
    const { appointment } = readBooking(wanted({ ...CLIENT, ...said, source: 'phone' }), BY_PANEL);
    expect(appointment).toMatchObject({ ...said, source: 'phone' });
  });

  it('takes title and length of a service, unless it has its own', () => {
    const service = { ...CLIENT, service: 'haircut' };
    expect(readBooking(wanted(service), BY_PANEL).appointment).toMatchObject({
      title: 'Haircut',
      ends_at: new Date('2027-03-01T09:45:00Z'),
    });
    const own = { title: 'Own', duration_minutes: 5 };
    expect(readBooking(wanted({ ...service, ...own }), BY_PANEL).appointment).toMatchObject({
      title: 'Own',
      ends_at: new Date('2027-03-01T09:05:00Z'),
    });
    const errors = [expect.objectContaining({ field: 'service', code: 'not_allowed' })];
    expect(() => demandKnownNames(meantNames({ service: 'Shave' }, SETTINGS), SETTINGS)).toThrow(
      expect.objectContaining({
        code: 'unknown_service',
        extras: { members: { allowed: ['Haircut'], errors } },
      }) as Error,
    );
  });

  it('of the agent waits for people, unless the settings confirm it', () => {
    expect(readBooking(wanted(CLIENT), BY_AGENT).appointment).toMatchObject({
      status: 'confirmed',
      made_by_agent: true,
    });
    const settings = { ...SETTINGS, auto_confirm: false };
    expect(readBooking(wanted(CLIENT), { ...BY_AGENT, settings }).appointment.status).toBe('pending');
    expect(readBooking(wanted(CLIENT), { ...BY_PANEL, settings }).appointment.status).toBe('confirmed');
  });

  it('of the agent comes by phone, or by the chat that it names, never from the panel', () => {
    const sourceOf = (more: Partial<CreateAppointmentDto>) =>
      readBooking(wanted({ ...CLIENT, ...more }), BY_AGENT).appointment.source;
    expect(sourceOf({})).toBe('phone');
    expect(sourceOf({ chat_id: 'c' })).toBe('chat');
    expect(sourceOf({ chat_id: 'c', source: 'phone' })).toBe('phone');
    expect(() => sourceOf({ source: 'panel' })).toThrow(fault('source', 'not_allowed'));
  });

  it('of the agent has its local times in the zone of the business, one of the panel has none', () => {
    const local = wanted({ ...CLIENT, starts_at: '2027-03-01T09:00' });
    expect(readBooking(local, BY_AGENT).appointment.starts_at).toEqual(new Date('2027-03-01T08:00:00Z'));
    expect(() => readBooking(local, BY_PANEL)).toThrow(fault('starts_at', 'invalid_format'));
  });

  it('is for a known client or for a person, and for one of them', () => {
    const client = { name: 'Ada' };
    expect(readBooking(wanted({ client }), BY_PANEL).booked_for).toMatchObject({
      person: { name: 'Ada', phone: null, extension: null, email: null, notes: '' },
    });
    expect(() => readBooking(wanted({ ...CLIENT, client }), BY_PANEL)).toThrow(
      fault('client', 'not_allowed'),
    );
    expect(() => readBooking(wanted(), BY_PANEL)).toThrow(fault('client', 'required'));
  });
});

describe('the phone and the email of a booking', () => {
  const personOf = (client: { phone?: string; email?: string }, context: BookingContext) =>
    readBooking(wanted({ client: { name: 'Ada', ...client }, chat_id: 'c' }), context).booked_for;

  it('are read by the rules of who sends them', () => {
    const client = { phone: '1', email: 'ada@example.com' };
    const person = { name: 'Ada', extension: null, email: 'ada@example.com', notes: '' };
    expect(personOf(client, BY_PANEL)).toMatchObject({ person: { ...person, phone: 'panel 1' } });
    expect(personOf(client, BY_AGENT)).toMatchObject({ person: { ...person, phone: 'agent 1' } });
    const firm = { ...client, phone: '1 ext. 22' };
    expect(personOf(firm, BY_AGENT)).toMatchObject({
      person: { ...person, phone: 'agent 1 ext. 22', extension: '22' },
    });
  });

  it('go to the notes where the agent misheard them', () => {
    const nothing = { name: 'Ada', phone: null, extension: null, email: null };
    expect(personOf({ phone: 'oh two', email: 'ada at' }, BY_AGENT)).toMatchObject({
      person: { ...nothing, notes: 'Phone: oh two\nEmail: ada at' },
    });
    expect(personOf({ email: 'ada at' }, BY_AGENT)).toMatchObject({
      person: { ...nothing, notes: 'Email: ada at' },
    });
    expect(personOf({ phone: ' ', email: '' }, BY_AGENT)).toMatchObject({
      person: { ...nothing, notes: '' },
    });
  });

  it('are refused in the panel where they cannot be read', () => {
    expect(() => personOf({ phone: 'oh two' }, BY_PANEL)).toThrow(fault('client.phone', 'invalid_phone'));
    expect(() => personOf({ email: 'ada at' }, BY_PANEL)).toThrow(fault('client.email', 'invalid_format'));
    const email = `${'a'.repeat(LIMITS.email.max)}@example.com`;
    expect(() => personOf({ email }, BY_PANEL)).toThrow(fault('client.email', 'too_long'));
    expect(personOf({ email }, BY_AGENT)).toMatchObject({ person: { email: null } });
  });
});
