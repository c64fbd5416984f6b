import { setAgent } from '../../harness/data/appointments';
import { callAsModel } from '../../harness/http/tool-calls';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { emptyTables } from '../../harness/databases/empty-tables';

/** A Monday, at ten in Vienna. */
const NOW = '2027-03-01T09:00:00.000Z';
const TUESDAY = '2027-03-02';

/** What an answer of a tool is read for. Of a fault also the sentence, as `say`. */
interface Told {
  isFault: boolean;
  size: number;
  say: string;
  booking?: string;
  code?: string;
  warnings?: string[];
  already_booked?: true;
  slots?: { at: string; with: string[] }[];
  more?: number;
  bookings?: { booking: string; resource: string }[];
  alternatives?: { local_starts_at: string; resource: string }[];
  local_starts_at?: string;
  resource?: string;
  [field: string]: unknown;
}

interface Turn {
  tool: string;
  /** As a model sends it, by what it was told before. */
  sends: object | ((told: Told[]) => object);
  /** Who calls; another one is another customer. */
  caller?: string;
  told: Partial<Record<keyof Told, unknown>>;
}

const ADA = { name: 'Ada', phone: '+43 664 1234567' };
const cut = (more: object = {}) => ({ starts_at: `${TUESDAY}T10:00`, service: 'Cut', client: ADA, ...more });
const says = (pattern: RegExp) => ({ say: expect.stringMatching(pattern) as unknown });
const last = (told: Told[]) => told.at(-1)!;
const handle = (told: Told[]) => told.find(({ booking }) => booking !== undefined)!.booking;
const refuses = (code: string, pattern: RegExp) => ({ isFault: true, code, ...says(pattern) });

