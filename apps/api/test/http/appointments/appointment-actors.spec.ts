import fc from 'fast-check';
import type { Response } from 'supertest';
import { isLive, STATUS_STEPS, type AppointmentDto, type AppointmentStatus } from '@groupless/shared-dto';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { APPOINTMENTS, AS_AGENT, setAgent } from '../../harness/data/appointments';
import { rounds } from '../../harness/data/rounds';
import { signIn } from '../../harness/data/panel-users';
import { HeldTimes } from './held-times';
import { emptyTables } from '../../harness/databases/empty-tables';

const NOW = Date.parse('2027-03-01T10:00:00Z');
const MINUTE_MS = 60_000;
/** Few places, so that they are fought for: half of them have begun, and one begins meanwhile. */
const PLACES = 8;
const LENGTH = 30;
const FIRST_TO_COME_MINUTES = 4;
/** Everybody does a part of what they want, then time goes on. */
const WAVES = 3;
const WISHES_A_WAVE = 4;
const WAVE_MINUTES = 3;
/** Two stands, each as somebody spells it. */
const SPELLINGS = ['main', 'MAIN', ' Main', 'Stand 2', 'stand  2', 'Ｓｔａｎｄ 2'] as const;
const ACTORS = ['agent', 'second agent', 'Rita', 'Olaf', 'owner'] as const;
type Actor = (typeof ACTORS)[number];

/** What somebody wants, of places and of appointments by their numbers. */
interface Wish {
  what: 'book' | 'move' | 'status' | 'undo' | 'swap' | 'give away' | 'delete' | 'block' | 'unblock';
  which: number;
  other: number;
  place: number;
  resource: (typeof SPELLINGS)[number];
  status: AppointmentStatus;
  beside: boolean;
}

const wishes = fc.array(
  fc.record<Wish>({
    what: fc.constantFrom(
      ...(['book', 'book', 'move', 'status', 'status', 'undo', 'swap', 'give away', 'delete'] as const),
      ...(['block', 'unblock'] as const),
    ),
    ...{ which: fc.nat(40), other: fc.nat(40), place: fc.nat(PLACES - 1) },
    resource: fc.constantFrom(...SPELLINGS),
    status: fc.constantFrom('pending', 'confirmed', 'completed', 'cancelled', 'no_show'),
    beside: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  }),
  { minLength: WAVES * WISHES_A_WAVE, maxLength: WAVES * WISHES_A_WAVE },
);

interface Entry {
  appointment_id: string;
  version: number;
  from_status: AppointmentStatus | null;
  to_status: AppointmentStatus;
  at: Date;
  key_name: string | null;
  changes: { field: string; before: string | null }[];
}

