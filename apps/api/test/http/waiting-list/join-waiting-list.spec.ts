import { sharedApp } from '../../harness/apps/shared-app';
import type { ServedApp } from '../../harness/apps/served-app';
import { AS_AGENT } from '../../harness/data/appointments';
import { DAY, PUBLIC, WaitingRoom } from './waiting-room';

describe('the tool that enters somebody on the waiting list', () => {
  let t: ServedApp;
  let room: WaitingRoom;
  beforeAll(async () => {
    t = await sharedApp(PUBLIC);
    room = await WaitingRoom.open(t);
  });
  afterAll(async () => {
    await room.mail.stop();
    await t.close();
  });
  beforeEach(() => room.begin());

  const call = async (input: object, chat = 'chat-1') => {
    const content = [{ type: 'tool_use', id: 'one', name: 'join_waiting_list', input }];
    const { body } = await t.http
      .post('/api/agent/tools/anthropic')
      .set({ ...AS_AGENT, 'x-chat-id': chat })
      .send({ role: 'assistant', content })
      .expect(200);
    return JSON.stringify(body);
  };
  const names = async () => {
    const { body } = await t.http.get('/api/agent/tools.json?format=anthropic').set(AS_AGENT).expect(200);
    return (body as { name: string }[]).map(({ name }) => name);
  };
  const WISH = { client: { name: 'Ada', phone: '+491705550099' }, services: ['cut'], from: DAY };

  it('does so once, in the chat that the platform names', async () => {
    expect(await names()).toContain('join_waiting_list');
    expect(await call({ ...WISH, resource: 'any', from_time: '16:00' })).toContain(
      'You are on the waiting list for Cut',
    );
    expect(await call({ ...WISH, resource: 'any', from_time: '16:00' })).toContain('already');
    expect(await room.list()).toMatchObject([
      {
        ...{
          client: { name: 'Ada' },
          services: ['Cut'],
          resource: 'any',
          from: DAY,
          to: DAY,
          status: 'waiting',
        },
        ...{ hours: { from: '16:00', to: '24:00' }, chat_id: 'chat-1' },
      },
    ]);
    expect(await call({ ...WISH, services: ['Nothing'] })).toContain('Nothing');
    expect(await room.list()).toHaveLength(1);
  });

  it('is offered while times are offered', async () => {
    await room.setPage({ waiting_list: false });
    expect(await names()).not.toContain('join_waiting_list');
    expect(await call(WISH)).toContain('There is no waiting list');
    expect(await room.list()).toEqual([]);
  });
});
