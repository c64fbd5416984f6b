import { TestBed } from '@angular/core/testing';
import type {
  AccountDto,
  AppointmentDto,
  AppointmentEventDto,
  ConversationDto,
  EventType,
} from '@groupless/shared-dto';
import { anAppointment } from '../../../testing/appointments';
import { Api } from '../../http/api';
import { Formats } from '../../i18n/formats';
import { Texts } from '../../i18n/texts';
import { Session } from '../../session/session';
import { Happenings } from './happenings';
import { OwnWrites } from './own-writes';

const AT = '2026-11-20T09:00:00.000Z';
const ID = '0199a0a0-0000-7000-8000-000000000001';
const ME = { id: 'u1', name: 'Me' };
const OTHER = { id: 'u2', name: 'Other' };
const BOOKED: AppointmentEventDto = {
  at: AT,
  user: null,
  key_name: 'agent',
  from_status: null,
  to_status: 'pending',
  changes: [],
};

function conversation(given: Partial<ConversationDto> = {}): ConversationDto {
  return {
    ...{ id: ID, chat_id: 'chat', channel: 'web', contact_name: 'Ada', contact_phone: null, client_id: null },
    ...{
      status: 'open',
      unread_count: 1,
      first_unread_id: null,
      last_message_at: AT,
      last_message_preview: 'Hello',
    },
    ...{
      last_message_role: 'user',
      last_message_reported_by: null,
      agent_last_seen_at: AT,
      assigned_to: null,
      assigned_at: null,
      waiting_since: null,
      waiting_limit: null,
    },
    ...{ name: null, client_tied_by: null, number_client: null },
    ...{ created_at: '2026-11-01T09:00:00.000Z', updated_at: AT },
    ...given,
  };
}

type Answers = Record<string, unknown>;

/** Accounts are seen by admins alone. */
let isAdmin = true;

type Step = [type: EventType, answers: Answers, isOwn?: boolean];

