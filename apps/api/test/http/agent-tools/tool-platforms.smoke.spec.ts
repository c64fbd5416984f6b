import { createHmac } from 'node:crypto';
import { AGENT_PLATFORMS, type AgentPlatform } from '@groupless/shared-dto';
import { AS_AGENT, setAgent } from '../../harness/data/appointments';
import { MEMORY_API_KEY } from '../../harness/data/credentials';
import { ENVELOPES } from '../../harness/data/platform-envelopes';
import { signIn } from '../../harness/data/panel-users';
import { callByWay } from '../../harness/http/tool-calls';
import { expectProblem } from '../../harness/http/problems';
import { emptyMemory } from '../../harness/databases/rows';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';
import { SECRETS } from '../../harness/apps/test-app';
import { goesThrough } from '../../harness/apps/through';
import { emptyTables } from '../../harness/databases/empty-tables';

/** A Monday, at ten in Vienna. */
const NOW = '2027-03-01T09:00:00.000Z';
const RETELL_API_KEY = 'key_1234567890abcdef';
const VAPI_HMAC_SECRET = 'vapi-secret-1234567890';

describe('the tools for platforms', () => {
  let t: ServedApp;
  beforeAll(async () => {
    t = await sharedApp({ MEMORY_API_KEY });
    t.clock.set(NOW);
  });
  afterAll(() => t.close());

  async function empty(): Promise<void> {
    await emptyTables(t.panel, 'clients', 'conversations');
    await emptyMemory(t.memory);
    await setAgent(t, {
      time_zone: 'Europe/Vienna',
      working_hours: [1, 2, 3, 4, 5].map((day) => ({ day, opens: '09:00', closes: '12:00' })),
      ...{ slot_minutes: 30, enabled: true, auto_confirm: true },
    });
  }

  const post = (platform: string, body: object, headers: object = AS_AGENT) =>
    t.http
      .post(`/api/agent/tools/${platform}`)
      .set({ ...headers })
      .send(body);

  describe.each(AGENT_PLATFORMS)('%s', (platform) => {
    let made = 0;
    let booked: Record<string, unknown>;
    beforeAll(empty);

    /** Sends a call in the platform's envelope; its result, or the text of its fault. */
    async function call(
      name: string,
      args: object,
      id = `call_${++made}`,
    ): Promise<Record<string, unknown> | string> {
      const { status, body } = await post(platform, ENVELOPES[platform].wrap({ id, name, args }));
      expect(status).toBe(200);
      const answer = ENVELOPES[platform].unwrap(body as never);
      if (answer.id !== null) expect(answer.id).toBe(id);
      const { content } = answer;
      if (platform === 'vapi') expect(content).not.toContain('\n');
      if (typeof content !== 'string') return content as Record<string, unknown>;
      const isJson = content.startsWith('{');
      expect(answer.isFault ?? !isJson).toBe(!isJson);
      return isJson ? (JSON.parse(content) as Record<string, unknown>) : content;
    }

    // One conversation: each step follows from the answer to the one before.
    it('asks what is free', async () => {
      const { slots } = (await call('free_times', { date: '2027-03-02', days: null, service: '' })) as {
        slots: { at: string }[];
      };
      expect(slots[2]?.at).toBe('2027-03-02T10:00');
    });

    it('books, once however often it is sent', async () => {
      const args = {
        starts_at: '2027-03-02T10:00',
        client: { name: 'Ada', phone: '+43 1 234567', email: '' },
      };
      booked = (await call('book_appointment', args, 'call_book')) as Record<string, unknown>;
      const { booking } = booked;
      expect(booked).toMatchObject({ status: 'confirmed', booking: expect.any(String) });
      expect(await call('book_appointment', args, 'call_book')).toMatchObject({ booking });
      const { rows } = await t.panel.query('select source from appointments');
      expect(rows).toEqual([{ source: 'phone' }]);
    });

    it('is told what a model needs, and what to say first', () => {
      expect(Object.keys(booked)).toEqual([
        ...['say', 'booking', 'status', 'local_starts_at', 'local_ends_at', 'resource', 'service'],
        ...['client_has_also'],
      ]);
    });

    it('is told what else is free where a time is taken', async () => {
      const refusal = await call('book_appointment', {
        starts_at: '2027-03-02T10:00',
        client: { name: 'Eve' },
      });
      expect(refusal).toContain('"code":"slot_taken"');
      expect(refusal).toContain('2027-03-02T10:30');
    });

    it('moves and cancels what it booked', async () => {
      const { booking } = booked;
      const moved = await call('change_appointment', { booking, starts_at: '2027-03-03T11:00' });
      expect(moved).toMatchObject({ booking, local_starts_at: '2027-03-03T11:00' });
      expect(await call('cancel_appointment', { booking })).toMatchObject({ booking, status: 'cancelled' });
      for (const told of [moved, booked]) expect(JSON.stringify(told)).not.toMatch(/"id"|chat_id|\.000Z/);
    });

    it('takes a message, of its own conversation where the platform names that', async () => {
      const namesOne = ['vapi', 'retell', 'elevenlabs'].includes(platform);
      const message = { role: 'user', text: 'Call me back' };
      // A model that was talked into another chat.
      const args = { chat_id: 'vapi:victim', message, needs_human: true };
      const taken = await call('take_messages', args);
      expect(taken).toMatchObject({ created: true, status: 'needs_human', takeover: false });
      const { chat } = taken as { chat?: string };
      const { rows } = await t.panel.query<{ chat_id: string }>('select chat_id from conversations');
      expect(rows).toEqual([{ chat_id: namesOne ? `${platform}:call-uuid-0017` : chat }]);
    });

    it('is told which tools there are', async () => {
      expect(await call('find_clients', { search: 'Ada' })).toMatch(
        /There are: .*free_times, book_appointment/,
      );
    });

    it('is told what it sent wrong', async () => {
      expect(await call('free_times', { date: 'tomorrow' })).toContain('date');
    });

    it('is refused if that is no envelope of its', async () => {
      expectProblem(await post(platform, { hello: 'world' }), 400, 'invalid_request');
    });

    it('gets definitions of all tools, with the address where it has to call', async () => {
      const { body } = await t.http
        .get('/api/agent/tools.json')
        .query({ format: platform })
        .set(AS_AGENT)
        .expect(200);
      const text = JSON.stringify(body);
      expect(body).toHaveLength(6);
      // Voice platforms know one type a field.
      expect(text.includes('"null"')).toBe(['openai', 'anthropic'].includes(platform));
      for (const tool of [
        'free_times',
        'book_appointment',
        'list_bookings',
        'change_appointment',
        'cancel_appointment',
        'take_messages',
      ])
        expect(text).toContain(`"${tool}"`);
      const calls = !['openai', 'anthropic'].includes(platform);
      expect(
        text.includes(
          `${goesThrough('nginx') ? 'http://127.0.0.1' : `http://127.0.0.1:${t.port}`}/api/agent/tools/${platform}`,
        ),
      ).toBe(calls);
      expect(text).not.toContain(SECRETS.AGENT_API_KEY);
    });
  });

  describe('OpenAI’s and Anthropic’s other forms', () => {
    beforeAll(empty);
    const args = { date: '2027-03-02' };

    it('one tool call, or several at once', async () => {
      const one = {
        id: 'a',
        type: 'function',
        function: { name: 'free_times', arguments: JSON.stringify(args) },
      };
      const alone = await post('openai', one);
      expect(alone.body).toEqual({
        role: 'tool',
        tool_call_id: 'a',
        content: expect.stringContaining('slots'),
      });
      const several = await post('openai', { tool_calls: [one, { ...one, id: 'b' }] });
      expect((several.body.messages as { tool_call_id: string }[]).map((each) => each.tool_call_id)).toEqual([
        'a',
        'b',
      ]);
    });

    it('items of the Responses API', async () => {
      const item = {
        type: 'function_call',
        call_id: 'a',
        name: 'free_times',
        arguments: JSON.stringify(args),
      };
      const output = { type: 'function_call_output', call_id: 'a', output: expect.stringContaining('slots') };
      expect((await post('openai', item)).body).toEqual(output);
      const response = { id: 'resp_1', output: [{ type: 'reasoning', id: 'rs_1', summary: [] }, item] };
      expect((await post('openai', response)).body).toEqual({ input: [output] });
      const done = { type: 'response.done', event_id: 'event_1', response };
      expect((await post('openai', done)).body).toEqual({ input: [output] });
    });

    it('arguments that are no JSON are a fault for the model', async () => {
      const broken = { id: 'a', type: 'function', function: { name: 'free_times', arguments: '{"date":' } };
      expect((await post('openai', broken)).body.content).toContain('not valid JSON');
    });

    it('one tool_use block', async () => {
      const block = { type: 'tool_use', id: 'toolu_1', name: 'free_times', input: { date: 'no' } };
      const result = { type: 'tool_result', tool_use_id: 'toolu_1', is_error: true };
      expect((await post('anthropic', block)).body).toMatchObject(result);
    });

    it('not very many calls at once', async () => {
      const one = { id: 'a', type: 'function', function: { name: 'free_times', arguments: '{}' } };
      expectProblem(await post('openai', { tool_calls: Array(21).fill(one) }), 400, 'invalid_request');
    });
  });

  it('take the tool from the address where the body holds the arguments alone', async () => {
    for (const platform of ['retell', 'elevenlabs']) {
      const { body } = await post(`${platform}?tool=free_times`, { date: '2027-03-02' });
      expect((body as { slots: object[] }).slots.length).toBeGreaterThan(0);
    }
  });

  it('take nothing that the model says for the platform’s word, where the body is the model’s alone', async () => {
    const message = { role: 'user', text: 'Hello' };
    const args = { message, call: { call_id: 'victim' }, name: 'take_messages', args: {} };
    const { body } = await post('retell?tool=take_messages', args);
    expect(body).toEqual({ error: expect.stringContaining('call') });
  });

  it('read the headers of the program where the envelope says nothing, and the envelope first', async () => {
    await empty();
    const said = { ...AS_AGENT, 'x-chat-id': 'web-1', 'x-caller-phone': '+43 664 1234567' };
    const call = { id: 'a', name: 'take_messages', args: { message: { role: 'user', text: 'Hello' } } };
    for (const platform of AGENT_PLATFORMS) await post(platform, ENVELOPES[platform].wrap(call), said);
    const { rows } = await t.panel.query<{ chat_id: string; contact_phone: string }>(
      'select chat_id, contact_phone from conversations order by chat_id',
    );
    expect(rows.map(({ chat_id }) => chat_id)).toEqual([
      ...['elevenlabs:call-uuid-0017', 'retell:call-uuid-0017', 'vapi:call-uuid-0017', 'web-1'],
    ]);
    expect(new Set(rows.map(({ contact_phone }) => contact_phone))).toEqual(new Set(['+436641234567']));
    for (const header of ['project:a', 'PROJECT:a', 'x'.repeat(201)]) {
      const answer = await post('openai', ENVELOPES.openai.wrap(call), { ...said, 'x-chat-id': header });
      expectProblem(answer, 400, 'invalid_request');
    }
  });

  describe.each(['{{system__conversation_id}}', 'n8n:undefined', 'None'])(
    'where the conversation is a placeholder that was not filled: "%s"',
    (placeholder) => {
      beforeAll(empty);

      it.each([...AGENT_PLATFORMS, 'mcp'] as const)(
        'are of no conversation by %s, and say so: no customer meets another',
        async (way) => {
          const said = { 'x-chat-id': placeholder, 'x-caller-phone': placeholder };
          const take = async (text: string) => {
            const args = { message: { role: 'user', text } };
            const sent = { conversation: placeholder, headers: said };
            const { text: answer } = await callByWay(t, way, 'take_messages', args, sent);
            return JSON.parse(answer) as { conversation_id: string; chat: string; warnings: string[] };
          };
          const [one, other] = [await take('I am one'), await take('I am another')];
          expect(other.conversation_id).not.toBe(one.conversation_id);
          expect([one.chat, other.chat]).toEqual([expect.any(String), expect.any(String)]);
          expect(one.warnings).toContainEqual(expect.stringMatching(/conversation|x-chat-id/));
        },
      );
    },
  );

  it('take a header of the program where the envelope’s conversation is a placeholder', async () => {
    await empty();
    const args = { message: { role: 'user', text: 'Hello' } };
    const said = { conversation: '{{id}}', headers: { 'x-chat-id': 'wa-1' } };
    const { text } = await callByWay(t, 'elevenlabs', 'take_messages', args, said);
    expect(JSON.parse(text)).toMatchObject({ warnings: [expect.stringContaining('conversation')] });
    const { rows } = await t.panel.query('select chat_id, channel from conversations');
    expect(rows).toEqual([{ chat_id: 'wa-1', channel: 'phone' }]);
  });

  it('keep two messages of calls whose id is a placeholder', async () => {
    await empty();
    const args = { message: { role: 'user', text: 'Yes' } };
    const said = { id: 'undefined', headers: { 'x-chat-id': 'wa-1' } };
    for (let call = 0; call < 2; call++) await callByWay(t, 'openai', 'take_messages', args, said);
    const { rows } = await t.memory.query('select message from chat_history');
    expect(rows).toHaveLength(2);
  });

  it('store what is said in a call as of the phone, unless the model names another way', async () => {
    await empty();
    const inCall = async (id: string, said: object) =>
      post('vapi', {
        message: {
          ...{ type: 'tool-calls', call: { id } },
          toolCallList: [
            { id: 'a', name: 'take_messages', arguments: { message: { role: 'user', text: 'Hi' }, ...said } },
          ],
        },
      });
    await inCall('c-1', {});
    await inCall('c-2', { channel: null });
    await inCall('c-3', { channel: 'hotline' });
    const call = { id: 'a', name: 'take_messages', args: { message: { role: 'user', text: 'Hello' } } };
    await post('openai', ENVELOPES.openai.wrap(call), { ...AS_AGENT, 'x-chat-id': 'web-1' });
    const { rows } = await t.panel.query<{ chat_id: string; channel: string }>(
      'select chat_id, channel from conversations order by chat_id',
    );
    expect(rows.map(({ chat_id, channel }) => `${chat_id} ${channel}`)).toEqual([
      ...['vapi:c-1 phone', 'vapi:c-2 phone', 'vapi:c-3 hotline', 'web-1 chat'],
    ]);
  });

  it('refuse an envelope whose ids no database could hold', async () => {
    const take = { name: 'take_messages', arguments: { message: { role: 'user', text: 'Hello' } } };
    const vapi = (call: object) => ({
      message: { type: 'tool-calls', call, toolCallList: [{ id: 'a', ...take }] },
    });
    for (const call of [
      { id: 'a\0b' },
      { id: 'x'.repeat(5_000) },
      { id: 'c', customer: { number: '+43664\u00001234567' } },
    ])
      expectProblem(await post('vapi', vapi(call)), 400, 'invalid_request');
  });

  it('refuse arguments as text that a body could not hold, at once', async () => {
    const one = (args: string) => ({
      id: 'a',
      type: 'function',
      function: { name: 'free_times', arguments: args },
    });
    const keys = Array.from({ length: 1_100 }, (_, at) => `"k${at}":1`).join(',');
    for (const args of ['['.repeat(100_000), `{${keys}}`, `{"a":${'['.repeat(30)}${']'.repeat(30)}}`]) {
      const { body } = await post('openai', one(args));
      expect(body.content).toContain('"code":"body_too_complex"');
    }
    expect(t.log_lines.filter((line) => line.includes('the tool free_times failed'))).toEqual([]);
  });

  it('answer a text that is no JSON as one', async () => {
    const admin = await signIn(t);
    const made = { name: 'both', scopes: ['agent', 'memory'] };
    const { body } = await t.http.post('/api/settings/keys').set(admin.bearer).send(made).expect(201);
    const key = { 'x-api-key': (body as { key: string }).key };
    for (const platform of ['retell', 'elevenlabs']) {
      const answer = await post(`${platform}?tool=load_context`, {}, key);
      expect([answer.status, answer.body]).toEqual([200, { result: expect.any(String) }]);
    }
  });

  it('take an envelope with a long conversation in it', async () => {
    const words = Array.from({ length: 6_000 }, (_, at) => ({ word: `word${at}`, start: at, end: at + 0.5 }));
    const call = { call_id: 'long', transcript_object: [{ role: 'user', content: 'a', words }] };
    const { status, body } = await post('retell', {
      name: 'free_times',
      call,
      args: { date: '2027-03-02', execution_message: 'One moment' },
    });
    expect([status, Array.isArray(body.slots)]).toEqual([200, true]);
  });

  it('take the key in either header, and no other credential', async () => {
    const envelope = ENVELOPES.vapi.wrap({ id: 'a', name: 'free_times', args: { date: '2027-03-02' } });
    const bearer = { authorization: `Bearer ${SECRETS.AGENT_API_KEY}` };
    expect((await post('vapi', envelope, bearer)).status).toBe(200);
    expectProblem(await post('vapi', envelope, {}), 401, 'unauthenticated');
    expectProblem(await post('vapi', envelope, { 'x-api-key': 'wrong' }), 401, 'invalid_api_key');
    expectProblem(await post('vapi', envelope, { 'x-api-key': MEMORY_API_KEY }), 403, 'forbidden');
  });

  it('know the platforms by name', async () => {
    const answer = await post('siri', {});
    expectProblem(answer, 404, 'not_found');
    expect(answer.body.detail).toContain('retell');
    expectProblem(
      await t.http.get('/api/agent/tools.json?format=siri').set(AS_AGENT),
      400,
      'invalid_request',
    );
  });
});

