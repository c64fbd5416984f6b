import type { ClientDto, DashboardDto, PageDto, SearchHitDto } from '@groupless/shared-dto';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { startReplicatedApps, type ReplicatedApps } from '../../harness/apps/replicated-apps';
import { describeWithPostgres15 } from '../../harness/databases/streaming-replica';
import { eventually } from '../../harness/data/times';

/** What a replica that is away or behind may cost. */
const LEFT_OUT_MS = 2_000;

describeWithPostgres15('reads over two replicas, each behind an application of its own', () => {
  let replicated: ReplicatedApps;
  let admin: SignedInUser;
  beforeAll(async () => {
    replicated = await startReplicatedApps(2);
    admin = await signIn(replicated.apps[0]!);
  });
  afterAll(() => replicated.close());

  const of = (index: number) => replicated.apps[index % 2]!;
  const create = (index: number, name: string) =>
    of(index).http.post('/api/clients').set(admin.bearer).send({ name }).expect(201);
  async function search(index: number, name: string): Promise<ClientDto[]> {
    const { body } = await of(index)
      .http.get('/api/clients')
      .query({ search: name })
      .set(admin.bearer)
      .expect(200);
    return (body as PageDto<ClientDto>).items;
  }

  /** Reads until a replica answers: the server itself writes now and then, and replicas follow a little later. */
  async function fromReplica(read: () => Promise<unknown>): Promise<void> {
    const before = replicated.reads().replica;
    await eventually(async () => {
      await read();
      return replicated.reads().replica > before;
    });
  }

  it('come from the replicas while nobody writes', async () => {
    await create(0, 'Early Bird');
    await fromReplica(() => search(1, 'Early'));
    await fromReplica(async () => {
      const { body } = await of(1).http.get('/api/dashboard').set(admin.bearer).expect(200);
      expect((body as DashboardDto).clients.total).toBe(1);
    });
  });

  it('find what was just written through the other application, however far the replicas lag', async () => {
    const stale: number[] = [];
    for (let index = 0; index < 60; index++) {
      const replica = replicated.replicas[(index + 1) % 2]!;
      if (index % 3 === 0) await replica.pauseReplay();
      await create(index, `Written ${index}`);
      if ((await search(index + 1, `Written ${index}`)).length === 0) stale.push(index);
      if (index % 3 === 0) await replica.resumeReplay();
    }
    expect(stale).toEqual([]);
  });

  it('answer a search of the memory alike through either application', async () => {
    const tasks = ['Order a zebra', 'Feed the zebra and the lion', 'Call the zebra shop', 'Wash the lion'];
    for (const [index, task] of tasks.entries())
      await of(index).http.post('/api/memory/tasks').set(admin.bearer).send({ task }).expect(201);
    const find = async (index: number, query: object) => {
      const { body } = await of(index)
        .http.get('/api/memory/search')
        .query(query)
        .set(admin.bearer)
        .expect(200);
      return body as PageDto<SearchHitDto>;
    };
    for (const q of ['zebra', 'zebra lion', 'zebar', '"the lion"']) {
      await fromReplica(() => find(0, { q }));
      const [one, other] = [await find(0, { q }), await find(1, { q })];
      expect(one.items.length).toBeGreaterThan(0);
      expect(other).toEqual(one);
      const next = { q, limit: 1 };
      expect(await find(1, next)).toEqual(await find(0, next));
    }
  });

  it('come from the primary while a replica hangs or is gone, and none fails', async () => {
    const [, replica] = replicated.replicas;
    const failing = async () => {
      const begunMs = performance.now();
      const found = await search(1, 'Early Bird');
      return { found: found.length, is_soon: performance.now() - begunMs < LEFT_OUT_MS };
    };
    replica!.freeze();
    for (let attempt = 0; attempt < 5; attempt++)
      expect(await failing()).toEqual({ found: 1, is_soon: true });
    replica!.thaw();
    await fromReplica(() => search(1, 'Early Bird'));
    await replica!.stop();
    for (let attempt = 0; attempt < 5; attempt++)
      expect(await failing()).toEqual({ found: 1, is_soon: true });
  });
});