/** What happened by each event in turn. `answers` is what the API says at that time, by the end of the path. */
async function happened(...steps: Step[]) {
  let answers: Answers = {};
  let isOwn = false;
  const get = (path: string) => {
    const answer = answers[path.split('/').at(-1) ?? ''];
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  TestBed.configureTestingModule({
    providers: [
      { provide: Api, useValue: { get } },
      { provide: Session, useValue: { user_id: () => ME.id, isAdmin: () => isAdmin } },
      { provide: OwnWrites, useValue: { concern: () => isOwn } },
      { provide: Texts, useValue: { of: (key: string) => `text of ${key}` } },
      {
        provide: Formats,
        useValue: {
          dateTimeAndZone: (at: string) => `business time of ${at}`,
          percent: (value: number) => `${value}%`,
        },
      },
    ],
  });
  const happenings = TestBed.inject(Happenings);
  answers = {
    conversations: { items: steps[0]?.[1]['known'] ?? [] },
    'assistant-accounts': steps[0]?.[1]['accounts'] ?? [],
  };
  await happenings.begin();
  const told = [];
  for (const [type, given, own = false] of steps) {
    [answers, isOwn] = [given, own];
    told.push(await happenings.of({ type, id: ID, at: AT }));
  }
  return told;
}

/** What of it is told. */
async function tell(...steps: Step[]) {
  return (await happened(...steps)).map((happening) => happening?.kind ?? null);
}

const MINE = { id: 'r1', name: 'Anna', user_id: ME.id, archived_at: null };

const booking = (history: AppointmentEventDto[], given: Partial<AppointmentDto> = {}) => ({
  ...{ history, [ID]: anAppointment({ id: ID, ...given }) },
  resources: [MINE, { ...MINE, id: 'r2', name: 'Ben', user_id: OTHER.id }],
});

describe('what is told of appointments', () => {
  it('is each of two that were booked at the same moment', async () => {
    const other = '0199a0a0-0000-7000-8000-000000000002';
    const made = { ...booking([BOOKED]), [other]: anAppointment({ id: other }) };
    expect(await tell(['appointment.created', made])).toEqual(['new_appointment']);
    const event = { type: 'appointment.created', id: other, at: AT } as const;
    expect(await TestBed.inject(Happenings).of(event)).toMatchObject({ kind: 'new_appointment' });
  });

  it('is a booking of somebody else, once, at the time of the business', async () => {
    const made = ['appointment.created', booking([BOOKED])] as const;
    expect(await tell([...made], [...made])).toEqual(['new_appointment', null]);
    const happening = await TestBed.inject(Happenings).of({ type: 'appointment.deleted', id: ID, at: AT });
    expect(happening).toBeNull();
  });

  it.each<[string, Partial<AppointmentDto>, AppointmentEventDto['changes'], string | null]>([
    ['another time of the own', {}, [{ field: 'starts_at', before: AT, after: AT }], 'own_appointment'],
    [
      'another time of a colleague’s',
      { resource_id: 'r2' },
      [{ field: 'starts_at', before: AT, after: AT }],
      null,
    ],
    [
      'what comes from a colleague',
      {},
      [{ field: 'resource', before: 'Ben', after: 'Anna' }],
      'own_appointment',
    ],
    [
      'what goes to one',
      { resource_id: 'r2' },
      [{ field: 'resource', before: 'ANNA', after: 'Ben' }],
      'own_appointment',
    ],
    ['notes of the own', {}, [{ field: 'notes', before: '', after: 'late' }], null],
  ])('is %s', async (_, given, changes, kind) => {
    const moved = { ...BOOKED, from_status: 'pending', changes } as const;
    expect(await tell(['appointment.updated', booking([BOOKED, moved], given)])).toEqual([kind]);
  });

  it('is the own one, also where it is booked or cancelled', async () => {
    const cancelled: AppointmentEventDto = { ...BOOKED, from_status: 'pending', to_status: 'cancelled' };
    const told = await happened(
      ['appointment.created', booking([BOOKED])],
      ['appointment.updated', booking([BOOKED, cancelled], { resource_id: 'r2' })],
    );
    expect(told.map((one) => [one?.kind, one?.isOwn])).toEqual([
      ['new_appointment', true],
      ['cancelled_appointment', false],
    ]);
  });

  it('is a cancellation, and no other change', async () => {
    const cancelled: AppointmentEventDto = { ...BOOKED, from_status: 'pending', to_status: 'cancelled' };
    const noted: AppointmentEventDto = { ...cancelled, from_status: 'cancelled' };
    const confirmed: AppointmentEventDto = { ...BOOKED, from_status: 'pending', to_status: 'confirmed' };
    expect(
      await tell(
        ['appointment.updated', booking([BOOKED, confirmed])],
        ['appointment.updated', booking([BOOKED, cancelled])],
        ['appointment.updated', booking([BOOKED, cancelled, noted])],
      ),
    ).toEqual([null, 'cancelled_appointment', null]);
  });

  it('is nothing that the user did, wherever that was', async () => {
    expect(await tell(['appointment.created', booking([{ ...BOOKED, user: ME }])])).toEqual([null]);
    TestBed.resetTestingModule();
    expect(await tell(['appointment.created', booking([{ ...BOOKED, user: OTHER }])])).toEqual([
      'new_appointment',
    ]);
  });
});

describe('what is told of conversations', () => {
  const updated = (given: Partial<ConversationDto>, isOwn = false) =>
    ['conversation.updated', { [ID]: conversation(given) }, isOwn] as [EventType, Answers, boolean];

  it('is a new one, once', async () => {
    const isNew = updated({ created_at: AT });
    expect(await tell(isNew, isNew)).toEqual(['new_conversation', null]);
  });

  it('is the answer of a client to the user, and to nobody else', async () => {
    const later = '2026-11-20T09:31:00.000Z';
    const held = (given: Partial<ConversationDto>, isOwn = false) =>
      updated({ status: 'human', assigned_to: ME, ...given }, isOwn);
    const known = conversation({ status: 'human', assigned_to: ME });
    const [type, answers] = held({ last_message_role: 'operator', updated_at: later });
    expect(
      await tell(
        [type, { ...answers, known: [known] }],
        held({ last_message_at: later, updated_at: later }, true),
        held({ last_message_at: later, unread_count: 0, updated_at: later }),
        held({ last_message_at: AT, assigned_to: OTHER, updated_at: later }),
      ),
    ).toEqual([null, 'client_answered', null, null]);
  });

  it('is a note that names the user, each once, also right after the user did something there', async () => {
    const named: Step = ['conversation.mentioned', { [ID]: conversation({ contact_name: 'Ada' }) }, true];
    expect(await happened(named, named)).toEqual([
      { kind: 'mentioned', text: 'Ada', path: `/conversations/${ID}` },
      null,
    ]);
  });

  it('is who waits for too long: of the own one, or where the team is reminded, once each', async () => {
    const waits = (given: Partial<ConversationDto>) =>
      [
        'conversation.waiting',
        { [ID]: conversation({ status: 'human', waiting_since: AT, ...given }) },
        false,
      ] as [EventType, Answers, boolean];
    const [mine, theirs] = [
      waits({ waiting_limit: 'assigned', assigned_to: ME }),
      waits({ waiting_limit: 'assigned', assigned_to: OTHER }),
    ];
    const team = waits({ waiting_limit: 'team', assigned_to: OTHER });
    const answered = waits({ waiting_since: null, waiting_limit: null });
    expect(await tell(theirs, mine, mine, team, answered)).toEqual([
      ...[null, 'client_waits', null],
      ...['client_waits', null],
    ]);
  });

  it.each([
    [{ contact_name: 'Ada' }, 'Ada'],
    [{ contact_name: null, contact_phone: '+4915112345678' }, '+49 1511 2345678'],
    // Some platforms give the number as the name.
    [{ contact_name: '+4915112345678' }, '+49 1511 2345678'],
    [{ contact_name: null, channel: 'whatsapp' }, 'text of channels.whatsapp'],
    [{ contact_name: null, channel: 'carrier pigeon' }, 'carrier pigeon'],
  ])('names who writes as the panel does: %j', async (given, text) => {
    expect(await happened(updated({ created_at: AT, ...given }))).toMatchObject([{ text }]);
  });

  it('is that it needs a person, when that begins, and not again with each message', async () => {
    const needs = updated({ status: 'needs_human' });
    expect(await tell(updated({}), needs, needs, updated({}), needs)).toEqual([
      null,
      'needs_human',
      null,
      null,
      'needs_human',
    ]);
    TestBed.resetTestingModule();
    const [type, answers] = needs;
    expect(await tell([type, { ...answers, known: [conversation({ status: 'needs_human' })] }])).toEqual([
      null,
    ]);
  });

  it('is that it needs a person also right after the user did something there', async () => {
    expect(await tell(updated({}, true), updated({ status: 'needs_human' }, true))).toEqual([
      null,
      'needs_human',
    ]);
  });

  it('is that an old one needs a person, or is assigned to the user, however many there are', async () => {
    const old = { created_at: '2025-01-01T09:00:00.000Z' };
    expect(await tell(updated({ ...old, status: 'needs_human' }))).toEqual(['needs_human']);
    TestBed.resetTestingModule();
    expect(await tell(updated({ ...old, status: 'human', assigned_to: ME }))).toEqual(['assigned_to_me']);
  });

  it('is nothing that an older answer says after a newer one', async () => {
    const needs = updated({ status: 'needs_human', updated_at: '2026-11-20T09:30:00.000Z' });
    expect(await tell(updated({}), needs, updated({ updated_at: AT }), needs)).toEqual([
      null,
      'needs_human',
      null,
      null,
    ]);
  });

  it('is that somebody else assigns it to the user', async () => {
    const mine = { status: 'human', assigned_to: ME } as const;
    expect(await tell(updated({}), updated(mine), updated(mine))).toEqual([null, 'assigned_to_me', null]);
    TestBed.resetTestingModule();
    expect(await tell(updated({}), updated(mine, true), updated(mine))).toEqual([null, null, null]);
    TestBed.resetTestingModule();
    expect(await tell(updated({}), updated({ ...mine, assigned_to: OTHER }))).toEqual([null, null]);
  });
});

describe('what is told of accounts', () => {
  afterEach(() => (isAdmin = true));

  const account = (used_percent: number, given: Partial<AccountDto> = {}) => ({
    ...{ id: ID, name: 'Team 1', is_active: true },
    usage: {
      at: AT,
      machine: 'm',
      is_caller: null,
      windows: [{ name: 'five_hour', used_percent, resets_at: '2099-01-01T00:00:00Z' }],
    },
    ...given,
  });
  const reads = (used: number, given: Partial<AccountDto> = {}): Step => [
    'account.updated',
    { [ID]: account(used, given) },
  ];

  it('is that the active one comes to 80 and to 95 %, once each, and again after a reset', async () => {
    const steps = [79, 80, 85, 96, 99, 2, 81].map((used) => reads(used));
    expect((await happened(...steps)).map((one) => one?.text ?? null)).toEqual([
      ...[null, 'Team 1, 80%', null, 'Team 1, 95%', null, null, 'Team 1, 80%'],
    ]);
  });

  it('is nothing that was so before the page was opened, nor of one that is not active', async () => {
    const [type, answers] = reads(85);
    expect(await tell([type, { ...answers, accounts: [account(82)] }])).toEqual([null]);
    TestBed.resetTestingModule();
    expect(await tell(reads(99, { is_active: false }))).toEqual([null]);
  });

  it('keeps nothing else from being told where they cannot be read at first', async () => {
    const failed = { accounts: new Error('No answer') };
    expect(await tell(['appointment.created', { ...booking([BOOKED]), ...failed }])).toEqual([
      'new_appointment',
    ]);
    TestBed.resetTestingModule();
    const [type, answers] = reads(85);
    expect(await tell([type, { ...answers, ...failed }], reads(99))).toEqual([null, 'account_limit']);
  });

  it('is nothing to who may not see them', async () => {
    isAdmin = false;
    expect(await tell(reads(99))).toEqual([null]);
  });
});