describe('the signatures of platforms', () => {
  let t: ServedApp;
  beforeAll(async () => {
    t = await startServedApp({ environment: { RETELL_API_KEY, VAPI_HMAC_SECRET } });
    t.clock.set(NOW);
  });
  afterAll(() => t.close());

  const now = Date.parse(NOW);
  const send = (platform: AgentPlatform, body: string, headers: object) =>
    t.http
      .post(`/api/agent/tools/${platform}`)
      .set({ ...AS_AGENT, 'content-type': 'application/json', ...headers })
      .send(body);
  const bodyFor = (platform: AgentPlatform) =>
    JSON.stringify(ENVELOPES[platform].wrap({ id: 'a', name: 'free_times', args: { date: '2027-03-02' } }));
  const hmac = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('hex');

  it('of Retell are demanded, over the bytes and the time', async () => {
    const body = bodyFor('retell');
    const signed = (over: string, time = now, secret = RETELL_API_KEY) => ({
      'x-retell-signature': `v=${time},d=${hmac(`${over}${time}`, secret)}`,
    });
    expect((await send('retell', body, signed(body))).status).toBe(200);
    for (const headers of [
      {},
      { 'x-retell-signature': 'v=1' },
      signed(`${body} `),
      signed(body, now, 'key_another_1234567'),
      signed(body, now - 6 * 60_000),
      signed(body, now + 6 * 60_000),
    ])
      expectProblem(await send('retell', body, headers), 401, 'invalid_signature');
  });

  it('of Vapi are demanded, with the time in seconds or milliseconds', async () => {
    const body = bodyFor('vapi');
    const signed = (time: number, over = body, prefix = '') => ({
      'x-timestamp': String(time),
      'x-signature': prefix + hmac(`${time}.${over}`, VAPI_HMAC_SECRET),
    });
    expect((await send('vapi', body, signed(now))).status).toBe(200);
    expect((await send('vapi', body, signed(now / 1_000, body, 'sha256='))).status).toBe(200);
    for (const headers of [
      {},
      signed(now, '{}'),
      signed(now - 6 * 60_000),
      { 'x-signature': hmac(body, VAPI_HMAC_SECRET) },
    ])
      expectProblem(await send('vapi', body, headers), 401, 'invalid_signature');
  });

  it('do not stand for the key', async () => {
    const body = bodyFor('retell');
    const signature = { 'x-retell-signature': `v=${now},d=${hmac(`${body}${now}`, RETELL_API_KEY)}` };
    const answer = await t.http
      .post('/api/agent/tools/retell')
      .set({ ...signature, 'content-type': 'application/json' })
      .send(body);
    expectProblem(answer, 401, 'unauthenticated');
  });

  it('are not asked of platforms that have none', async () => {
    expect((await send('openai', bodyFor('openai'), {})).status).toBe(200);
  });
});
