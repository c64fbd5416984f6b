import fc from 'fast-check';
import { foldName, type AppointmentDto, type PageDto } from '@groupless/shared-dto';
import type { ServedApp } from '../harness/apps/served-app';
import { sharedApp } from '../harness/apps/shared-app';
import { bookingAt, setAgent } from '../harness/data/appointments';
import { signIn, type SignedInUser } from '../harness/data/panel-users';
import { rounds } from '../harness/data/rounds';
import { emptyTables } from '../harness/databases/empty-tables';

const KINDS = ['resources', 'services'] as const;
type Kind = (typeof KINDS)[number];
/** Few, so that names change hands. */
const SPELLINGS = ['Anna', 'ANNA', 'Ｂｅｎ', ' ben'] as const;
const BASE = { resources: 'Base', services: 'Base cut' };

interface Row {
  id: string;
  name: string;
  state: 'present' | 'left' | 'gone';
  /** Folded, of before. */
  former: Set<string>;
}

interface Wish {
  what: 'make' | 'rename' | 'leave' | 'come back' | 'book' | 'book by name' | 'change' | 'stale settings';
  kind: Kind;
  which: number;
  other: number;
  spelled: (typeof SPELLINGS)[number];
}

const wishes = fc.array(
  fc.record<Wish>({
    what: fc.constantFrom(
      ...(['make', 'make', 'rename', 'rename', 'leave', 'leave', 'come back', 'stale settings'] as const),
      ...(['book', 'book', 'book by name', 'book by name', 'change', 'change'] as const),
    ),
    kind: fc.constantFrom(...KINDS),
    ...{ which: fc.nat(20), other: fc.nat(20) },
    spelled: fc.constantFrom(...SPELLINGS),
  }),
  { minLength: 60, maxLength: 60 },
);

