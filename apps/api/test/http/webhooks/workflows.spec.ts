import type { WorkflowDto } from '@groupless/shared-dto';
import { AS_MANAGER, STRICT_ENVIRONMENT } from '../../harness/data/credentials';
import { expectProblem, refusedFields } from '../../harness/http/problems';
import { sendRaw } from '../../harness/http/raw-http';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { atOnce, INSTANT } from '../../harness/data/times';
import { call, UNKNOWN_ID, WEBHOOKS } from '../../harness/data/webhooks';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('the workflows', () => {
  let t: ServedApp;
  beforeAll(async () => {
    t = await sharedApp();
  });
  afterAll(() => t.close());

  const get = (path: string) => t.http.get(`/api/workflows${path}`).set(AS_MANAGER);
  const post = (path: string) => t.http.post(`/api/workflows${path}`).set(AS_MANAGER);

  async function find(path: string): Promise<WorkflowDto> {
    const workflows = (await get('').expect(200)).body as WorkflowDto[];
    return workflows.find((workflow) => workflow.path === path)!;
  }

  /** A workflow that is this one, whatever calls of it have been counted since. */
  function same(workflow: WorkflowDto): WorkflowDto {
    const { calls_24h: _calls, errors_24h: _errors, last_called_at: _last, ...lasting } = workflow;
    return expect.objectContaining(lasting) as WorkflowDto;
  }

  it('are the five webhooks, as a plain array', async () => {
    const { body, headers } = await get('').expect(200);
    const workflows = (body as WorkflowDto[]).map(({ path, method }) => ({ path, method }));
    expect(workflows).toHaveLength(5);
    expect(workflows).toEqual(expect.arrayContaining(WEBHOOKS.map(({ path, method }) => ({ path, method }))));
    expect(headers['cache-control']).toBe('no-store');
  });

  it('have an id, a name, a URL, a state and times', async () => {
    const workflow = await find('chat-history');
    expect(workflow).toEqual({
      id: expect.stringMatching(UUID_V4),
      name: expect.stringMatching(/\w/),
      method: 'GET',
      path: 'chat-history',
      url: `http://127.0.0.1:${t.port}/webhook/${workflow.id}/webhook/chat-history`,
      active: true,
      created_at: expect.stringMatching(INSTANT),
      updated_at: expect.stringMatching(INSTANT),
      calls_24h: 0,
      errors_24h: 0,
      last_called_at: null,
    });
  });

  it('have ids that differ', async () => {
    const { body } = await get('').expect(200);
    expect(new Set((body as WorkflowDto[]).map(({ id }) => id)).size).toBe(5);
  });

  it('are read one by one too', async () => {
    const workflow = await find('assistant-task');
    expect((await get(`/${workflow.id}`).expect(200)).body).toEqual(same(workflow));
  });

  it('have URLs that work', async () => {
    for (const webhook of WEBHOOKS) {
      const { pathname } = new URL((await find(webhook.path)).url);
      expect((await call(t, pathname, webhook)).status).toBeLessThan(300);
    }
  });

  it('have URLs under PUBLIC_URL where it is set', async () => {
    const environment = { ...STRICT_ENVIRONMENT, MEMORY_WEBHOOKS_OPEN: 'true' };
    const strict = await startServedApp({ environment, urls: t.urls });
    const { body } = await strict.http.get('/api/workflows').set(AS_MANAGER).set('host', 'evil.example');
    await strict.close();
    for (const { url, id, path } of body as WorkflowDto[]) {
      expect(url).toBe(`https://panel.example.com/webhook/${id}/webhook/${path}`);
    }
  });

  describe.each(['', '/activate', '/deactivate', '/rotate'])('with an id in front of "%s"', (action) => {
    const send = (id: string) => (action === '' ? get(`/${id}`) : post(`/${id}${action}`));

    it.each([UNKNOWN_ID, 'chat-history', '1', 'x'.repeat(300), `${UNKNOWN_ID}0`])(
      'do not know %s',
      async (id) => {
        expectProblem(await send(id), 404, 'not_found');
      },
    );
  });

  it('have ids that a NUL cannot stand in', async () => {
    const answer = await sendRaw(t.own_port, { path: '/api/workflows/%00', headers: AS_MANAGER });
    expect(refusedFields(answer)).toEqual([['id', 'invalid_characters']]);
  });

  it('are switched off and on, at once', async () => {
    const webhook = WEBHOOKS[4];
    const workflow = await find(webhook.path);
    const { id, url } = workflow;
    const { pathname } = new URL(url);
    for (const [action, active] of [
      ['deactivate', false],
      ['deactivate', false],
      ['activate', true],
      ['activate', true],
    ] as const) {
      const { body } = await post(`/${id}/${action}`).expect(200);
      expect(body).toEqual(same({ ...workflow, active, updated_at: expect.stringMatching(INSTANT) }));
      expect(await find(webhook.path)).toEqual(same(body));
      expect((await call(t, pathname, webhook)).status).toBe(active ? 200 : 404);
    }
  });

  it('switch off no other webhook', async () => {
    const { id } = await find('chat-history');
    await post(`/${id}/deactivate`).expect(200);
    await t.http.get(await t.webhook('assistant-context')).expect(200);
    await post(`/${id}/activate`).expect(200);
  });

  it('get a new id by rotation, and the old address is dead at once', async () => {
    const webhook = WEBHOOKS[4];
    for (let round = 0; round < 3; round++) {
      const old = await find(webhook.path);
      const { body } = await post(`/${old.id}/rotate`).expect(200);
      const rotated = body as WorkflowDto;
      expect(rotated.id).toMatch(UUID_V4);
      expect(rotated.id).not.toBe(old.id);
      expect(rotated.url).toBe(old.url.replace(old.id, rotated.id));
      expect(await find(webhook.path)).toEqual(same(rotated));
      expectProblem(await call(t, new URL(old.url).pathname, webhook), 404, 'webhook_not_found');
      await call(t, new URL(rotated.url).pathname, webhook).expect(200);
      expectProblem(await get(`/${old.id}`), 404, 'not_found');
      expectProblem(await post(`/${old.id}/rotate`), 404, 'not_found');
    }
  });

  it('stay switched off when they are rotated', async () => {
    const old = await find('chat-history');
    await post(`/${old.id}/deactivate`).expect(200);
    const { body } = await post(`/${old.id}/rotate`).expect(200);
    const rotated = body as WorkflowDto;
    expect(rotated.active).toBe(false);
    expectProblem(await call(t, new URL(rotated.url).pathname, WEBHOOKS[4]), 404, 'webhook_not_found');
    await post(`/${rotated.id}/activate`).expect(200);
  });

  it('are dated when they change', async () => {
    await t.panel.query(`update workflows set updated_at = created_at - interval '1 day'`);
    const before = await find('chat-history');
    const { body } = await post(`/${before.id}/deactivate`).expect(200);
    expect(Date.parse(body.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
    expect(body.created_at).toBe(before.created_at);
    await post(`/${before.id}/activate`).expect(200);
  });

  it('are rotated once by ten calls at once', async () => {
    const { id } = await find('assistant-task');
    const answers = await atOnce(10, () => post(`/${id}/rotate`));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array<number>(9).fill(404)]);
  });

  it('take no body but an empty one', async () => {
    const { id } = await find('chat-history');
    await post(`/${id}/activate`).expect(200);
    await post(`/${id}/activate`).send({}).expect(200);
    await post(`/${id}/activate`).set('content-type', 'application/json').expect(200);
    await post(`/${id}/activate`).set('content-type', 'text/plain').expect(200);
    expect(refusedFields(await post(`/${id}/activate`).send({ active: false }))).toEqual([
      ['active', 'unknown_field'],
    ]);
    expect(refusedFields(await post(`/${id}/activate`).send([]))).toEqual([['', 'wrong_type']]);
  });

  it('take no parameters', async () => {
    const { id } = await find('chat-history');
    for (const response of [get('?limit=5'), get(`/${id}?a=1`), post(`/${id}/rotate?dry_run=true`)]) {
      expect(refusedFields(await response)).toEqual([[expect.any(String), 'unknown_field']]);
    }
    expect((await find('chat-history')).id).toBe(id);
  });
});
