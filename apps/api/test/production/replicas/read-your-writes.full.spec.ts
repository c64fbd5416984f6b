import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientDto, PageDto } from '@groupless/shared-dto';
import { signIn, type SignedInUser } from '../../harness/data/panel-users';
import { startReplicatedApps, type ReplicatedApps } from '../../harness/apps/replicated-apps';
import { describeWithPostgres15 } from '../../harness/databases/streaming-replica';

jest.setTimeout(1_800_000);

const CHECKS = Number(process.env['READ_CHECKS'] ?? 10_000);
const AT_ONCE = 8;
const LONGEST_LAG_MS = 5_000;
/** Reads beside the checks, by callers who wrote nothing. */
const READS_A_CHECK = 3;

describeWithPostgres15('reads over two replicas that lag up to five seconds', () => {
  let replicated: ReplicatedApps;
  let admin: SignedInUser;
  beforeAll(async () => {
    replicated = await startReplicatedApps(2);
    admin = await signIn(replicated.apps[0]!);
  });
  afterAll(() => replicated.close());

  const of = (index: number) => replicated.apps[index % 2]!;
  async function search(index: number, name: string): Promise<number> {
    const { body } = await of(index)
      .http.get('/api/clients')
      .query({ search: name })
      .set(admin.bearer)
      .expect(200);
    return (body as PageDto<ClientDto>).items.length;
  }

  it('are never older than what their caller wrote', async () => {
    let isDone = false;
    const lagging = replicated.replicas.map(async (replica) => {
      while (!isDone) {
        await replica.pauseReplay();
        await sleep(randomInt(LONGEST_LAG_MS));
        await replica.resumeReplay();
        await sleep(randomInt(1_000));
      }
    });
    let next = 0;
    const stale: number[] = [];
    const work = async () => {
      for (let check = next++; check < CHECKS; check = next++) {
        const name = `Check ${check} of many`;
        await of(check).http.post('/api/clients').set(admin.bearer).send({ name }).expect(201);
        if ((await search(check + 1, name)) === 0) stale.push(check);
        for (let read = 0; read < READS_A_CHECK; read++) await search(check + read, 'nobody');
      }
    };
    const begunMs = performance.now();
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    isDone = true;
    await Promise.all(lagging);
    const { replica, primary } = replicated.reads();
    const seconds = (performance.now() - begunMs) / 1_000;
    console.log(
      `${CHECKS} checks in ${seconds.toFixed(0)} s, ${stale.length} stale; replicas answered ${replica} reads of ${replica + primary}`,
    );
    expect(stale).toEqual([]);
  });
});
