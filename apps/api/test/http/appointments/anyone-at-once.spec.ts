import { setTimeout as sleep } from 'node:timers/promises';
import type { AppointmentDto } from '@groupless/shared-dto';
import { APPOINTMENTS, AS_AGENT, bookingAt, setAgent } from '../../harness/data/appointments';
import { anyBelow, rounds } from '../../harness/data/rounds';
import { atOnce } from '../../harness/data/times';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

/** A Monday, at eight. */
const NOW = '2027-03-01T08:00:00.000Z';
const RESOURCES = ['Anna', 'Ben', 'Carl', 'Dora', 'Emil'];
const CALLS = rounds(200, 2_000);
/** About twice as many calls as there are places. */
const STARTS = Math.ceil(CALLS / RESOURCES.length / 2);

/** Two replicas work on a thousand requests at a time; more are told to come again. */
const AT_ONCE = 900;

jest.setTimeout(600_000);

describe('bookings of anyone at once', () => {
  let here: ServedApp;
  let there: ServedApp;
  beforeAll(async () => {
    here = await sharedApp();
    there = await startServedApp({ urls: here.urls });
    for (const one of [here, there]) one.clock.set(NOW);
    await setAgent(here, {
      ...{
        time_zone: 'UTC',
        enabled: true,
        resources: RESOURCES,
        agent_hours: 'any',
        schedules: [],
        closures: [],
      },
      ...{ buffer_minutes: 0, notice_minutes: 0, slot_minutes: 30, services: [] },
    });
    // What one replica was told counts on the other after a second.
    await sleep(1_100);
  });
  afterAll(async () => {
    await there.close();
    await here.close();
  });

  /** Sent again where a server had too much to do. */
  async function book(index: number, starts_at: string): Promise<AppointmentDto | null> {
    const booking = bookingAt(starts_at, { external_id: `b${index}`, client: { name: `C${index}` } });
    for (;;) {
      const { status, body, text } = await (index % 2 === 0 ? here : there).http
        .post(APPOINTMENTS)
        .set(AS_AGENT)
        .send(booking);
      if (status === 201 || status === 200) return body as AppointmentDto;
      if (status === 409) return null;
      if (status !== 503) throw new Error(text);
    }
  }

  it(`over two replicas double nobody, and refuse nobody while one is free (${CALLS})`, async () => {
    const calls = Array.from({ length: CALLS }, (_, index) => {
      const minutes = 60 + anyBelow(STARTS) * 30;
      return { index, starts_at: new Date(Date.parse(NOW) + minutes * 60_000).toISOString() };
    });
    const left = [...calls];
    const answers: (AppointmentDto | null)[] = [];
    await atOnce(Math.min(AT_ONCE, CALLS), async () => {
      for (let call = left.shift(); call !== undefined; call = left.shift())
        answers.push(await book(call.index, call.starts_at));
    });
    const made = answers.filter((one) => one !== null);
    expect(new Set(made.map((one) => `${one.starts_at} ${one.resource}`)).size).toBe(made.length);
    for (const start of new Set(calls.map(({ starts_at }) => starts_at))) {
      const asked = calls.filter(({ starts_at }) => starts_at === start).length;
      const sold = made.filter(({ starts_at }) => starts_at === start).length;
      expect([start, sold]).toEqual([start, Math.min(asked, RESOURCES.length)]);
    }
  });
});
