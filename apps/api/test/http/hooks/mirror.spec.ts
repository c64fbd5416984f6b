import type {
  AppointmentDto,
  ChangesDto,
  ClientChangeDto,
  ClientDto,
  ClientImportDto,
  ClientMergeDto,
  CreatedApiKeyDto,
  PageDto,
  ReadSeriesDto,
  ResourceDto,
  SeriesDto,
} from '@groupless/shared-dto';
import type { Response } from 'supertest';
import { ChangesRepository } from '../../../src/changes/changes.repository';
import { AS_AGENT, setAgent } from '../../harness/data/appointments';
import { rounds } from '../../harness/data/rounds';
import { expectProblem } from '../../harness/http/problems';
import type { ReceivedHook } from '../../harness/http/hook-receiver';
import { ToldEvents } from '../../harness/http/told-events';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';

type Row = ClientDto | AppointmentDto;
type Kind = 'client' | 'appointment';
/** Rows by kind and id. */
type Mirror = Map<string, Row>;

const PATHS: Record<string, string> = { client: 'clients', appointment: 'appointments' };
/** What happens at once. */
const AT_ONCE = 6;

/** The same changes at each run. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

jest.setTimeout(rounds(180_000, 1_200_000));

describe('a mirror of clients and appointments', () => {
  let t: ServedApp;
  let told: ToldEvents;
  let reader: { 'x-api-key': string };
  beforeAll(async () => {
    t = await startServedApp({ environment: { OUTBOUND_PRIVATE: 'true' } });
    await setAgent(t, { agent_hours: 'any', auto_confirm: false, resources: ['Anna', 'Ben'] });
    told = await ToldEvents.follow(t);
    const key = { name: 'mirror', scopes: ['panel:read'] };
    const { body } = await t.http.post('/api/settings/keys').set(told.admin.bearer).send(key).expect(201);
    reader = { 'x-api-key': (body as CreatedApiKeyDto).key };
  });
  afterAll(async () => {
    await told.close();
    await t.close();
  });

  const send = (verb: 'post' | 'patch' | 'delete', path: string, body?: object) => {
    const request = t.http[verb](`/api/${path}`).set(told.admin.bearer);
    return body === undefined ? request : request.send(body);
  };
  const read = (path: string) => t.http.get(`/api/${path}`).set(reader);
  const changesAfter = async (after: string) => (await read(`changes?after=${after}`)).body as ChangesDto;
  const start = async () => ((await read('changes')).body as ChangesDto).next_cursor;
  const makeClient = async (name: string) =>
    ((await send('post', 'clients', { name }).expect(201)).body as ClientDto).id;

  async function list<Item>(path: string): Promise<Item[]> {
    const items: Item[] = [];
    for (let cursor = ''; ;) {
      const more = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page = (await read(`${path}limit=200${more}`)).body as PageDto<Item>;
      items.push(...page.items);
      if (page.next_cursor === null) return items;
      cursor = page.next_cursor;
    }
  }

  /** All there is, as one reads it. */
  async function present(): Promise<Mirror> {
    const [clients, appointments] = [
      await list<ClientDto>('clients?'),
      await list<AppointmentDto>('appointments?'),
    ];
    return new Map<string, Row>([
      ...clients.map((row) => [`client ${row.id}`, row] as const),
      ...appointments.map((row) => [`appointment ${row.id}`, row] as const),
    ]);
  }

  /** Rows without what is shown where one row is read alone. */
  const comparable = (mirror: Mirror, without: readonly string[] = []) =>
    Object.fromEntries(
      [...mirror].map(([id, row]) => [
        id,
        Object.fromEntries(Object.entries(row).filter(([name]) => !['told', ...without].includes(name))),
      ]),
    );

  function hear(mirror: Mirror, { type, data }: ReceivedHook): void {
    const [kind = '', event] = type.split('.');
    if (!['client', 'appointment'].includes(kind)) return;
    const row = data as unknown as Row;
    if (event === 'merged') return;
    const id = `${kind} ${row.id}`;
    const known = mirror.get(id)?.updated_at ?? '';
    if (event === 'deleted') mirror.delete(id);
    // What an import told may have been read already: the order of events is that of one object.
    else if (known <= row.updated_at) mirror.set(id, row);
  }

  /** Reads on until there is nothing more. */
  async function follow(mirror: Mirror, after: string): Promise<string> {
    for (let cursor = after; ;) {
      const { items, next_cursor } = await changesAfter(cursor);
      // Of several changes of a row the last one says what it is now.
      const last = new Map(items.map((item) => [item.object_id, item]));
      for (const { object, object_id, action } of last.values()) {
        const id = `${object as Kind} ${object_id}`;
        if (PATHS[object] === undefined) continue;
        const { status, body } = await read(`${PATHS[object]}/${object_id}`);
        const isGone = action === 'deleted' || action === 'merged' || status === 404;
        if (isGone) mirror.delete(id);
        else mirror.set(id, body as Row);
      }
      if (items.length === 0) return next_cursor;
      cursor = next_cursor;
    }
  }

  /** Reads again what changed since a minute before the newest row that is known. */
  async function poll(mirror: Mirror): Promise<void> {
    const newest = Math.max(0, ...[...mirror.values()].map(({ updated_at }) => Date.parse(updated_at)));
    const since = encodeURIComponent(new Date(newest - 60_000).toISOString());
    const updated = newest === 0 ? '' : `updated_since=${since}&`;
    for (const kind of ['client', 'appointment'] as const)
      for (const row of await list<Row>(`${PATHS[kind]}?${updated}sort=updated_at&`))
        mirror.set(`${kind} ${row.id}`, row);
  }

  /** Lists by `updated_since` do not say what is gone: that takes a look at which rows there are. */
  async function forgetGone(mirror: Mirror): Promise<void> {
    const there = await present();
    for (const id of mirror.keys()) if (!there.has(id)) mirror.delete(id);
  }

  /** What an import made and changed, which webhooks tell by its id alone. */
  async function readImport(mirror: Mirror, import_id: string): Promise<void> {
    for (const row of await list<ClientDto>(`clients?import_id=${import_id}&`))
      mirror.set(`client ${row.id}`, row);
  }

  it('is true after random changes by webhooks alone, by /changes alone and by polling alone', async () => {
    const roll = dice(76);
    const [byHooks, byChanges, byPolling]: Mirror[] = [new Map(), new Map(), new Map()] as [
      Mirror,
      Mirror,
      Mirror,
    ];
    const ids: string[] = [];
    const appointments: string[] = [];
    const merges: [kept: string, merge: string][] = [];
    const one = (of: readonly string[]) => of[roll(of.length)] ?? '';
    /** Two different ones. */
    const two = (of: readonly string[]) => {
      const first = roll(of.length);
      return [of[first] ?? '', of[(first + 1 + roll(Math.max(1, of.length - 1))) % of.length] ?? ''] as const;
    };
    const without = (from: string[], gone: string) => from.splice(from.indexOf(gone), 1);
    const idIn = ({ body }: Response) => (body as { id: string }).id;
    const anna = ((await read('resources')).body as ResourceDto[]).find(({ name }) => name === 'Anna')!;
    let hour = 0;
    const at = () => new Date(Date.parse('2031-01-01T00:00:00Z') + ++hour * 3_600_000).toISOString();
    const soon = () =>
      new Date(Date.parse('2027-01-04T00:00:00Z') + ++hour * 3_600_000).toISOString().slice(0, 16);
    const resource = () => ['Anna', 'Ben'][roll(2)];
    const book = (client_id: string) => ({ client_id, starts_at: at(), resource: resource() });
    /** Each with what it is of, so that it is not refused but where two meet. */
    const actions: Record<string, () => Promise<Response>> = {
      async 'a new client'() {
        const answer = await send('post', 'clients', { name: `Client ${hour++}` });
        if (answer.status === 201) ids.push(idIn(answer));
        return answer;
      },
      'another name': () =>
        send('patch', `clients/${one(ids)}`, { name: `Name ${hour++}`, notes: `n${hour}` }),
      'a tag': () => send('post', 'clients/changes', { ids: [one(ids)], add_tags: [`tag${roll(9)}`] }),
      async 'a booking'() {
        const answer = await send('post', 'appointments', book(one(ids)));
        if (answer.status === 201) appointments.push(idIn(answer));
        return answer;
      },
      async 'a booking of an agent'() {
        const client = { name: `Caller ${roll(30)}`, phone: `+43664123${1000 + roll(30)}` };
        const booking = { client, starts_at: soon(), resource: resource() };
        const answer = await t.http.post('/api/appointments').set(AS_AGENT).send(booking);
        if (answer.status === 201) appointments.push(idIn(answer));
        return answer;
      },
      'a move': () =>
        send('patch', `appointments/${one(appointments)}`, { starts_at: at(), resource: resource() }),
      'a status': () =>
        send('patch', `appointments/${one(appointments)}`, { status: ['confirmed', 'cancelled'][roll(2)] }),
      async 'a swap'() {
        const [a, b] = two(appointments);
        for (const id of [a, b]) await send('patch', `appointments/${id}`, { status: 'confirmed' });
        return send('post', 'appointments/swap', { a, b });
      },
      async 'an appointment less'() {
        const gone = one(appointments);
        without(appointments, gone);
        return send('delete', `appointments/${gone}`);
      },
      async 'a client less'() {
        const made = idIn(await send('post', 'clients', { name: `Short ${hour++}` }));
        await send('post', 'appointments', book(made));
        const { items = [] } = (await read(`appointments?client_id=${made}`)).body as Partial<
          PageDto<AppointmentDto>
        >;
        for (const { id } of items) await send('delete', `appointments/${id}`);
        return send('delete', `clients/${made}`);
      },
      'a series': () => {
        const series = { client_id: one(ids), starts_at: at(), rrule: 'FREQ=MONTHLY;COUNT=2' };
        return send('post', 'series', { ...series, resource: resource() });
      },
      async 'a merge'() {
        const [kept, gone] = two(ids);
        without(ids, gone);
        const answer = await send('post', `clients/${kept}/merges`, { client_id: gone });
        if (answer.status === 201) merges.push([kept, idIn(answer)]);
        return answer;
      },
      async 'a merge taken back'() {
        if (merges.length === 0) await actions['a merge']!();
        const [kept, merge] = merges.pop() ?? ['', ''];
        return send('post', `clients/${kept}/merges/${merge}/undo`);
      },
      async 'a change taken back'() {
        const id = one(appointments);
        for (const status of ['confirmed', 'cancelled'])
          await send('patch', `appointments/${id}`, { status });
        return send('post', `appointments/${id}/history/undo`, {});
      },
      'another name of a resource': () => send('patch', `resources/${anna.id}`, { name: `Anna ${hour++}` }),
      async 'an earlier version'() {
        const id = one(ids);
        await send('patch', `clients/${id}`, { company: `c${hour++}` });
        const { items = [] } = (await read(`clients/${id}/history`)).body as Partial<
          PageDto<ClientChangeDto>
        >;
        return send('post', `clients/${id}/history/${items[0]?.version}/put-back`, {});
      },
      'an import': () => {
        const rows = [one(ids), one(ids)].map((id) => `${id},Imported ${hour++},n`);
        return t.http
          .post('/api/clients/import?update=true')
          .set({ ...told.admin.bearer, 'content-type': 'text/csv' })
          .send(['id,name,notes', ...rows, `,Brought ${hour++},n`].join('\n'));
      },
    };
    const outcomes = new Map<string, number[]>();
    async function act(name: string): Promise<void> {
      const { status } = await actions[name]!();
      outcomes.set(name, [...(outcomes.get(name) ?? []), status]);
    }
    const names = Object.keys(actions);
    let cursor = await start();
    const { messages } = await told.during(async () => {
      for (let done = 0; done < rounds(90, 1_000); done += AT_ONCE) {
        const next = done < 24 ? ['a new client', 'a booking'] : names;
        const batch = Array.from({ length: AT_ONCE }, () => act(next[roll(next.length)]!));
        // The two read while others write.
        if (roll(3) === 0) cursor = await follow(byChanges, cursor);
        if (roll(3) === 0) await poll(byPolling);
        await Promise.all(batch);
      }
    });
    for (const message of messages) {
      hear(byHooks, message);
      const { import_id } = message.data as { import_id?: string };
      if (message.type === 'clients.imported' && import_id !== undefined)
        await readImport(byHooks, import_id);
    }
    await follow(byChanges, cursor);
    await poll(byPolling);
    await forgetGone(byPolling);

    const truth = await present();
    expect(truth.size).toBeGreaterThan(20);
    expect(messages.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['client.merged', 'appointment.moved', 'client.deleted']),
    );
    const all = [...outcomes.values()].flat();
    const refused = Object.fromEntries(
      [...outcomes].map(([name, statuses]) => [name, statuses.filter((status) => status >= 300)]),
    );
    expect([refused, all.filter((status) => status >= 300).length / all.length < 0.1]).toEqual([
      refused,
      true,
    ]);
    for (const [name, statuses] of outcomes)
      expect([name, statuses, statuses.some((status) => status < 300)]).toEqual([name, statuses, true]);
    // A rename is one event, of the resource or the client, whose name the appointments with its id have from then on.
    expect(messages.map(({ type }) => type)).toContain('resource.updated');
    const resources = new Map(
      ((await read('resources')).body as ResourceDto[]).map(({ id, name }) => [id, name]),
    );
    for (const row of byHooks.values()) {
      if (!('resource_id' in row)) continue;
      row.resource = resources.get(row.resource_id ?? '') ?? row.resource;
      const client = byHooks.get(`client ${row.client_id}`) as ClientDto | undefined;
      row.client = client === undefined ? null : { id: client.id, name: client.name };
    }
    expect(comparable(byHooks, ['updated_at'])).toEqual(comparable(truth, ['updated_at']));
    expect(comparable(byChanges)).toEqual(comparable(truth));
    // What the lists do not show by `updated_since`, the documents say.
    expect(comparable(byPolling, ['last_activity_at'])).toEqual(comparable(truth, ['last_activity_at']));
  });

  it('hears of series, with their rule, and of renamed resources', async () => {
    const cursor = await start();
    const client_id = await makeClient('Weekly');
    const series = { client_id, starts_at: '2032-01-05T09:00:00.000Z', resource: 'Anna' };
    const rrule = 'FREQ=WEEKLY;COUNT=3';
    const exceptions = [{ starts_at: '2032-01-12T09:00:00.000Z', moved_to: null }];
    const { body } = await send('post', 'series', { ...series, rrule, exceptions }).expect(201);
    const { series_id } = body as SeriesDto;
    const [anna] = (await read('resources')).body as ResourceDto[];
    await send('patch', `resources/${anna?.id}`, { name: 'Anna M' }).expect(200);
    const { items } = await changesAfter(cursor);
    expect(items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ object: 'series', object_id: series_id, action: 'created' }),
        expect.objectContaining({ object: 'resource', object_id: anna?.id, action: 'updated' }),
      ]),
    );
    const answer = (await read(`series/${series_id}`).expect(200)).body as ReadSeriesDto;
    expect(answer.rule).toEqual({ rrule, starts_at: series.starts_at, exceptions });
    expect(answer.appointments.map(({ starts_at }) => starts_at.slice(0, 10))).toEqual([
      '2032-01-05',
      '2032-01-19',
    ]);
    expectProblem(await read(`series/${client_id}`), 404, 'not_found');
    await send('patch', `resources/${anna?.id}`, { name: 'Anna' }).expect(200);
  });

  it('sees the new name of a client in its appointments, which are otherwise as they were', async () => {
    const client_id = await makeClient('Former');
    const booking = { client_id, starts_at: '2033-01-05T09:00:00.000Z', resource: 'Anna' };
    const { id } = (await send('post', 'appointments', booking).expect(201)).body as AppointmentDto;
    const before = await read(`appointments/${id}`).expect(200);
    const etag = before.headers['etag'] ?? '';
    const cursor = await start();
    const since = new Date().toISOString();
    const { messages } = await told.during(() =>
      send('patch', `clients/${client_id}`, { name: 'Present' }).expect(200),
    );
    expect(messages.map(({ type }) => type)).toEqual(['client.updated']);
    const found = await list<AppointmentDto>(`appointments?updated_since=${encodeURIComponent(since)}&`);
    expect(found.map(({ client }) => client)).toEqual([{ id: client_id, name: 'Present' }]);
    expect((await changesAfter(cursor)).items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ object: 'appointment', object_id: id, action: 'updated' }),
      ]),
    );
    const after = await read(`appointments/${id}`).expect(200);
    expect(after.headers['etag']).not.toBe(etag);
    const { updated_at: _was, client: _former, ...same } = before.body as AppointmentDto;
    expect(after.body).toMatchObject(same);
    await send('patch', `appointments/${id}`, { notes: 'Mine' }).set('if-match', etag).expect(200);
    await send('patch', `clients/${client_id}`, { notes: 'No name' }).expect(200);
    const { items } = await changesAfter((await changesAfter(cursor)).next_cursor);
    expect(items).toEqual([]);
  });

  it('gets both where clients are renamed while their appointments are changed, exchanged and given away', async () => {
    const clients = [await makeClient('One'), await makeClient('Two')] as const;
    const ids: string[] = [];
    for (let day = 1; day <= 4; day++) {
      const booking = {
        client_id: clients[day % 2],
        starts_at: `2033-02-0${day}T09:00:00.000Z`,
        resource: 'Anna',
      };
      ids.push(((await send('post', 'appointments', booking).expect(201)).body as AppointmentDto).id);
    }
    for (let round = 0; round < rounds(20, 200); round++) {
      const answers = await Promise.all([
        ...clients.map((id) => send('patch', `clients/${id}`, { name: `Round ${round}` })),
        ...ids.map((id, at) => send('patch', `appointments/${id}`, { client_id: clients[(at + round) % 2] })),
        send('post', 'appointments/swap', { a: ids[round % 4], b: ids[(round + 1) % 4] }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    }
    const shown = await Promise.all(ids.map((id) => read(`appointments/${id}`)));
    for (const { body } of shown)
      expect((body as AppointmentDto).client?.name).toBe(`Round ${rounds(20, 200) - 1}`);
  });

  it('hears what an import made and changed, and reads those alone', async () => {
    const cursor = await start();
    const bring = (csv: string, query: object = {}) =>
      t.http
        .post('/api/clients/import')
        .query(query)
        .set({ ...told.admin.bearer, 'content-type': 'text/csv' })
        .send(csv);
    let answers: ClientImportDto[] = [];
    const { messages } = await told.during(async () => {
      const made = await bring('name,phone\nIda,+436641110001\nJan,+436641110002\n').expect(200);
      const changed = await bring('name,phone,company\nIda,+436641110001,ACME\n', { update: true });
      answers = [made.body as ClientImportDto, changed.body as ClientImportDto];
    });
    const [made, changed] = answers.map(({ import_id }) => import_id);
    const imports = messages.filter(({ type }) => type === 'clients.imported').map(({ data }) => data);
    expect(imports).toEqual([
      { id: null, import_id: made, created: 2, updated: 0 },
      { id: null, import_id: changed, created: 0, updated: 1 },
    ]);
    const namesOf = async (id?: string | null) =>
      (await list<ClientDto>(`clients?import_id=${id}&`)).map(({ name }) => name);
    expect([await namesOf(made), await namesOf(changed)]).toEqual([['Jan'], ['Ida']]);
    expect((await changesAfter(cursor)).items.filter(({ object }) => object === 'client')).toHaveLength(3);
    const tried = await bring('name\nKim\n', { dry_run: true });
    expect((tried.body as ClientImportDto).import_id).toBeNull();
  });

  it('finds a client by its id in another system', async () => {
    const external_ids = { crm: 'C-17', 'old.shop': 'a:b' };
    const { body } = await send('post', 'clients', { name: 'Known', external_ids }).expect(201);
    const { id } = body as ClientDto;
    const found = async (external_id: string) =>
      (await list<ClientDto>(`clients?external_id=${encodeURIComponent(external_id)}&`)).map((one) => one.id);
    expect(await found('crm:C-17')).toEqual([id]);
    expect(await found('old.shop:a:b')).toEqual([id]);
    for (const other of ['crm:C-1', 'shop:C-17', 'C-17']) expect(await found(other)).toEqual([]);
    const other = (await send('post', 'clients', { name: 'Twin', external_ids: { crm: 'C-18', erp: '9' } }))
      .body as ClientDto;
    const merge = await send('post', `clients/${id}/merges`, { client_id: other.id }).expect(201);
    expect((await read(`clients/${id}`)).body).toMatchObject({ external_ids: { ...external_ids, erp: '9' } });
    // The other system still knows the merged one by its own id.
    for (const known of ['crm:C-17', 'crm:C-18', 'erp:9'])
      expect([known, await found(known)]).toEqual([known, [id]]);
    expect(
      (await list<ClientDto>('clients?external_id=crm:C-18&search=Known&')).map((row) => row.id),
    ).toEqual([id]);
    const third = await makeClient('Third');
    const further = await send('post', `clients/${third}/merges`, { client_id: id }).expect(201);
    expect(await found('crm:C-18')).toEqual([third]);
    const { body: taker } = await send('post', 'clients', { name: 'Taker', external_ids: { crm: 'C-18' } });
    expect(await found('crm:C-18')).toEqual([(taker as ClientDto).id]);
    await send('delete', `clients/${(taker as ClientDto).id}`).expect(204);
    await send('post', `clients/${third}/merges/${(further.body as ClientMergeDto).id}/undo`).expect(200);
    await send('post', `clients/${id}/merges/${(merge.body as ClientMergeDto).id}/undo`).expect(200);
    expect((await read(`clients/${id}`)).body).toMatchObject({ external_ids });
    expect(await found('crm:C-18')).toEqual([other.id]);
    for (const [sent, code] of [
      [{ crm: '{{ id }}' }, 'unfilled_placeholder'],
      [{ 'a b': '1' }, 'invalid_request'],
      [{ crm: 1 }, 'invalid_request'],
      [Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`s${n}`, 'x'])), 'invalid_request'],
    ] as const)
      expectProblem(await send('patch', `clients/${id}`, { external_ids: sent }), 400, code);
  });

  it('misses nothing that commits late', async () => {
    const cursor = await start();
    const late = await t.panel.connect();
    try {
      await late.query('begin');
      const { rows } = await late.query<{ id: string }>(
        `update clients set notes = 'late' where id = $1 returning id`,
        [await makeClient('Late')],
      );
      const early = await makeClient('Early');
      const first = await changesAfter(cursor);
      expect(first.items.at(-1)).toMatchObject({ object: 'client', object_id: early, action: 'created' });
      await late.query('commit');
      expect((await changesAfter(first.next_cursor)).items).toMatchObject([
        { object: 'client', object_id: rows[0]?.id, action: 'updated' },
      ]);
    } finally {
      late.release();
    }
  });

  it('is told a merge as one, everywhere', async () => {
    const [kept, gone, erased] = [await makeClient('Kept'), await makeClient('Gone'), await makeClient('X')];
    const cursor = await start();
    const { messages } = await told.during(async () => {
      await send('post', `clients/${kept}/merges`, { client_id: gone }).expect(201);
      await send('delete', `clients/${erased}`).expect(204);
    });
    const removed = messages.filter(({ type }) => ['client.merged', 'client.deleted'].includes(type));
    const toldOf = (id: string) =>
      removed.filter(({ data }) => data['id'] === id).map(({ type, data }) => [type, data]);
    expect(toldOf(gone)).toEqual([
      ['client.merged', { id: gone, into: kept }],
      ['client.deleted', { id: gone, merged_into: kept }],
    ]);
    expect(toldOf(erased)).toEqual([['client.deleted', { id: erased }]]);
    const { items } = await changesAfter(cursor);
    expect(items.filter(({ object_id }) => object_id !== kept)).toMatchObject([
      { object_id: gone, action: 'merged', into: kept },
      { object_id: erased, action: 'deleted' },
    ]);
    for (const request of [
      t.http.get(`/api/clients/${gone}`).set(reader),
      send('patch', `clients/${gone}`, { name: 'B' }),
      send('delete', `clients/${gone}`),
    ])
      expect(expectProblem(await request, 404, 'not_found')).toMatchObject({ merged_into: kept });
    expect(expectProblem(await send('delete', `clients/${erased}`), 404, 'not_found')).not.toHaveProperty(
      'merged_into',
    );
  });

  it('is told that a client gives a contact back before another one has it', async () => {
    const kept = await makeClient('Kept');
    const email = 'moved@example.com';
    const { body } = await send('post', 'clients', { name: 'Back', email }).expect(201);
    const { id } = body as ClientDto;
    const merge = await send('post', `clients/${kept}/merges`, { client_id: id }).expect(201);
    const cursor = await start();
    await send('post', `clients/${kept}/merges/${(merge.body as ClientMergeDto).id}/undo`).expect(200);
    expect((await changesAfter(cursor)).items).toMatchObject([
      { object: 'client', object_id: kept, action: 'updated' },
      { object: 'client', object_id: id, action: 'created' },
    ]);
  });

  it('is told to begin again where its cursor is of before what is kept, or was never given', async () => {
    const cursor = await start();
    await makeClient('Ada');
    await t.app.get(ChangesRepository, { strict: false }).removeBefore(new Date(Date.now() + 60_000));
    await makeClient('Eve');
    for (const after of [cursor, '999999999'])
      expectProblem(await t.http.get(`/api/changes?after=${after}`).set(reader), 410, 'cursor_expired');
    expectProblem(await t.http.get('/api/changes?after=x').set(reader), 400, 'invalid_cursor');
    expectProblem(await t.http.get('/api/changes').set(AS_AGENT), 403, 'forbidden');
    expect((await changesAfter(await start())).items).toEqual([]);
  });
});