describe('appointments with five at the desk at once', () => {
  let t: ServedApp;
  let held: HeldTimes;
  const credentials = new Map<Actor, Record<string, string>>();
  beforeAll(async () => {
    t = await sharedApp();
    t.clock.set(new Date(NOW));
    await setAgent(t, { agent_hours: 'any', auto_confirm: true, resources: ['main', 'Stand 2'] });
    held = new HeldTimes(t);
    await held.watch();
    const owner = await signIn(t);
    const { body } = await t.http
      .post('/api/settings/keys')
      .set(owner.bearer)
      .send({ name: 'Second agent', scopes: ['agent'] })
      .expect(201);
    credentials.set('agent', AS_AGENT);
    credentials.set('second agent', { 'x-api-key': body.key as string });
    credentials.set('Rita', (await signIn(t, { role: 'operator' })).bearer);
    credentials.set('Olaf', (await signIn(t, { role: 'operator' })).bearer);
    credentials.set('owner', owner.bearer);
  });
  afterAll(() => t.close());

  const startOf = (place: number) =>
    new Date(NOW + ((place - PLACES / 2) * LENGTH + FIRST_TO_COME_MINUTES) * MINUTE_MS).toISOString();

  it('hold no time twice without a question, sell none that is held, and lose none', async () => {
    await fc.assert(
      fc.asyncProperty(fc.tuple(wishes, wishes, wishes, wishes, wishes), async (schedules) => {
        await emptyTables(t.panel, 'clients', 'blocks');
        await held.forget();
        const made: { row: AppointmentDto; by: Actor; external_id: string }[] = [];
        const asked = new Set<string>();
        const deleted = new Set<string>();
        const swapped: [string, string][] = [];
        let booked = 0;
        const blocks: string[] = [];

        const as = (actor: Actor) => credentials.get(actor) ?? {};
        const book = async (actor: Actor, { place, resource, beside, which }: Wish): Promise<Response> => {
          const isPerson = !actor.includes('agent');
          const external_id = `${actor} ${++booked}`;
          const answer = await t.http
            .post(APPOINTMENTS)
            .set(as(actor))
            .send({
              client: { name: `Client ${which}` },
              ...{ starts_at: startOf(place), duration_minutes: LENGTH, resource, external_id },
              ...(isPerson && beside ? { allow_overlap: true } : {}),
            });
          if (answer.status === 201) {
            const row = answer.body as AppointmentDto;
            if (isPerson && beside) asked.add(row.id);
            made.push({ row, by: actor, external_id });
          }
          return answer;
        };

        /** People keep times free of agents, and take that back. */
        const block = async (actor: Actor, { what, place, resource, which }: Wish): Promise<Response> => {
          const id = blocks[which % Math.max(1, blocks.length)];
          if (what === 'unblock' && id !== undefined)
            return t.http.delete(`/api/blocks/${id}`).set(as(actor));
          const [starts_at, ends_at] = [startOf(place), startOf(place + 1)];
          const answer = await t.http
            .post('/api/blocks')
            .set(as(actor))
            .send({ resource, starts_at, ends_at });
          if (answer.status === 201) blocks.push((answer.body as { id: string }).id);
          return answer;
        };

        const act = async (actor: Actor, wish: Wish): Promise<Response | null> => {
          const isBlock = wish.what === 'block' || wish.what === 'unblock';
          if (isBlock && !actor.includes('agent')) return block(actor, wish);
          const one = made[wish.which % Math.max(1, made.length)];
          const other = made[wish.other % Math.max(1, made.length)];
          if (wish.what === 'book' || one === undefined || other === undefined) return book(actor, wish);
          if (actor.includes('agent')) {
            // Agents change what agents booked, by their own ids, as often as they can.
            const body = wish.what === 'move' ? { starts_at: startOf(wish.place) } : { status: 'cancelled' };
            const address = `${APPOINTMENTS}/external/${encodeURIComponent(one.external_id)}`;
            return t.http.patch(address).set(as(actor)).send(body);
          }
          const address = `${APPOINTMENTS}/${one.row.id}`;
          const allow = wish.beside ? { allow_overlap: true } : {};
          if (wish.beside) asked.add(one.row.id);
          const change = (patch: object) =>
            t.http
              .patch(address)
              .set(as(actor))
              .send({ ...patch, ...allow });
          switch (wish.what) {
            case 'move':
              return change({ starts_at: startOf(wish.place), resource: wish.resource });
            case 'status':
              return change({ status: wish.status });
            case 'give away':
              return change({ client_id: other.row.client_id });
            case 'undo':
              return t.http.post(`${address}/history/undo`).set(as(actor));
            case 'swap':
              swapped.push([one.row.id, other.row.id]);
              return t.http
                .post(`${APPOINTMENTS}/swap`)
                .set(as(actor))
                .send({ a: one.row.id, b: other.row.id });
            case 'delete': {
              const answer = await t.http.delete(address).set(as(actor));
              if (answer.status === 204) deleted.add(one.row.id);
              return answer;
            }
            default:
              return null;
          }
        };

        const answers: (Response | null)[] = [];
        for (let wave = 0; wave < WAVES; wave++) {
          t.clock.set(new Date(NOW + wave * WAVE_MINUTES * MINUTE_MS));
          const from = wave * WISHES_A_WAVE;
          const all = ACTORS.map(async (actor, index) => {
            for (const wish of schedules[index]?.slice(from, from + WISHES_A_WAVE) ?? [])
              answers.push(await act(actor, wish));
          });
          await Promise.all(all);
        }
        const endedMs = t.clock.now().getTime();

        for (const answer of answers)
          if (answer !== null && answer.status >= 500) throw new Error(`${answer.status}: ${answer.text}`);
        // Who was squeezed in hands that place over.
        for (const _ of swapped)
          for (const pair of swapped)
            if (pair.some((id) => asked.has(id))) pair.forEach((id) => asked.add(id));
        const { rows } = await t.panel.query<AppointmentDto & { version: number; at: Date; until: Date }>(
          'select *, starts_at as at, ends_at as until from appointments',
        );
        // None is lost.
        const expected = made.map(({ row }) => row.id).filter((id) => !deleted.has(id));
        expect(rows.map(({ id }) => id).sort()).toEqual(expected.sort());
        // None was sold while it was held, at any moment, without a question.
        expect(await held.soldTwice()).toEqual([]);
        // None is held twice.
        const live = rows.filter(({ status }) => isLive(status));
        for (const a of live) {
          if (a.squeezed) expect(asked.has(a.id)).toBe(true);
          for (const b of live)
            if (a.id < b.id && a.resource === b.resource && a.at < b.until && b.at < a.until)
              expect(a.squeezed || b.squeezed).toBe(true);
        }
        // What has not begun has not ended, unless it was cancelled.
        for (const { status, at } of rows)
          if (status === 'completed' || status === 'no_show')
            expect(at.getTime()).toBeLessThanOrEqual(endedMs);
        const { rows: entries } = await t.panel.query<Entry>(
          'select * from appointment_events order by appointment_id, version',
        );
        for (const row of rows) {
          const history = entries.filter(({ appointment_id }) => appointment_id === row.id);
          expect(history.map(({ version }) => version)).toEqual(history.map((_, index) => index + 1));
          expect([history.at(-1)?.version, history.at(-1)?.to_status]).toEqual([row.version, row.status]);
          for (const [index, entry] of history.entries())
            expect(isPossible(entry, history[index - 1])).toBe(true);
          // What has begun no agent moves or cancels: it may be a no-show.
          let startMs = row.at.getTime();
          for (const { key_name, from_status, at, changes } of history.reverse()) {
            const moved = changes.find(({ field }) => field === 'starts_at');
            if (moved?.before) startMs = Date.parse(moved.before);
            if (key_name !== null && from_status !== null) expect(startMs).toBeGreaterThan(at.getTime());
          }
        }
      }),
      // Another run of the same schedules goes another way: there is nothing to shrink.
      { numRuns: rounds(4, 24), endOnFailure: true },
    );
  }, 240_000);
});

/** Whether a step is one of the table, takes the one before back, or brings what has ended to a new time. */
function isPossible(
  { from_status, to_status, key_name, changes }: Entry,
  before: Entry | undefined,
): boolean {
  if (from_status === null) return before === undefined;
  if (before?.to_status !== from_status) return false;
  if (from_status === to_status) return true;
  if (key_name !== null && !isLive(from_status)) return false;
  const isTakenBack = before.from_status === to_status && changes.every(({ field }) => field === 'squeezed');
  return STATUS_STEPS[from_status][to_status] !== undefined || isTakenBack;
}
