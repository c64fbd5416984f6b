import type { AppointmentDto, FreeSlotDto, ProblemDto } from '@groupless/shared-dto';
import type { Response } from 'supertest';
import { APPOINTMENTS, AS_AGENT, setAgent } from '../../harness/data/appointments';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

const STEPS = process.env['FULL_TESTS'] === '1' ? 10_000 : 300;
/** The same walk in every run, so that a failure can be repeated. */
const SEED = 20_270_301;
/** A Monday, at ten in Vienna. */
const NOW_MS = Date.parse('2027-03-01T09:00:00Z');
const MINUTE_MS = 60_000;
const ROOMS = Array.from({ length: Math.min(STEPS / 100, 50) }, (_, index) => `room ${index}`);

/** Numbers between 0 and 1 by the generator mulberry32. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Customer {
  name: string;
  phone: string;
}

interface Sent {
  external_id: string;
  /** The phone that is meant; null if it was sent so that nobody can read it. */
  phone: string | null;
  body: object;
}

/** What an answer has to say so that a language model knows how to go on. */
const NEXT_STEP: Record<string, RegExp> = {
  in_the_past: /send a time to come|ask for a day to come/,
  outside_hours: /Offer one of the alternatives|ask for the free times/,
  slot_taken: /Offer one of the alternatives|ask for the free times/,
  external_id_reused: /Send the booking again with/,
  appointment_cancelled: /To book anew, send/,
  not_found: /Send the one that the booking was made with/,
  invalid_request: /must|Send|send/,
  unknown_service: /Call again with one of these/,
};

