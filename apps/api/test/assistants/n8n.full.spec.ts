import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppointmentDto, PageDto } from '@groupless/shared-dto';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../browser/browser';
import { startServedApp, type ServedApp } from '../harness/apps/served-app';
import { SECRETS } from '../harness/apps/test-app';
import { setAgent } from '../harness/data/appointments';
import { MEMORY_API_KEY } from '../harness/data/credentials';
import { signIn } from '../harness/data/panel-users';
import { eventually } from '../harness/data/times';
import { ScriptedModel } from '../harness/http/scripted-model';
import { InstalledN8n, N8N_FOLDER } from '../harness/programs/installed-n8n';
import { postJson, type RunningProgram } from '../harness/programs/running-program';
import { N8nPage } from './n8n-page';

/** A Monday, at ten in Vienna. */
const NOW = '2027-03-01T09:00:00.000Z';
const TUESDAY = '2027-03-02';

interface Workflow {
  nodes: {
    name: string;
    type: string;
    webhookId?: string;
    parameters: Record<string, unknown> & {
      assignments?: { assignments: { name: string; value: string }[] };
    };
    credentials?: object;
  }[];
}

const fileOf = (name: string) => join(__dirname, '../../../../examples', name);
const example = (name: string) => JSON.parse(readFileSync(fileOf(name), 'utf8')) as Workflow;

if (N8N_FOLDER === undefined)
  console.warn('SKIPPED: the examples in a real n8n (npm run test:assistants installs it).');

