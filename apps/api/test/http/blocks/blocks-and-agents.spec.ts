import fc from 'fast-check';
import type { AppointmentDto, SavedBlockDto } from '@groupless/shared-dto';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { APPOINTMENTS, AS_AGENT, setAgent } from '../../harness/data/appointments';
import { signIn } from '../../harness/data/panel-users';
import { rounds } from '../../harness/data/rounds';
import { emptyTables } from '../../harness/databases/empty-tables';

// Forty requests at a time take theirs on a busy machine.
jest.setTimeout(rounds(120_000, 1_200_000));

const NOW = '2027-03-01T08:00:00.000Z';
const FIRST_MS = Date.parse('2027-03-02T09:00:00Z');
const LENGTH_MS = 30 * 60_000;
const PLACES = 6;
const RESOURCES = ['main', ' MAIN', 'Stand 2', null] as const;

/** What somebody wants: agents book and move, people block, move blocks and take them away. */
interface Wish {
  what: 'book' | 'move' | 'block' | 'move block' | 'unblock';
  which: number;
  place: number;
  resource: (typeof RESOURCES)[number];
}

const wishes = fc.array(
  fc.record<Wish>({
    what: fc.constantFrom('book', 'book', 'move', 'block', 'block', 'move block', 'unblock'),
    ...{ which: fc.nat(30), place: fc.nat(PLACES - 1), resource: fc.constantFrom(...RESOURCES) },
  }),
  { minLength: 8, maxLength: 8 },
);

describe('agents who book while people block', () => {
  let t: ServedApp;
  let operator: Record<string, string>;
  beforeAll(async () => {
    t = await sharedApp();
    t.clock.set(NOW);
    await setAgent(t, { agent_hours: 'any', auto_confirm: true, resources: ['main', 'Stand 2'] });
    operator = (await signIn(t, { role: 'operator' })).bearer;
  });
  afterAll(() => t.close());

  const at = (place: number) => new Date(FIRST_MS + place * LENGTH_MS).toISOString();
  const slot = (place: number) => ({ starts_at: at(place), ends_at: at(place + 1) });

  it('never get a time that is blocked, and whoever blocks is told of all who have it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.tuple(wishes, wishes, wishes, wishes, wishes), async (schedules) => {
        await emptyTables(t.panel, 'clients', 'blocks');
        const booked: { row: AppointmentDto; external_id: string }[] = [];
        const blocks: string[] = [];
        const told = new Map<string, Set<string>>();
        let count = 0;
        const tell = ({ status, body }: { status: number; body: unknown }) => {
          if (status !== 200 && status !== 201) return;
          const { id, affected } = body as SavedBlockDto;
          if (!blocks.includes(id)) blocks.push(id);
          // A block that moved meets others than before.
          told.set(id, new Set([...(told.get(id) ?? []), ...affected.map((one) => one.id)]));
        };
        const act = async ({ what, which, place, resource }: Wish): Promise<number> => {
          const block = blocks[which % Math.max(1, blocks.length)];
          const one = booked[which % Math.max(1, booked.length)];
          if (what === 'move' && one !== undefined) {
            const address = `${APPOINTMENTS}/external/${encodeURIComponent(one.external_id)}`;
            return (
              await t.http
                .patch(address)
                .set(AS_AGENT)
                .send({ starts_at: at(place) })
            ).status;
          }
          if (what === 'book' || what === 'move') {
            const external_id = `booking ${++count}`;
            const wanted = {
              ...slot(place),
              resource: resource ?? 'main',
              external_id,
              client: { name: 'Ada' },
            };
            const answer = await t.http.post(APPOINTMENTS).set(AS_AGENT).send(wanted);
            if (answer.status === 201) booked.push({ row: answer.body as AppointmentDto, external_id });
            return answer.status;
          }
          const path = `/api/blocks/${block ?? ''}`;
          if (what === 'unblock' && block !== undefined)
            return (await t.http.delete(path).set(operator)).status;
          const answer =
            what === 'move block' && block !== undefined
              ? await t.http.patch(path).set(operator).send(slot(place))
              : await t.http
                  .post('/api/blocks')
                  .set(operator)
                  .send({ ...slot(place), resource });
          tell(answer);
          return answer.status;
        };

        const statuses = await Promise.all(
          schedules.map(async (schedule) => {
            const seen: number[] = [];
            for (const wish of schedule) seen.push(await act(wish));
            return seen;
          }),
        );
        expect(statuses.flat().filter((status) => ![200, 201, 204, 404, 409].includes(status))).toEqual([]);
        const { rows } = await t.panel.query<{ id: string; block_id: string }>(`
          select a.id, b.id as block_id from blocks as b join appointments as a
            on tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)
           and (b.resource is null or folded_name(b.resource) = folded_name(a.resource))
          where a.status in ('pending', 'confirmed')`);
        expect(rows.filter(({ id, block_id }) => !told.get(block_id)?.has(id))).toEqual([]);
      }),
      { numRuns: rounds(2, 60) },
    );
  });
});
