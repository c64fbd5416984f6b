import { setTimeout as sleep } from 'node:timers/promises';
import type { UpdateStateResultDto, WorkflowDto } from '@groupless/shared-dto';
import { AS_MANAGER } from '../harness/data/credentials';
import { expectProblem } from '../harness/http/problems';
import { countRows } from '../harness/databases/rows';
import { startServedApp, type ServedApp } from '../harness/apps/served-app';
import { sharedApp } from '../harness/apps/shared-app';
import { atOnce } from '../harness/data/times';

/** What one replica changed counts on the others after this time. */
const WITHIN_MS = 1_000;

describe('two replicas on the same databases', () => {
  let here: ServedApp;
  let there: ServedApp;
  beforeAll(async () => {
    here = await sharedApp();
    there = await startServedApp({ urls: here.urls });
  });
  afterAll(async () => {
    await there.close();
    await here.close();
  });

  const oneOf = (index: number) => (index % 2 === 0 ? here : there);

  async function change(address: string, action: string): Promise<string> {
    const id = address.split('/')[2] ?? '';
    const { body } = await here.http.post(`/api/workflows/${id}/${action}`).set(AS_MANAGER).expect(200);
    return new URL((body as WorkflowDto).url).pathname;
  }

  /** Keeps calling, so that the replica has every reason to remember the old, until the change must count. */
  async function keepCalling(address: string): Promise<void> {
    const until = performance.now() + WITHIN_MS;
    while (performance.now() < until) {
      await there.http.get(address);
      await sleep(20);
    }
  }

  it('both show at once what a finished POST to one wrote', async () => {
    const [state, context] = [
      await here.webhook('assistant-update-state'),
      await here.webhook('assistant-context'),
    ];
    for (let round = 0; round < 10; round++) {
      const value = `round ${round}`;
      await oneOf(round)
        .http.post(state)
        .send({ key: 'seen', value })
        .expect(({ status }) => status < 300);
      const { body } = await oneOf(round + 1)
        .http.get(context)
        .expect(200);
      expect(body.state[0].value).toBe(value);
    }
  });

  it('give the same context the same tag', async () => {
    const context = await here.webhook('assistant-context');
    const { headers } = await here.http.get(context).expect(200);
    await there.http.get(context).set('if-none-match', headers['etag']!).expect(304);
  });

  it('both know a new id of a webhook: one at once, the other within a second', async () => {
    const old = await here.webhook('assistant-context');
    await there.http.get(old).expect(200);
    const rotated = await change(old, 'rotate');
    await here.http.get(rotated).expect(200);
    expectProblem(await here.http.get(old), 404, 'webhook_not_found');
    await keepCalling(old);
    expectProblem(await there.http.get(old), 404, 'webhook_not_found');
    await there.http.get(rotated).expect(200);
  });

  it('both switch a webhook off and on: one at once, the other within a second', async () => {
    const address = await here.webhook('assistant-context');
    await there.http.get(address).expect(200);
    await change(address, 'deactivate');
    expectProblem(await here.http.get(address), 404, 'webhook_not_found');
    await keepCalling(address);
    expectProblem(await there.http.get(address), 404, 'webhook_not_found');
    await change(address, 'activate');
    await here.http.get(address).expect(200);
    await keepCalling(address);
    await there.http.get(address).expect(200);
  });

  it('give 60 upserts of one key one row, one creation and one order', async () => {
    const address = await here.webhook('assistant-update-state');
    const answers = await atOnce(60, async (index) => {
      const body = { key: 'race', value: String(index) };
      return (await oneOf(index).http.post(address).send(body)).body as UpdateStateResultDto;
    });
    const next = new Map(answers.map(({ previous_value, state }) => [previous_value, state.value]));
    const order: string[] = [];
    for (let value = next.get(null); value !== undefined; value = next.get(value)) order.push(value);
    expect(order).toHaveLength(60);
    expect(answers.filter(({ result }) => result === 'created')).toHaveLength(1);
  });

  it('make one session of one Idempotency-Key', async () => {
    const address = await here.webhook('assistant-session-summary');
    const before = await countRows(here.memory, 'assistant_sessions');
    const answers = await atOnce(20, (index) =>
      oneOf(index).http.post(address).set('idempotency-key', 'once').send({ summary: 'Once' }),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await countRows(here.memory, 'assistant_sessions')).toBe(before + 1);
  });

  it('make one task of one text', async () => {
    const address = await here.webhook('assistant-task');
    const answers = await atOnce(30, (index) =>
      oneOf(index).http.post(address).send({ action: 'create', task: 'Race' }),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await countRows(here.memory, 'assistant_tasks')).toBe(1);
  });

  it('count failures together', async () => {
    const environment = { KEY_FAILURES_PER_MINUTE: '4', TRUST_PROXY: '1' };
    const pair = [
      await startServedApp({ environment, urls: here.urls }),
      await startServedApp({ environment, urls: here.urls }),
    ] as const;
    const headers = { 'x-forwarded-for': '203.0.113.200', 'x-api-key': 'wrong' };
    const statuses = [];
    for (let count = 0; count < 6; count++) {
      statuses.push((await pair[count % 2]!.http.get('/api/workflows').set(headers)).status);
    }
    for (const app of pair) await app.close();
    expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
  });
});