(N8N_FOLDER === undefined ? describe.skip : describe)('the examples in a real n8n', () => {
  // Each command of n8n loads all of it: seconds on an idle machine, a minute on a busy one.
  jest.setTimeout(600_000);
  let t: ServedApp;
  let n8n: InstalledN8n;
  let server: RunningProgram | null = null;
  let browser: Browser | null = null;
  let page: N8nPage | null = null;
  beforeAll(async () => {
    t = await startServedApp({ environment: { MEMORY_API_KEY } });
    t.clock.set(NOW);
    n8n = await InstalledN8n.prepare();
    console.warn(`REPORT: n8n ${n8n.version}`);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.kill('SIGKILL');
    await n8n.remove();
    await t.close();
  });

  it.each(['n8n-reception.json', 'n8n-memory.json'])('%s is imported as it is', async (name) => {
    expect(await n8n.importWorkflow(fileOf(name))).toContain('Successfully imported 1 workflow');
  });

  it('the memory takes its five calls', async () => {
    const workflow = example('n8n-memory.json');
    const addresses = workflow.nodes.flatMap(({ parameters }) => parameters.assignments?.assignments ?? []);
    const webhooks = addresses.filter(({ value }) => value.includes('/webhook/'));
    expect(webhooks).toHaveLength(5);
    for (const one of webhooks)
      one.value = `http://127.0.0.1:${t.port}${await t.webhook(one.value.split('/').at(-1) ?? '')}`;
    for (const node of workflow.nodes)
      if (node.type.endsWith('.httpRequest'))
        node.credentials = { httpHeaderAuth: { id: 'memory', name: 'memory' } };
    await n8n.importCredentials([
      { id: 'memory', type: 'httpHeaderAuth', data: { name: 'x-api-key', value: MEMORY_API_KEY } },
    ]);
    await n8n.importWorkflow(n8n.write('memory.json', workflow));
    expect(await n8n.execute('GrouplessMemory')).toMatchObject({
      'Load the context': { projects: [], pending_tasks: [] },
      'Remember a fact': { result: 'created', state: { key: 'web_server' } },
      'Create a task': { result: 'created', task: { priority: 8, status: 'pending' } },
      'Read the chat': { chat_id: 'project:github.com/ada/shop', messages: [] },
      'Save the summary': { result: 'created' },
    });
    const again = await n8n.execute('GrouplessMemory');
    expect(again).toMatchObject({
      'Load the context': { pending_tasks: [{ priority: 8 }], recent_sessions: [{}] },
      'Remember a fact': { result: 'unchanged' },
      'Create a task': { result: 'exists' },
      // The same summary of the same key within an hour is a repeat.
      'Save the summary': { result: 'exists' },
    });
  });

  it('the reception books for the customer who writes, whatever the model leaves empty', async () => {
    const admin = await signIn(t);
    await setAgent(t, {
      ...{ time_zone: 'Europe/Vienna', phone_region: 'AT', agent_hours: 'working', auto_confirm: true },
      working_hours: [1, 2, 3, 4, 5].map((day) => ({ day, opens: '09:00', closes: '17:00' })),
      services: [{ name: 'Cut', duration_minutes: 45 }],
      resources: ['Anna', 'Ben'],
    });
    const model = await ScriptedModel.start([
      () => ({ tool: 'free_times', args: { date: TUESDAY, service: 'Cut', days: null, resource: null } }),
      ([free]) => ({
        tool: 'book_appointment',
        args: {
          starts_at: /"at":"([^"]+)"/.exec(free ?? '')?.[1],
          client: { name: 'Ada', phone: '+43 664 1234567', email: null },
          ...{ service: 'Cut', resource: null, notes: '', title: null },
        },
      }),
      ([, booked]) => `It is booked: ${/"local_starts_at":"([^"]+)"/.exec(booked ?? '')?.[1]}`,
    ]);
    const workflow = example('n8n-reception.json');
    const credentials: Record<string, object> = {
      Model: { openAiApi: { id: 'model', name: 'model' } },
      Groupless: { httpMultipleHeadersAuth: { id: 'agent', name: 'agent' } },
    };
    for (const node of workflow.nodes) {
      if (node.name === 'When a customer writes') node.parameters['public'] = true;
      if (node.name === 'Groupless') node.parameters['endpointUrl'] = `http://127.0.0.1:${t.port}/mcp`;
      if (node.name in credentials) node.credentials = credentials[node.name]!;
    }
    const headers = [
      { name: 'x-api-key', value: SECRETS.AGENT_API_KEY },
      // As docs/agents.md has it.
      { name: 'x-chat-id', value: '={{ "n8n:" + $("When a customer writes").item.json.sessionId }}' },
    ];
    await n8n.importCredentials([
      { id: 'model', type: 'openAiApi', data: { apiKey: 'none', url: model.base_url } },
      { id: 'agent', type: 'httpMultipleHeadersAuth', data: { headers: { values: headers } } },
    ]);
    // Beside the example as it is.
    await n8n.importWorkflow(n8n.write('reception.json', { ...workflow, id: 'ReceptionHere' }));
    await n8n.publish('ReceptionHere');
    server = await n8n.start();
    const chat = `${n8n.address}/webhook/${workflow.nodes[0]!.webhookId}/chat`;
    const ask = (sessionId: string) =>
      postJson(chat, { action: 'sendMessage', sessionId, chatInput: 'A cut on Tuesday?' }).then((answer) =>
        answer.json(),
      );
    // n8n serves its page a little before the chats of its workflows.
    await eventually(async () => (await fetch(chat)).status !== 404);
    expect(await ask('ada')).toEqual({ output: `It is booked: ${TUESDAY}T09:00` });
    expect(await ask('ben')).toMatchObject({ output: expect.stringContaining(`It is booked: ${TUESDAY}`) });
    await model.close();
    const { body } = await t.http.get('/api/appointments?sort=updated_at').set(admin.bearer).expect(200);
    expect((body as PageDto<AppointmentDto>).items).toMatchObject([
      { chat_id: 'n8n:ada', service: 'Cut', status: 'confirmed', source: 'chat', client: { name: 'Ada' } },
      { chat_id: 'n8n:ben', service: 'Cut', status: 'confirmed', source: 'chat' },
    ]);
  });

  it.each(['n8n-reception.json', 'n8n-memory.json'])('%s is imported by its page too', async (name) => {
    server ??= await n8n.start();
    browser ??= await launchBrowser();
    page ??= await N8nPage.open(browser, n8n.address);

    const nodes = example(name).nodes.map((node) => node.name);
    expect((await page.importFile(fileOf(name))).sort()).toEqual(nodes.sort());
  });
});