describe('two of a name over time', () => {
  let t: ServedApp;
  let admin: SignedInUser;
  beforeAll(async () => {
    t = await sharedApp();
    t.clock.set('2027-03-01T10:00:00Z');
    admin = await signIn(t);
  });
  afterAll(() => t.close());

  const send = (method: 'get' | 'post' | 'patch' | 'delete' | 'put', path: string) =>
    t.http[method](`/api/${path}`).set(admin.bearer);

  it('are never taken for each other, however they are renamed, leave, come back and are booked', async () => {
    await fc.assert(
      fc.asyncProperty(wishes, async (steps) => {
        await emptyTables(t.panel, 'clients', 'blocks', 'closures', 'resources', 'services');
        const base = {
          resources: [BASE.resources],
          services: [{ name: BASE.services, duration_minutes: 30 }],
        };
        await setAgent(t, { ...base, schedules: [], closures: [] });
        const rows: Record<Kind, Row[]> = { resources: [], services: [] };
        for (const kind of KINDS)
          for (const { id, name } of (await send('get', kind)).body as Row[])
            rows[kind].push({ id, name, state: 'present', former: new Set() });
        const stale = await send('get', 'settings/chat-agent');
        const booked = new Map<string, Record<Kind, string[]>>();
        const here = (kind: Kind) => rows[kind].filter(({ state }) => state === 'present');
        const called = (kind: Kind, name: string) =>
          here(kind).find((one) => foldName(one.name) === foldName(name));
        const at = (list: readonly Row[], n: number) => list[n % list.length]!;
        const read = ({ resource_id, services }: AppointmentDto): Record<Kind, string[]> => ({
          resources: [resource_id],
          services: services.map(({ id }) => id),
        });
        const take = (row: AppointmentDto, asked: Record<Kind, string[]>) => {
          expect(read(row)).toEqual(asked);
          note(row);
        };
        let days = 0;
        const coming = new Set<string>();
        /** Each on a day of its own, every other one to come. */
        const bookingOf = (named: object) => {
          const from = ++days % 2 === 0 ? '2026-01-01T10:00:00Z' : '2027-06-01T10:00:00Z';
          return bookingAt(new Date(Date.parse(from) + days * 86_400_000).toISOString(), named);
        };
        const note = (row: AppointmentDto) => {
          booked.set(row.id, read(row));
          if (row.starts_at > '2027-03') coming.add(row.id);
        };

        const acts: Record<Wish['what'], (wish: Wish) => Promise<void>> = {
          make: async ({ kind, spelled: name }) => {
            const { status, body } = await send('post', kind).send({
              ...{ name },
              ...(kind === 'services' && { duration_minutes: 30 }),
            });
            expect(status).toBe(called(kind, name) ? 409 : 201);
            if (status === 201)
              rows[kind].push({ id: body.id, name: body.name, state: 'present', former: new Set() });
          },
          rename: async ({ kind, which, spelled: name }) => {
            const row = at(here(kind), which);
            if (row.name.startsWith('Base')) return;
            const holder = called(kind, name);
            const { status, body } = await send('patch', `${kind}/${row.id}`).send({ name });
            expect(status).toBe(holder === undefined || holder === row ? 200 : 409);
            if (status !== 200) return;
            if (foldName(row.name) !== foldName(name)) row.former.add(foldName(row.name));
            row.name = body.name;
          },
          leave: async ({ kind, which, other }) => {
            const row = at(here(kind), which);
            if (row.name.startsWith('Base')) return;
            const its = [...coming].filter((id) => booked.get(id)?.[kind].includes(row.id));
            const isHeld = its.length > 0;
            const path = `${kind}/${row.id}`;
            const plain = await send('delete', path);
            expect(plain.status).toBe(isHeld ? 409 : 204);
            if (isHeld) {
              expect(plain.body.coming).toBe(its.length);
              const to = at(here(kind), other);
              const isKept = kind === 'services' || to === row || which % 2 === 0;
              const fate = isKept ? { keep_appointments: true } : { move_to: to.id };
              expect((await send('delete', path).query(fate)).status).toBe(204);
              if (!isKept) for (const id of its) booked.set(id, { ...booked.get(id)!, resources: [to.id] });
            }
            const isBooked = [...booked.values()].some((of) => of[kind].includes(row.id));
            const { status, body } = await send('get', path);
            row.state = status === 404 ? 'gone' : 'left';
            if (status === 404) expect(isBooked).toBe(false);
            else expect(body.archived_at).not.toBeNull();
          },
          'come back': async ({ kind, which }) => {
            const left = rows[kind].filter(({ state }) => state === 'left');
            if (left.length === 0) return;
            const row = at(left, which);
            const { status } = await send('patch', `${kind}/${row.id}`).send({ archived_at: null });
            expect(status).toBe(called(kind, row.name) ? 409 : 200);
            if (status === 200) row.state = 'present';
          },
          book: async ({ which, other }) => {
            const of = (kind: Kind) => (which % 4 === 0 ? rows[kind] : here(kind));
            const [place, one] = [at(of('resources'), other), at(of('services'), which)];
            const asked = { resource_id: place.id, service_ids: [one.id] };
            const { status, body } = await send('post', 'appointments').send(bookingOf(asked));
            const isThere = place.state === 'present' && one.state === 'present';
            expect(status).toBe(isThere ? 201 : 400);
            if (isThere) take(body, { resources: [place.id], services: [one.id] });
          },
          'book by name': async ({ kind, spelled }) => {
            const named = kind === 'resources' ? { resource: spelled } : { service: spelled };
            const rest = kind === 'resources' ? { service: BASE.services } : { resource: BASE.resources };
            const { status, body } = await send('post', 'appointments').send(
              bookingOf({ ...named, ...rest }),
            );
            const present = called(kind, spelled);
            const folded = foldName(spelled);
            const had = rows[kind].filter((one) => one.former.has(folded) || foldName(one.name) === folded);
            const [only] = had;
            // Of several who had it, none is meant; of one who left, too.
            const meant = present ?? (had.length === 1 && only?.state === 'present' ? only : undefined);
            if (meant === undefined && status === 201) {
              // What one alone was renamed from may be the name of who left.
              const renamed = here(kind).filter(({ former }) => former.has(folded));
              expect(renamed.map(({ id }) => id)).toEqual(read(body)[kind]);
            } else expect(status).toBe(meant === undefined ? 400 : 201);
            if (status !== 201) return;
            if (meant !== undefined) expect(read(body)[kind]).toEqual([meant.id]);
            note(body);
          },
          change: async ({ kind, which, other }) => {
            const ids = [...booked.keys()];
            if (ids.length === 0) return;
            const id = ids[which % ids.length]!;
            const own = booked.get(id)!;
            const row = at(rows[kind], other);
            const asked = kind === 'resources' ? [row.id] : [...new Set([...own.services, row.id])];
            const sent = kind === 'resources' ? { resource_id: row.id } : { service_ids: asked };
            const { status, body } = await send('patch', `appointments/${id}`).send(sent);
            const isKnown = row.state === 'present' || own[kind].includes(row.id);
            expect([status, isKnown ? 'known' : body.code]).toEqual([
              ...(isKnown
                ? [200, 'known']
                : [400, kind === 'resources' ? 'unknown_resource' : 'unknown_service']),
            ]);
            if (isKnown) take(body, { ...own, [kind]: asked });
          },
          'stale settings': async () => {
            const changed = rows.resources.length > 1 || rows.services.length > 1;
            if (!changed) return;
            const { status } = await send('put', 'settings/chat-agent')
              .set('if-match', stale.headers['etag']!)
              .send(stale.body);
            expect(status).toBe(412);
          },
        };
        for (const step of steps) await acts[step.what](step);

        const { items } = (await send('get', 'appointments?limit=200')).body as PageDto<AppointmentDto>;
        expect(items).toHaveLength(booked.size);
        const nameOf = (kind: Kind, id: string) => rows[kind].find((one) => one.id === id)?.name;
        for (const one of items) {
          const of = booked.get(one.id)!;
          expect(read(one)).toEqual(of);
          expect(one.resource).toBe(nameOf('resources', one.resource_id));
          expect(one.services.map(({ name }) => name)).toEqual(
            of.services.map((id) => nameOf('services', id)),
          );
          expect(one.service).toBe(one.services[0]?.name ?? null);
        }
        for (const { id, name, state } of rows.resources) {
          const found = async (query: object) => {
            const { body } = await send('get', 'appointments').query({ limit: 200, ...query });
            return (body as PageDto<AppointmentDto>).items.map((one) => one.id).sort();
          };
          const its = [...booked].flatMap(([key, of]) => (of.resources.includes(id) ? [key] : [])).sort();
          expect(await found({ resource_id: id })).toEqual(its);
          if (state === 'present') expect(await found({ resource: name })).toEqual(its);
        }
        for (const kind of KINDS) {
          const listed = (await send('get', kind)).body as { id: string; archived_at: string | null }[];
          const present = listed.filter(({ archived_at }) => archived_at === null).map(({ id }) => id);
          expect(present.sort()).toEqual(
            here(kind)
              .map(({ id }) => id)
              .sort(),
          );
        }
      }),
      { numRuns: rounds(6, 200), endOnFailure: true },
    );
  });
});