describe(`an agent that errs as a language model does, over ${STEPS} steps`, () => {
  let t: ServedApp;
  const random = generator(SEED);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const customers: Customer[] = Array.from({ length: 60 }, (_, index) => ({
    name: `Customer ${index}`,
    phone: `+43664${String(1_000_000 + index * 7_919)}`,
  }));
  const sent = new Map<string, Sent>();
  const refusals = new Map<string, number>();
  const faults: unknown[] = [];
  let offered: FreeSlotDto[] = [];
  let booked = 0;

  beforeAll(async () => {
    t = await sharedApp();
    t.clock.set(new Date(NOW_MS));
    await setAgent(t, {
      ...{ time_zone: 'Europe/Vienna', phone_region: 'AT', agent_hours: 'working', auto_confirm: true },
      working_hours: [1, 2, 3, 4, 5].map((day) => ({ day, opens: '09:00', closes: '17:00' })),
      closures: [{ from: '2027-03-10', to: '2027-03-11', reason: 'Holiday' }],
      services: [{ name: 'Haircut', duration_minutes: 45 }],
      resources: ROOMS,
      ...{ notice_minutes: 30, buffer_minutes: 5, slot_minutes: 30 },
    });
  });
  afterAll(() => t.close());

  const day = () => `2027-03-${String(1 + Math.floor(random() * 31)).padStart(2, '0')}`;
  const clock = () =>
    `${String(Math.floor(random() * 24)).padStart(2, '0')}:${pick(['00', '15', '30', '45'])}`;

  /** A start, as often wrong as right: another year, another zone, the night, a weekend, an hour that does not exist. */
  function start(): string {
    const slot = offered.length === 0 ? undefined : pick(offered);
    const [utc, local] = [slot?.starts_at ?? `${day()}T10:00:00Z`, slot?.local_starts_at ?? `${day()}T10:00`];
    return pick([
      ...[utc, local, local, `${local}Z`, utc.replace(/(\.000)?Z$/, ''), `${local}+09:00`],
      ...[local.replace('2027', '2026'), local.replace('2027', '2024'), `${day()}T${clock()}`],
      ...['2027-03-28T02:30', '2027-02-30T10:00', 'tomorrow at ten'],
    ]);
  }

  /** A phone as platforms and callers spell it. */
  function spelled(phone: string): [text: string | undefined, isReadable: boolean] {
    const digits = phone.slice(1);
    const readable = [
      ...[
        phone,
        digits,
        `whatsapp:${phone}`,
        `sip:${phone}@voice.example.com;transport=tls`,
        `0${digits.slice(2)}`,
      ],
      ...[
        `tel:${phone};ext=5`,
        `${digits}@s.whatsapp.net`,
        `00${digits}`,
        `+43 664 ${phone.slice(6)} ext. 12`,
      ],
    ];
    if (random() < 0.9) return [pick(readable), true];
    return [pick([undefined, '', 'unknown', 'six six four', 'sip:anonymous@example.com']), false];
  }

  function newBooking(): Sent {
    const { name, phone } = pick(customers);
    const [text, isReadable] = spelled(phone);
    const length = pick<object>([
      {},
      { service: 'haircut' },
      { duration_minutes: 90 },
      { service: 'Massage' },
    ]);
    const external_id = `call-${sent.size}-${Math.floor(random() * 1e9)}`;
    const email = pick([undefined, undefined, 'no address']);
    const client = { name, phone: text, email };
    const body = { external_id, client, starts_at: start(), resource: pick(ROOMS), ...length };
    return { external_id, phone: isReadable ? phone : null, body };
  }

  async function book(booking: Sent): Promise<void> {
    const answer = await t.http
      .post(pick([APPOINTMENTS, '/appointments']))
      .set(AS_AGENT)
      .send(booking.body);
    if (answer.status === 201) {
      booked++;
      sent.set(booking.external_id, booking);
    }
    check(answer, booking.body);
  }

  async function move(): Promise<void> {
    const external_id = pick([...sent.keys(), 'call-unknown']);
    const wish = random() < 0.2 ? { status: 'cancelled' } : { starts_at: start() };
    const path = `${APPOINTMENTS}/external/${external_id}`;
    check(await t.http.patch(path).set(AS_AGENT).send(wish), wish);
  }

  async function ask(): Promise<void> {
    const date = pick([day(), day().replace('2027', '2026'), '2027-02-30']);
    const query = { date, days: pick([1, 3, 31]), resource: pick(ROOMS) };
    const answer = await t.http.get(`${APPOINTMENTS}/availability`).query(query).set(AS_AGENT);
    if (answer.status === 200) offered = answer.body.slots as FreeSlotDto[];
    const now = t.clock.now().toISOString();
    if (offered.some(({ starts_at }) => answer.status === 200 && starts_at <= now))
      faults.push(['past', query]);
    check(answer, query);
  }

  /** A change has to lie ahead; a refusal has to say how to go on. */
  function check(answer: Response, request: object): void {
    if (answer.status < 300) {
      checkTime(answer.body as Partial<AppointmentDto>, request);
      return;
    }
    const { code, detail, alternatives } = answer.body as ProblemDto;
    refusals.set(code, (refusals.get(code) ?? 0) + 1);
    if (alternatives !== undefined && alternatives.length > 0) offered = alternatives;
    if (NEXT_STEP[code]?.test(detail) !== true) faults.push([answer.status, code, detail, request]);
  }

  function checkTime({ starts_at, status, updated_at }: Partial<AppointmentDto>, request: object): void {
    const now = t.clock.now().toISOString();
    const isChanged = updated_at === now && status !== 'cancelled';
    if (isChanged && starts_at !== undefined && starts_at <= now) faults.push(['booked past', request]);
  }

  async function step(): Promise<void> {
    const choice = random();
    if (choice < 0.2) return ask();
    if (choice < 0.55) return book(newBooking());
    if (choice < 0.7) return move();
    const known = pick([...sent.values()]);
    // The answer got lost: the same call again.
    if (choice < 0.8 && known !== undefined) return book(known);
    // The same call again, with something else in it.
    if (choice < 0.85 && known !== undefined)
      return book({ ...known, body: { ...newBooking().body, external_id: known.external_id } });
    // Two customers want one time at once.
    const [one, other] = [newBooking(), newBooking()];
    const same = { starts_at: start(), resource: pick(ROOMS) };
    await Promise.all(
      [one, other].map((booking) => book({ ...booking, body: { ...booking.body, ...same } })),
    );
  }

  it('books nobody twice, nothing in the past or at night, nobody for another, and is told how to go on', async () => {
    for (let number = 0; number < STEPS; number++) {
      await step();
      if (random() < 0.05) t.clock.set(new Date(t.clock.now().getTime() + 5 * MINUTE_MS));
    }
    expect(faults).toEqual([]);
    expect(booked).toBeGreaterThan(STEPS / 20);
    expect([...refusals.keys()].sort()).toEqual(Object.keys(NEXT_STEP).sort());

    const { rows: overlaps } = await t.panel.query(
      `select a.id from appointments a join appointments b on a.id < b.id and a.resource = b.resource
         and a.starts_at < b.ends_at + interval '5 min' and b.starts_at < a.ends_at + interval '5 min'
       where a.status <> 'cancelled' and b.status <> 'cancelled'`,
    );
    const { rows: closed } = await t.panel.query(
      `select starts_at, ends_at from (
         select *, starts_at at time zone 'Europe/Vienna' as opens, ends_at at time zone 'Europe/Vienna' as closes
         from appointments) as local
       where extract(isodow from opens) > 5 or opens::time < '09:00' or closes::time > '17:00'
         or opens::date <> closes::date or opens::date in ('2027-03-10', '2027-03-11') or starts_at <= created_at`,
    );
    const { rows: clients } = await t.panel.query<{ external_id: string; phone: string | null }>(
      'select external_id, phone from appointments join clients on clients.id = client_id',
    );
    const mixedUp = clients.filter(({ external_id, phone }) => sent.get(external_id)?.phone !== phone);
    expect({ overlaps, closed, mixed_up: mixedUp }).toEqual({ overlaps: [], closed: [], mixed_up: [] });
    expect(clients).toHaveLength(booked);
  }, 600_000);
});