/** Conversations with the usual mistakes of models. */
const CONVERSATIONS: Record<string, Turn[]> = {
  'a booking says weekday, time, person and state first': [
    {
      ...{ tool: 'book_appointment', sends: cut({ resource: 'Anna' }) },
      told: says(
        /^Booked: Tuesday,? 2 March 2027, 10:00–10:45, Cut with Anna, for Ada \(Europe\/Vienna\)\.$/,
      ),
    },
  ],
  'ten o’clock of UTC is said as eleven': [
    {
      ...{ tool: 'book_appointment', sends: cut({ starts_at: `${TUESDAY}T10:00:00Z` }) },
      told: { ...says(/Tuesday,? 2 March 2027, 11:00–11:45/), local_starts_at: `${TUESDAY}T11:00` },
    },
  ],
  'cut and colour are one visit, in three calls': [
    {
      ...{ tool: 'free_times', sends: { date: TUESDAY, services: ['cut', 'Colour'], to_time: '16:00' } },
      told: { slots: expect.arrayContaining([{ at: `${TUESDAY}T15:00`, with: ['Anna', 'Ben'] }]) as unknown },
    },
    {
      tool: 'book_appointment',
      sends: cut({ service: undefined, services: ['Cut', 'colour'], resource: 'Anna' }),
      told: {
        ...says(/^Booked: Tuesday,? 2 March 2027, 10:00–12:45, Cut, Colour with Anna, for Ada/),
        services: ['Cut', 'Colour'],
      },
    },
    {
      tool: 'change_appointment',
      sends: (told) => ({ booking: handle(told), services: ['Colour'] }),
      told: says(/^Moved: Tuesday,? 2 March 2027, 10:00–12:00, Colour with Anna/),
    },
    {
      tool: 'book_appointment',
      sends: cut({ starts_at: `${TUESDAY}T15:00`, service: undefined, services: ['Cut', 'Shave'] }),
      told: { ...refuses('unknown_service', /no service "Shave"/), allowed: ['Cut', 'Colour'] },
    },
  ],
  'tomorrow is told what day it is': [
    {
      ...{ tool: 'free_times', sends: { date: 'tomorrow' } },
      told: refuses('invalid_request', /YYYY-MM-DD.*Today is Monday,? 1 March 2027/s),
    },
    { tool: 'free_times', sends: {}, told: refuses('invalid_request', /Today is Monday/) },
    { tool: 'free_times', sends: { date: TUESDAY }, told: says(/^Free: Tuesday,? 2 March 2027 from 09:00/) },
  ],
  'a time in words is told what day it is': [
    {
      ...{ tool: 'book_appointment', sends: cut({ starts_at: 'next Tuesday at ten' }) },
      told: refuses('invalid_request', /Today is Monday,? 1 March 2027/),
    },
  ],
  'a date with a time is read as its day': [
    {
      ...{ tool: 'free_times', sends: { date: `${TUESDAY}T00:00:00Z`, service: 'Cut' } },
      told: { date: TUESDAY },
    },
    { tool: 'free_times', sends: { date: `${TUESDAY} 16:00`, service: 'Cut' }, told: { date: TUESDAY } },
  ],
  'any Tuesday after four is one call, which names all who are free': [
    {
      tool: 'free_times',
      sends: { date: '2027-03-01', days: 31, weekdays: [2], from_time: '16:00', service: 'Cut' },
      told: { slots: expect.arrayContaining([{ at: `${TUESDAY}T16:00`, with: ['Anna', 'Ben'] }]) as unknown },
    },
    {
      tool: 'book_appointment',
      sends: (told) => cut({ starts_at: last(told).slots![0]!.at, resource: last(told).slots![0]!.with[1] }),
      told: says(/^Booked: Tuesday,? 2 March 2027, 16:00–16:45, Cut with Ben/),
    },
  ],
  'a month of free times is short, and the rest is counted': [
    {
      ...{ tool: 'free_times', sends: { date: '2027-03-02', days: 31, service: 'Cut' } },
      told: { more: expect.any(Number) as unknown, ...says(/more times.*from_time/s) },
    },
    {
      ...{ tool: 'free_times', sends: { date: '2027-03-02', service: 'Cut', limit: 2, to_time: '12:00' } },
      told: { slots: [expect.anything(), expect.anything()], more: expect.any(Number) as unknown },
    },
  ],
  'Anna or Ben is understood, also as text': [
    {
      tool: 'free_times',
      sends: { date: TUESDAY, resources: '["anna","Ben"]', weekdays: '2' },
      told: { slots: expect.arrayContaining([{ at: `${TUESDAY}T10:00`, with: ['Anna', 'Ben'] }]) as unknown },
    },
  ],
  'a customer is moved to another person': [
    { tool: 'book_appointment', sends: cut({ resource: 'Anna' }), told: { resource: 'Anna' } },
    {
      tool: 'change_appointment',
      sends: (told) => ({ booking: handle(told), resource: 'Ben' }),
      told: { resource: 'Ben', ...says(/^Moved: Tuesday,? 2 March 2027, 10:00–10:45, Cut with Ben/) },
    },
    {
      ...{ tool: 'list_bookings', sends: ADA },
      told: {
        bookings: [expect.objectContaining({ resource: 'Ben' })],
        ...says(/^One coming booking: Tuesday,? 2 March 2027, 10:00–10:45, Cut with Ben, confirmed/),
      },
    },
  ],
  'another service has its own length': [
    { tool: 'book_appointment', sends: cut(), told: {} },
    {
      tool: 'change_appointment',
      sends: (told) => ({ booking: handle(told), service: 'colour' }),
      told: { service: 'Colour', local_ends_at: `${TUESDAY}T12:00` },
    },
  ],
  'who is not there any more is refused by name and time, with who is': [
    { tool: 'book_appointment', sends: cut({ resource: 'Anna' }), told: {} },
    {
      ...{
        tool: 'book_appointment',
        caller: 'eve',
        sends: cut({ resource: 'Anna', client: { name: 'Eve' } }),
      },
      told: refuses(
        'slot_taken',
        /^Anna is not free for Cut on Tuesday,? 2 March 2027, 10:00–10:45\. Ben is free then\./,
      ),
    },
  ],
  'seven past ten is not on the grid': [
    {
      ...{ tool: 'book_appointment', sends: cut({ starts_at: `${TUESDAY}T10:07`, resource: 'Ben' }) },
      told: {
        ...refuses('not_on_grid', /^Cut with Ben cannot begin on Tuesday,? 2 March 2027, 10:07/),
        alternatives: expect.arrayContaining([
          expect.objectContaining({ local_starts_at: `${TUESDAY}T10:00` }),
        ]) as unknown,
      },
    },
    {
      tool: 'book_appointment',
      sends: (told) => cut({ starts_at: last(told).alternatives![0]!.local_starts_at, resource: 'Ben' }),
      told: { isFault: false },
    },
  ],
  'a quick one takes as long as it takes': [
    {
      ...{ tool: 'book_appointment', sends: cut({ duration_minutes: 5 }) },
      told: refuses('not_on_grid', /^Cut takes 45 minutes/),
    },
  ],
  'a move off the grid is refused, and nothing is moved': [
    { tool: 'book_appointment', sends: cut(), told: {} },
    {
      tool: 'change_appointment',
      sends: (told) => ({ booking: handle(told), starts_at: `${TUESDAY}T13:07` }),
      told: refuses('not_on_grid', /13:07/),
    },
    { tool: 'list_bookings', sends: ADA, told: says(/10:00–10:45/) },
  ],
  'a number that cannot be read is booked with a warning': [
    {
      tool: 'book_appointment',
      sends: cut({ client: { name: 'Ada', phone: 'eins fünf eins' } }),
      told: {
        isFault: false,
        warnings: [expect.stringMatching(/The phone "eins fünf eins" cannot be read.*digit by digit/)],
      },
    },
    {
      ...{ tool: 'list_bookings', sends: { name: 'Ada', phone: 'eins fünf eins' } },
      told: refuses('invalid_request', /"eins fünf eins" cannot be read/),
    },
  ],
  'nothing but blanks is no name': [
    {
      ...{ tool: 'book_appointment', sends: cut({ client: { name: '   ' } }) },
      told: refuses('invalid_request', /client\.name.*letter/),
    },
    {
      ...{ tool: 'book_appointment', sends: cut({ client: { name: '  Ada  ' } }) },
      told: says(/for Ada \(/),
    },
  ],
  'a couple with one name': [
    { tool: 'book_appointment', sends: cut({ notes: 'for her' }), told: says(/^Booked: /) },
    {
      ...{ tool: 'book_appointment', sends: cut({ notes: 'for him' }) },
      told: { already_booked: true, ...says(/^Booked before, and nothing now: /) },
    },
    {
      ...{ tool: 'book_appointment', sends: cut({ second_person: 'true', notes: 'for him' }) },
      told: { isFault: false, ...says(/^Booked: Tuesday,? 2 March 2027, 10:00–10:45, Cut with Ben/) },
    },
  ],
  'a cancellation is said once': [
    { tool: 'book_appointment', sends: cut(), told: {} },
    {
      ...{ tool: 'cancel_appointment', sends: (told) => ({ booking: handle(told) }) },
      told: says(/^Cancelled: Tuesday/),
    },
    {
      ...{ tool: 'cancel_appointment', sends: (told) => ({ booking: handle(told) }) },
      told: says(/^Cancelled before, and nothing now: Tuesday/),
    },
    { tool: 'list_bookings', sends: ADA, told: says(/^No coming bookings/) },
  ],
  'what models write for true, ids and messages is understood': [
    {
      tool: 'take_messages',
      sends: { message: 'Call me back, please', needs_human: 'true', delivered: ['1'], contact: [ADA] },
      told: { isFault: false },
    },
    {
      ...{ tool: 'take_messages', sends: { message: { text: 'Please' }, contact: JSON.stringify(ADA) } },
      told: { isFault: false },
    },
    { tool: 'take_messages', sends: { message: '{"text":"As text"}' }, told: { isFault: false } },
    { tool: 'take_messages', sends: { message: '[{"text":"In a list"}]' }, told: { isFault: false } },
    { tool: 'take_messages', sends: { message: [{ role: null, text: 'Alone' }] }, told: { isFault: false } },
  ],
  'a stranger hears nothing of another’s booking': [
    { tool: 'book_appointment', sends: cut(), told: {} },
    {
      ...{ tool: 'list_bookings', caller: 'eve', sends: { name: 'Eve', phone: ADA.phone } },
      told: says(/^No coming bookings/),
    },
    {
      ...{ tool: 'cancel_appointment', caller: 'eve', sends: { booking: 'the one of Ada' } },
      told: refuses('not_found', /No appointment has this handle/),
    },
  ],
};

/** The calls that each of them needs, and how many characters a model has to read for it, at most. */
const TOLD: Record<string, [calls: number, characters: number]> = {
  'a booking says weekday, time, person and state first': [1, 350],
  'ten o’clock of UTC is said as eleven': [1, 350],
  'cut and colour are one visit, in three calls': [4, 1800],
  'tomorrow is told what day it is': [3, 1500],
  'a time in words is told what day it is': [1, 250],
  'a date with a time is read as its day': [2, 2550],
  'any Tuesday after four is one call, which names all who are free': [2, 1600],
  'a month of free times is short, and the rest is counted': [2, 5950],
  'Anna or Ben is understood, also as text': [1, 1300],
  'a customer is moved to another person': [3, 850],
  'another service has its own length': [2, 600],
  'who is not there any more is refused by name and time, with who is': [2, 1000],
  'seven past ten is not on the grid': [2, 950],
  'a quick one takes as long as it takes': [1, 650],
  'a move off the grid is refused, and nothing is moved': [3, 1250],
  'a number that cannot be read is booked with a warning': [2, 600],
  'nothing but blanks is no name': [2, 400],
  'a couple with one name': [3, 1200],
  'a cancellation is said once': [4, 1000],
  'what models write for true, ids and messages is understood': [5, 1400],
  'a stranger hears nothing of another’s booking': [3, 600],
};

/** Somebody else, whose booking stands meanwhile: none of it may be told in a conversation of others. */
const OTHER = { name: 'Zoe Somebody', phone: '+43 699 7654321', email: 'zoe@example.com' };
const OTHERS_WORDS = ['Zoe', '7654321', 'lavender'];

describe('a conversation of a model', () => {
  let t: ServedApp;
  /** Words and ids of the other one. */
  let foreign: string[];
  beforeAll(async () => {
    t = await sharedApp();
    t.clock.set(NOW);
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    await emptyTables(t.panel, 'clients', 'conversations', 'rate_limits');
    await setAgent(t, {
      ...{ time_zone: 'Europe/Vienna', phone_region: 'AT', agent_hours: 'working', auto_confirm: true },
      ...{ agent_lookup: 'phone_and_name', slot_minutes: 30, resources: ['Anna', 'Ben'] },
      working_hours: [1, 2, 3, 4, 5].map((day) => ({ day, opens: '09:00', closes: '18:00' })),
      services: [
        { name: 'Cut', duration_minutes: 45 },
        { name: 'Colour', duration_minutes: 120 },
      ],
    });
    const wish = cut({ starts_at: '2027-03-04T17:00', client: OTHER, notes: 'No lavender' });
    const { booking, id } = await call('book_appointment', wish, 'zoe');
    foreign = [...OTHERS_WORDS, ...[booking, id].map(String)];
  });

  /** Over MCP, where the sentence stands before the JSON. */
  async function call(tool: string, args: object, caller: string): Promise<Told> {
    const terms = { conversation: `test:${caller}` };
    const { isFault, text, structured } = await callAsModel(t, 'mcp', tool, args, terms);
    const at = text.indexOf('\n{');
    const read = JSON.parse(text.slice(at + 1)) as Partial<Told>;
    const answer = isFault ? read : (structured as Partial<Told>);
    expect(answer).toMatchObject(read);
    const say = answer.say ?? text.slice(0, Math.max(0, at));
    if (!isFault && answer.say !== undefined) expect(text.split('\n')[0]).toBe(say);
    const heard = text + JSON.stringify(answer);
    if (caller !== 'zoe') expect(foreign.filter((word) => heard.includes(word))).toEqual([]);
    return { ...answer, say, isFault, size: text.length };
  }

  it.each(Object.entries(CONVERSATIONS))('%s', async (name, turns) => {
    const told: Told[] = [];
    for (const { tool, sends, caller = 'ada', told: expected } of turns) {
      const answer = await call(tool, typeof sends === 'function' ? sends(told) : sends, caller);
      told.push(answer);
      expect(answer).toMatchObject({ isFault: false, ...expected });
      expect(answer.size).toBeLessThanOrEqual(6_000);
    }
    const characters = told.reduce((sum, { size }) => sum + size, 0);
    const [calls, most] = TOLD[name]!;
    expect(told).toHaveLength(calls);
    expect(characters).toBeLessThanOrEqual(most);
  });

  it('says what nobody confirmed yet as requested', async () => {
    await setAgent(t, { auto_confirm: false });
    const made = await call('book_appointment', cut(), 'ada');
    expect(made.say).toMatch(/^Requested, not confirmed yet \(the team confirms it\): Tuesday/);
    const again = await call('book_appointment', cut(), 'ada');
    expect(again.say).toMatch(/^Requested before, and nothing now, not confirmed yet/);
    const moved = await call('change_appointment', { booking: made.booking, resource: 'Ben' }, 'ada');
    expect(moved.say).toMatch(/^Moved, not confirmed yet/);
    expect((await call('list_bookings', ADA, 'ada')).say).toMatch(/not confirmed yet/);
  });

  it('has an answer that begins with say on each platform', async () => {
    const { text } = await callAsModel(t, 'openai', 'book_appointment', cut());
    expect(text).toMatch(/^\{"say":"Booked: /);
  });
});
