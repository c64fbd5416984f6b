import type { ExecutionDto, WorkflowDto } from '@groupless/shared-dto';
import { RetentionService } from '../../../src/retention/retention.service';
import { ExecutionsService } from '../../../src/memory-webhooks/addresses/executions.service';
import { AS_MANAGER } from '../../harness/data/credentials';
import { expectProblem } from '../../harness/http/problems';
import { whileAway } from '../../harness/databases/outage';
import { countRows } from '../../harness/databases/rows';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { atOnce, eventually, INSTANT } from '../../harness/data/times';
import { UNKNOWN_ID } from '../../harness/data/webhooks';

describe('the executions of the workflows', () => {
  let t: ServedApp;
  beforeAll(async () => {
    t = await startServedApp();
  });
  beforeEach(async () => {
    await flush(t);
    await t.panel.query('truncate workflow_executions, workflow_hours');
  });
  afterAll(() => t.close());

  const flush = ({ app }: ServedApp) => app.get(ExecutionsService).flush();

  async function find(path: string): Promise<WorkflowDto> {
    const { body } = await t.http.get('/api/workflows').set(AS_MANAGER).expect(200);
    return (body as WorkflowDto[]).find((workflow) => workflow.path === path)!;
  }

  async function listExecutions(path: string): Promise<ExecutionDto[]> {
    const { id } = await find(path);
    const { body } = await t.http.get(`/api/workflows/${id}/executions`).set(AS_MANAGER).expect(200);
    return body as ExecutionDto[];
  }

  /** The workflow, once as many calls of it have been written. */
  async function findCalled(path: string, calls: number, apps = [t]): Promise<WorkflowDto> {
    await eventually(async () => {
      for (const app of apps) await flush(app);
      return (await find(path)).calls_24h >= calls;
    });
    const workflow = await find(path);
    expect(workflow.calls_24h).toBe(calls);
    return workflow;
  }

  it('are none at first', async () => {
    expect(await find('chat-history')).toMatchObject({ calls_24h: 0, errors_24h: 0, last_called_at: null });
    expect(await listExecutions('chat-history')).toEqual([]);
  });

  it('are written by themselves too', async () => {
    await t.http.get(await t.webhook('assistant-context')).expect(200);
    await eventually(async () => (await find('assistant-context')).calls_24h === 1);
  });

  it('tell when each call came, how it ended and how long it took, the newest first', async () => {
    const address = await t.webhook('assistant-task');
    await t.http.post(address).send({ action: 'create', task: 'Paint' }).expect(201);
    await t.http.post(address).send({ action: 'done', task: 'Polish' }).expect(404);
    await t.http.post(address).send({ action: 'finish', task: 'Paint' }).expect(400);
    const workflow = await findCalled('assistant-task', 3);
    const executions = await listExecutions('assistant-task');
    expect(executions.map(({ status, error_code }) => [status, error_code])).toEqual([
      [400, 'invalid_request'],
      [404, 'task_not_found'],
      [201, null],
    ]);
    for (const execution of executions) {
      expect(execution).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        called_at: expect.stringMatching(INSTANT),
        status: expect.any(Number),
        duration_ms: expect.any(Number),
        error_code: execution.error_code,
      });
      expect(execution.duration_ms).toBeGreaterThan(0);
    }
    expect(workflow.errors_24h).toBe(2);
    expect(workflow.last_called_at).toBe(executions[0]!.called_at);
  });

  it('are those of one webhook alone', async () => {
    await t.http.get(await t.webhook('assistant-context')).expect(200);
    await findCalled('assistant-context', 1);
    expect((await find('chat-history')).calls_24h).toBe(0);
    expect(await listExecutions('chat-history')).toEqual([]);
  });

  it('hold the calls whose body could not be read, and those that were answered with 304', async () => {
    const state = await t.webhook('assistant-update-state');
    await t.http.post(state).set('content-type', 'application/json').send('{"key":').expect(400);
    await t.http.post(state).set('content-type', 'text/plain').send('key').expect(415);
    await findCalled('assistant-update-state', 2);
    const codes = (await listExecutions('assistant-update-state')).map(({ error_code }) => error_code);
    expect(codes).toEqual(['unsupported_media_type', 'malformed_json']);

    const context = await t.webhook('assistant-context');
    const { headers } = await t.http.get(context).expect(200);
    await t.http.get(context).set('if-none-match', headers['etag']!).expect(304);
    expect((await findCalled('assistant-context', 2)).errors_24h).toBe(0);
  });

  it('do not hold calls of unknown ids, of another webhook’s id, or with a wrong method', async () => {
    const address = await t.webhook('chat-history');
    await t.http.get(`/webhook/${UNKNOWN_ID}/webhook/chat-history?chat_id=c`).expect(404);
    await t.http.get(address.replace('chat-history', 'assistant-context')).expect(404);
    await t.http.post(address.replace('chat-history', 'assistant-task')).type('json').send('{').expect(404);
    await t.http.put(address).expect(405);
    await t.http.get(`${address}?chat_id=c`).expect(200);
    await findCalled('chat-history', 1);
    expect(await countRows(t.panel, 'workflow_executions')).toBe(1);
  });

  it('are written together: a call by itself writes nothing', async () => {
    const address = `${await t.webhook('chat-history')}?chat_id=c`;
    await t.http.get(address).expect(200);
    await findCalled('chat-history', 1);
    await atOnce(20, () => t.http.get(address));
    expect((await find('chat-history')).calls_24h).toBe(1);
    await findCalled('chat-history', 21);
  });

  it('are the last 50, while every call is counted', async () => {
    const address = `${await t.webhook('chat-history')}?chat_id=`;
    await atOnce(70, (index) => t.http.get(`${address}${index < 10 ? '' : 'c'}`));
    expect((await findCalled('chat-history', 70)).errors_24h).toBe(10);
    expect(await listExecutions('chat-history')).toHaveLength(50);
    await atOnce(60, () => t.http.get(`${address}c`));
    await findCalled('chat-history', 130);
    expect(await countRows(t.panel, 'workflow_executions')).toBe(50);
    expect((await listExecutions('chat-history')).every(({ status }) => status === 200)).toBe(true);
  });

  it('stay with a webhook that gets a new id', async () => {
    await t.http.get(await t.webhook('assistant-context')).expect(200);
    const { id } = await findCalled('assistant-context', 1);
    await t.http.post(`/api/workflows/${id}/rotate`).set(AS_MANAGER).expect(200);
    await t.http.get(await t.webhook('assistant-context')).expect(200);
    await findCalled('assistant-context', 2);
    expect(await listExecutions('assistant-context')).toHaveLength(2);
    expectProblem(await t.http.get(`/api/workflows/${id}/executions`).set(AS_MANAGER), 404, 'not_found');
  });

  it('of several replicas add up, also when they write at once', async () => {
    const there = await startServedApp({ urls: t.urls });
    const addresses = [await t.webhook('assistant-context'), `${await t.webhook('chat-history')}?chat_id=c`];
    for (let round = 1; round <= 5; round++) {
      await atOnce(40, (index) => (index % 2 ? t : there).http.get(addresses[(index >> 1) % 2]!));
      await Promise.all([flush(t), flush(there)]);
    }
    await findCalled('assistant-context', 100, [t, there]);
    await findCalled('chat-history', 100, [t, there]);
    expect(await listExecutions('chat-history')).toHaveLength(50);
    await there.close();
  });

  it('are kept while the database is away, and written when it is back', async () => {
    const address = await t.webhook('assistant-context');
    await t.http.get(address).expect(200);
    await findCalled('assistant-context', 1);
    await atOnce(3, () => t.http.get(address));
    await whileAway(t, 'panel', () => flush(t));
    await findCalled('assistant-context', 4);
    expect(await listExecutions('assistant-context')).toHaveLength(4);
    // Behind a pooler the flush waits as long as for any connection, twice.
  });

  it('are written when the server stops', async () => {
    const there = await startServedApp({ urls: t.urls });
    const address = await there.webhook('assistant-context');
    await atOnce(5, () => there.http.get(address));
    await there.close();
    expect((await find('assistant-context')).calls_24h).toBe(5);
  });

  it('are shown to who may manage the webhooks', async () => {
    const { id } = await find('assistant-context');
    expectProblem(await t.http.get(`/api/workflows/${id}/executions`), 401, 'unauthenticated');
    expectProblem(
      await t.http.get(`/api/workflows/${UNKNOWN_ID}/executions`).set(AS_MANAGER),
      404,
      'not_found',
    );
  });

  // From here on the clock stands where it was set.
  it('count for a day, and are listed for longer', async () => {
    const { id } = await find('assistant-context');
    await t.http.get(await t.webhook('assistant-context')).expect(200);
    const { last_called_at } = await findCalled('assistant-context', 1);
    t.clock.set(new Date(t.clock.now().getTime() + 25 * 3_600_000));
    const { body } = await t.http.get(`/api/workflows/${id}`).set(AS_MANAGER).expect(200);
    expect(body).toMatchObject({ calls_24h: 0, errors_24h: 0, last_called_at });
    expect(await listExecutions('assistant-context')).toHaveLength(1);
  });

  it('leave nothing behind that is older than a week', async () => {
    const address = await t.webhook('assistant-context');
    await t.http.get(address).expect(200);
    await findCalled('assistant-context', 1);
    t.clock.set(new Date(t.clock.now().getTime() + 8 * 86_400_000));
    await t.http.get(address).expect(200);
    await findCalled('assistant-context', 1);
    await t.app.get(RetentionService).removeOld();
    expect(await countRows(t.panel, 'workflow_hours')).toBe(1);
    expect(await listExecutions('assistant-context')).toHaveLength(1);
  });
});
