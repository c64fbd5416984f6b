import { createHash } from 'node:crypto';
import type { AppointmentDto } from '@groupless/shared-dto';
import { setAgent } from '../../harness/data/appointments';
import { rounds } from '../../harness/data/rounds';
import { callByWay, WAYS, type Way } from '../../harness/http/tool-calls';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

const ROUNDS = rounds(5, 200);
/** A Monday, at ten in Vienna. */
const NOW = '2027-03-01T09:00:00.000Z';

/** What models and adapters send as ids of calls: repeated, made up, the function's name, or none. */
const CALL_IDS = ['functions.book_appointment:0', 'call_1', 'book_appointment', 'booking-1', ''];
/** Fields of older definitions, and what models make up beside them. */
const INVENTED = [
  {},
  { external_id: 'booking-1', chat_id: 'call-1' },
  { external_id: '', chat_id: null },
  { external_id: 'functions.book_appointment:0' },
];

interface ToolBooking extends AppointmentDto {
  booking: string;
}

const phoneOf = (place: number) => `+43664${String(1_000_000 + place)}`;

/** A customer in a chat of their own. */
interface Customer {
  name: string;
  phone: string;
  way: Way;
  conversation: string | null;
  /** Picks ids and fields, the same in each run. */
  seed: number;
  starts_at: string;
  booking?: ToolBooking;
}

describe('two customers at once, by every way and with any ids', () => {
  let t: ServedApp;
  beforeAll(async () => {
    t = await sharedApp();
    t.clock.set(NOW);
    await setAgent(t, {
      time_zone: 'Europe/Vienna',
      working_hours: [1, 2, 3, 4, 5].map((day) => ({ day, opens: '08:00', closes: '20:00' })),
      ...{ slot_minutes: 15, enabled: true, auto_confirm: true },
    });
  });
  afterAll(() => t.close());

  /** One call of a tool; its answer, or null where it is a fault. */
  async function call(
    { way, conversation, seed }: Customer,
    name: string,
    args: object,
  ): Promise<object | null> {
    const id = CALL_IDS[seed % CALL_IDS.length]!;
    const { isFault, text } = await callByWay(t, way, name, args, { id, conversation });
    return isFault ? null : (JSON.parse(text) as object);
  }

  async function book(customer: Customer, starts_at = customer.starts_at): Promise<ToolBooking | null> {
    const invented = INVENTED[customer.seed % INVENTED.length]!;
    // Where nothing names the conversation, the number says who repeats.
    const args = { starts_at, client: { name: customer.name, phone: customer.phone }, ...invented };
    return (await call(customer, 'book_appointment', args)) as ToolBooking | null;
  }

  it('never get each other’s booking, message or cancellation', async () => {
    const mixed: unknown[] = [];
    const customers: Customer[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      for (const way of WAYS) {
        const seed = createHash('sha256').update(`${round} ${way}`).digest().readUInt32BE();
        const isNamed = ['vapi', 'retell', 'elevenlabs'].includes(way) || (way === 'mcp' && seed % 2 === 0);
        const at = customers.length;
        const day = String(2 + Math.floor(at / 40)).padStart(2, '0');
        const start = (place: number) =>
          `2027-03-${day}T${String(8 + Math.floor((place % 40) / 4)).padStart(2, '0')}:${String((place % 4) * 15).padStart(2, '0')}`;
        const pair = [0, 1].map((place) => ({
          ...{ name: `Customer ${at + place}`, phone: phoneOf(at + place), way, seed },
          starts_at: start(at + place),
          conversation: isNamed ? `conversation-${at + place}` : null,
        }));
        customers.push(...pair);
        await Promise.all(pair.map((customer) => both(customer)));
      }
    }
    const { rows } = await t.panel.query<{ name: string; local: string }>(
      `select clients.name, to_char(starts_at at time zone 'Europe/Vienna', 'YYYY-MM-DD"T"HH24:MI') as local
       from appointments join clients on clients.id = client_id where appointments.status = 'confirmed'`,
    );
    const wanted = customers.map(({ name, starts_at }) => `${name} ${starts_at}`);
    expect(mixed).toEqual([]);
    expect(rows.map(({ name, local }) => `${name} ${local}`).sort()).toEqual(wanted.sort());
    const { rows: words } = await t.memory.query<{ texts: string }>(
      'select string_agg(distinct message, $1) as texts from chat_history group by chat_id',
      ['|'],
    );
    // Each chat holds the words of one.
    expect(words.filter(({ texts }) => texts.includes('|'))).toEqual([]);
    expect(words).toHaveLength(customers.length);

    /** Two chats run at once: each books, sends it again, moves away and back, and leaves a message. */
    async function both(customer: Customer): Promise<void> {
      const note = (what: string, booking: ToolBooking | null, starts_at: string) => {
        const isOwn =
          booking?.local_starts_at === starts_at && (booking.client?.name || customer.name) === customer.name;
        if (!isOwn) mixed.push([what, customer, booking]);
      };
      const booked = await book(customer);
      note('book', booked, customer.starts_at);
      const again = await book(customer);
      note('again', again, customer.starts_at);
      if (again?.booking !== booked?.booking) mixed.push(['another one', customer, again]);
      const moved = await call(customer, 'change_appointment', {
        ...{ booking: booked?.booking, external_id: 'booking-1' },
        starts_at: `${customer.starts_at.slice(0, 11)}${customer.seed % 2 === 0 ? '19:30' : '19:45'}`,
      });
      // Both may want that time: who does not get it stays.
      if (moved !== null && (moved as ToolBooking).id !== booked?.id) mixed.push(['moved', customer, moved]);
      const back = { booking: booked?.booking, starts_at: customer.starts_at };
      note(
        'back',
        (await call(customer, 'change_appointment', back)) as ToolBooking | null,
        customer.starts_at,
      );
      const invented = await call(customer, 'cancel_appointment', { booking: CALL_IDS[customer.seed % 5] });
      if (invented !== null) mixed.push(['cancelled', customer, invented]);
      const message = { role: 'user', text: `Words of ${customer.name}` };
      await call(customer, 'take_messages', { message, chat_id: 'call-1' });
    }
  }, 300_000);

  it('is answered with the first booking for a day, and books anew after it', async () => {
    const customer: Customer = {
      ...{ name: 'Ada', phone: '+43 1 234567', way: 'openai', seed: 0 },
      conversation: null,
      starts_at: '2027-03-31T10:00',
    };
    const first = await book(customer);
    t.clock.set('2027-03-02T08:59:00Z');
    expect((await book(customer))?.id).toBe(first?.id);
    t.clock.set('2027-03-02T09:01:00Z');
    // It is a wish of its own now, and the time is taken.
    expect(await book(customer)).toBeNull();
    t.clock.set(NOW);
  });
});
