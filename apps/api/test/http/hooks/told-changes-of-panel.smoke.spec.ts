import type { PageDto } from '@groupless/shared-dto';
import { HOOK_EVENTS } from '@groupless/shared-dto/event-types';
import { WaitingRulesService } from '../../../src/conversations/waiting/waiting-rules.service';
import { ErasuresService } from '../../../src/personal-data/erasures.service';
import { expectAgreement, type Change } from '../../harness/http/told-differences';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';
import { ACCOUNTS, AS_SWITCH, claudeSession, listAccounts, putSession } from '../../harness/data/accounts';
import { AS_AGENT, setAgent } from '../../harness/data/appointments';
import { Conversations, says } from '../../harness/data/conversations';
import { PASSWORD } from '../../harness/data/panel-users';
import { comingMonday } from '../../harness/data/times';
import { ToldEvents } from '../../harness/http/told-events';

const MEMORY_KINDS = /^(?:project|person|task|state|session|decision)\./;

describe('a change of the panel is told to outbound webhooks as to those who follow the live events', () => {
  let t: ServedApp;
  let told: ToldEvents;
  let chats: Conversations;
  const ids = new Map<string, string>();
  beforeAll(async () => {
    t = await startServedApp({ environment: { OUTBOUND_PRIVATE: 'true' } });
    await setAgent(t, { agent_hours: 'any', auto_confirm: false, resources: ['main', 'second'] });
    told = await ToldEvents.follow(t);
    chats = new Conversations(t, told.admin);
  });
  afterAll(async () => {
    await told.close();
    await t.close();
  });

  const send = async (verb: 'get' | 'post' | 'patch' | 'put' | 'delete', path: string, body?: object) => {
    const request = t.http[verb](`/api/${path}`).set(told.admin.bearer);
    const answer = await (body === undefined ? request : request.send(body));
    if (answer.status >= 300) throw new Error(`${verb} ${path}: ${answer.text}`);
    return answer.body as Record<string, unknown>;
  };
  const make = async (name: string, path: string, body: object) => {
    const made = await send('post', path, body);
    ids.set(name, String(made['id'] ?? made['series_id']));
  };
  const id = (name: string) => ids.get(name) ?? '';
  const book = (name: string, at: string, more: object = {}) =>
    make(name, 'appointments', { client_id: id('ada'), starts_at: at, ...more });
  const newest = async (path: string) =>
    ((await send('get', path)) as unknown as PageDto<{ id: string; version: number }>).items[0]!;
  const csv = () =>
    t.http
      .post('/api/clients/import')
      .set({ ...told.admin.bearer, 'content-type': 'text/csv' })
      .send('name\nEve\nFay\n')
      .expect(200);

  const appointments = () =>
    t.http
      .post('/api/appointments/import?time_zone=Europe/Vienna')
      .set({ ...told.admin.bearer, 'content-type': 'text/csv' })
      .send('starts_at,client,resource\n2030-02-04T09:00,Gil,main\n')
      .expect(200);

  const CHANGES: readonly Change[] = [
    [
      'a client is made',
      () => make('ada', 'clients', { name: 'Ada', phone: '+431234567' }),
      ['names', 'conversation.updated'],
    ],
    ['another client is made', () => make('bob', 'clients', { name: 'Bob', email: 'bob@example.com' })],
    ['a client is changed', () => send('patch', `clients/${id('ada')}`, { notes: 'n' })],
    [
      'several clients are changed',
      () => send('post', 'clients/changes', { ids: [id('ada')], add_tags: ['vip'] }),
    ],
    [
      'fields of a client are put back',
      async () => {
        const { version } = await newest(`clients/${id('ada')}/history`);
        await send('post', `clients/${id('ada')}/history/${version}/put-back`, { fields: ['tags'] });
      },
    ],
    [
      'a client is erased for good',
      async () => {
        await make('zoe', 'clients', { name: 'Zoe', email: 'zoe@example.com' });
        await send('post', `clients/${id('zoe')}/erase`, { name: 'Zoe' });
        await t.app.get(ErasuresService).run({}, new AbortController().signal);
      },
      ['names', 'conversation.updated'],
    ],
    ['an import of clients', csv, ['names', 'conversation.updated']],
    ['an import of appointments', appointments],
    ['an appointment is made', () => book('a', '2030-01-07T09:00:00Z', { resource: 'main' })],
    ['a second appointment is made', () => book('b', '2030-01-07T10:00:00Z', { resource: 'second' })],
    [
      'an appointment is moved',
      () => send('patch', `appointments/${id('a')}`, { starts_at: '2030-01-07T11:00:00Z' }),
    ],
    ['an appointment is confirmed', () => send('patch', `appointments/${id('a')}`, { status: 'confirmed' })],
    ['an appointment is cancelled', () => send('patch', `appointments/${id('a')}`, { status: 'cancelled' })],
    ['a cancellation is taken back', () => send('post', `appointments/${id('a')}/history/undo`)],
    ['two appointments are swapped', () => send('post', 'appointments/swap', { a: id('a'), b: id('b') })],
    [
      'an appointment took place',
      async () => {
        await book('past', new Date(Date.now() - 3_600_000).toISOString(), { resource: 'main' });
        await send('patch', `appointments/${id('past')}`, { status: 'completed' });
      },
    ],
    ['nobody came', () => send('patch', `appointments/${id('past')}`, { status: 'no_show' })],
    [
      'an agent books and cancels',
      async () => {
        const booking = {
          client: { name: 'Ada', phone: '+431234567' },
          starts_at: comingMonday(2),
          external_id: 'x1',
        };
        await t.http.post('/api/appointments').set(AS_AGENT).send(booking).expect(201);
        await t.http
          .patch('/api/appointments/external/x1')
          .set(AS_AGENT)
          .send({ status: 'cancelled' })
          .expect(200);
      },
    ],
    [
      'a series is made',
      () =>
        make('series', 'series', {
          client_id: id('ada'),
          starts_at: '2030-02-04T09:00:00Z',
          rrule: 'FREQ=WEEKLY;COUNT=2',
        }),
    ],
    ['a series is changed', () => send('patch', `series/${id('series')}`, { title: 'T' })],
    ['a series is deleted', () => send('delete', `series/${id('series')}`)],
    ['an appointment is deleted', () => send('delete', `appointments/${id('b')}`)],
    [
      'a block is made',
      () => make('block', 'blocks', { starts_at: '2030-03-04T09:00:00Z', ends_at: '2030-03-04T10:00:00Z' }),
    ],
    ['a block is changed', () => send('patch', `blocks/${id('block')}`, { reason: 'r' })],
    ['a block is deleted', () => send('delete', `blocks/${id('block')}`)],
    [
      'a calendar is added',
      async () => {
        await make('calendar', 'settings/calendars', { name: 'c', url: 'http://127.0.0.1:1/c.ics' });
        // It is read in the background.
        await told.heard('block.updated', null);
      },
      ['calendars', 'block.updated'],
    ],
    [
      'a calendar is removed',
      () => send('delete', `settings/calendars/${id('calendar')}`),
      ['calendars', 'block.updated'],
    ],
    [
      'a customer writes',
      async () =>
        ids.set('chat', (await chats.begin('told-1', { contact: { name: 'Cleo' } })).conversation_id),
    ],
    ['the agent looks at a chat', () => chats.ping({ chat_id: 'told-1' })],
    ['the agent answers', () => chats.ping({ chat_id: 'told-1', message: says('assistant', 'Hi') })],
    ['a chat is read', () => chats.post(id('chat'), 'read')],
    [
      'a chat is unread',
      () => send('post', `conversations/${id('chat')}/unread`),
      ['marks', 'conversation.updated'],
    ],
    ['a person takes over', () => chats.post(id('chat'), 'takeover')],
    ['a person writes', () => send('post', `conversations/${id('chat')}/typing`)],
    ['a person replies', () => chats.reply(id('chat'), 'Hello')],
    ['a client is tied to a chat', () => chats.patch(id('chat'), { client_id: id('bob') })],
    ['a chat is assigned', () => chats.assign(id('chat'), null).send({ leave_undelivered: true })],
    [
      'a note is made',
      () => make('note', `conversations/${id('chat')}/notes`, { text: 'n' }),
      ['notes', 'conversation.updated'],
    ],
    [
      'a note is deleted',
      () => send('delete', `conversations/${id('chat')}/notes/${id('note')}`),
      ['notes', 'conversation.updated'],
    ],
    [
      'a client begins to wait for a person',
      () =>
        chats.begin('told-2', {
          needs_human: true,
          message: { ...says('user', 'Hello?'), timestamp: new Date(Date.now() - 3_600_000).toISOString() },
        }),
    ],
    [
      'the team is reminded of a client who waits',
      async () => {
        const limits = { remind_assigned_minutes: null, remind_team_minutes: 30, hand_back_minutes: null };
        const settings = {
          ...{ ...limits, close_after_days: null, outside_hours: null },
          ...{ assign: 'none', away_after_minutes: null },
        };
        await send('put', 'settings/conversations', settings);
        await t.app.get(WaitingRulesService, { strict: false }).run({}, new AbortController().signal);
      },
    ],
    ['a person hands back', () => chats.post(id('chat'), 'handback').send({ leave_undelivered: true })],
    ['two clients are merged', () => make('merge', `clients/${id('ada')}/merges`, { client_id: id('bob') })],
    ['a merge is undone', () => send('post', `clients/${id('ada')}/merges/${id('merge')}/undo`)],
    ['a client is deleted', () => send('delete', `clients/${id('bob')}`)],
    [
      'an account is made',
      () => make('account', 'assistant-accounts', { name: 'mine', type: 'pro', tool: 'claude_code' }),
    ],
    [
      'an account is changed',
      () => send('patch', `assistant-accounts/${id('account')}`, { description: 'd' }),
    ],
    ['an account is activated', () => send('post', `assistant-accounts/${id('account')}/activate`)],
    [
      'a session of an account is stored',
      () => putSession(t, id('account'), JSON.stringify(claudeSession('ada'))),
    ],
    [
      'its use is told',
      async () => {
        const account = (await listAccounts(t)).find((one) => one.id === id('account'))!;
        const windows = [
          { name: 'five_hour', used_percent: 42, resets_at: new Date(Date.now() + 3_600_000).toISOString() },
        ];
        const reading = {
          tool: 'claude_code',
          identity: account.identity,
          machine: 'm',
          at: new Date().toISOString(),
          windows,
        };
        await t.http.post(`${ACCOUNTS}/usage`).set(AS_SWITCH).send(reading).expect(204);
      },
      ['usage', 'account.updated'],
    ],
    [
      'a machine reads it',
      () =>
        t.http
          .get(`${ACCOUNTS}/active-session?tool=claude_code`)
          .set({ ...AS_SWITCH, 'x-machine-name': 'm' }),
    ],
    ['its session is removed', () => send('delete', `assistant-accounts/${id('account')}/session`)],
    [
      'an account is deleted once another one is active',
      async () => {
        await make('other account', 'assistant-accounts', {
          name: 'other',
          type: 'pro',
          tool: 'claude_code',
        });
        await send('post', `assistant-accounts/${id('other account')}/activate`);
        await send('delete', `assistant-accounts/${id('account')}`);
      },
    ],
    [
      'a user is made',
      () => make('user', 'users', { email: 'u@example.com', name: 'U', role: 'viewer', password: PASSWORD }),
    ],
    ['a user is changed', () => send('patch', `users/${id('user')}`, { role: 'operator' })],
    ['a user changes the own name', () => send('patch', 'auth/me', { name: 'Root' })],
    ['a user is deleted', () => send('delete', `users/${id('user')}`)],
    [
      'a webhook of the memory is switched off',
      async () => {
        const [one] = (await send('get', 'workflows')) as unknown as { id: string }[];
        await send('post', `workflows/${one!.id}/deactivate`);
      },
    ],
    ['the settings are changed', () => chats.configure({ greeting: 'Hello!' })],
    ['a resource is renamed', () => send('post', 'settings/resources/rename', { from: 'main', to: 'first' })],
    ['a resource is made', () => make('cleo', 'resources', { name: 'Cleo' })],
    ['a resource is changed', () => send('patch', `resources/${id('cleo')}`, { colour: '#111111' })],
    ['a service is made', () => make('cut', 'services', { name: 'Cut', duration_minutes: 30 })],
    ['a service is changed', () => send('patch', `services/${id('cut')}`, { duration_minutes: 45 })],
    [
      'what somebody does is changed',
      () => send('patch', `resources/${id('cleo')}`, { services: [id('cut')] }),
    ],
    [
      'a service is removed that somebody does',
      () => send('delete', `services/${id('cut')}`),
      ['follows', 'resource.updated'],
    ],
    ['a resource is removed', () => send('delete', `resources/${id('cleo')}`)],
    [
      'the settings offer another service',
      () => chats.configure({ services: [{ name: 'Wash', duration_minutes: 5 }] }),
    ],
    ['the agent is switched off', () => chats.configure({ enabled: false })],
    ['the agent pauses', () => send('post', 'agent/pause', { reason: 'r' })],
    ['the agent goes on', () => send('delete', 'agent/pause')],
    [
      'a first step is skipped',
      () => send('put', 'settings/first-steps', { skipped: ['hours'] }),
      ['settings', 'settings.updated'],
    ],
    [
      'an outbound webhook is added',
      () =>
        send('post', 'settings/hooks', {
          url: 'http://127.0.0.1:1/x',
          events: ['client.created'],
          active: false,
        }),
      ['settings', 'settings.updated'],
    ],
  ];

  const cases = CHANGES.map(([what, change, difference]) => ({ what, change, difference }));
  it.each(cases)('$what', async ({ change, difference }) => {
    expectAgreement(await told.during(change), difference);
  });

  it('happened of every kind that webhooks can want of the panel', () => {
    expect([...told.sent].sort()).toEqual(HOOK_EVENTS.filter((event) => !MEMORY_KINDS.test(event)).sort());
  });
});
