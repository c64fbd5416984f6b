import type { PingResultDto } from '@groupless/shared-dto';
import { Conversations, newChat, says } from '../../harness/data/conversations';
import { signIn } from '../../harness/data/panel-users';
import { eventually, WAITS_FOR_LOCK } from '../../harness/data/times';
import { expectProblem } from '../../harness/http/problems';
import { startServedApp, type ServedApp } from '../../harness/apps/served-app';

describe('a conversation that a person has taken over', () => {
  let t: ServedApp;
  let c: Conversations;
  let chat_id: string;
  let conversation_id: string;
  beforeAll(async () => {
    t = await startServedApp();
    c = new Conversations(t, await signIn(t));
  });
  beforeEach(async () => {
    ({ chat_id, conversation_id } = await c.begin());
    await c.post(conversation_id, 'takeover').expect(200);
  });
  afterAll(() => t.close());

  it('takes no message of the chat agent, but the rest of its ping', async () => {
    const { id } = (await c.reply(conversation_id, 'It is me').expect(201)).body as { id: number };
    const answer = await c.send({
      chat_id,
      channel: 'web',
      message: says('assistant', 'Me too', 'm-1'),
      contact: { name: 'Jana', phone: '+12125550123' },
      needs_human: true,
      delivered: [id],
    });
    expectProblem(answer, 409, 'human_takeover');
    expect(await c.texts(conversation_id)).toEqual(['Hello', 'It is me']);
    expect((await c.messages(conversation_id)).items[1]?.delivered_at).not.toBeNull();
    expect(await c.get(conversation_id)).toMatchObject({
      status: 'human',
      channel: 'web',
      contact_name: 'Jana',
    });
  });

  it('stores what the chat agent said before, however late it is reported', async () => {
    t.clock.set(new Date(Date.now() + 60_000));
    const late = (timestamp: string, text: string) =>
      c.send({ chat_id, message: { ...says('assistant', text), timestamp } });
    const takenAt = (
      await t.panel.query('select taken_over_at from conversations where chat_id = $1', [chat_id])
    ).rows[0] as { taken_over_at: Date };
    const at = (ms: number) => new Date(takenAt.taken_over_at.getTime() + ms).toISOString();
    await late(at(-1), 'We are open').expect(200);
    expectProblem(await late(at(0), 'Shall I book?'), 409, 'human_takeover');
    expectProblem(await late(at(1), 'Hello?'), 409, 'human_takeover');
    expect(await c.texts(conversation_id)).toContain('We are open');
    t.clock.set(new Date());
  });

  it('takes the messages of the customer alone, and says that it is taken over', async () => {
    const user = await c.ping({ chat_id, message: says('user', 'Is that you?') });
    const operator = await c.send({ chat_id, message: says('operator', 'By the other phone') });
    expectProblem(operator, 409, 'human_takeover');
    for (const { status, takeover } of [user, await c.ping({ chat_id, needs_human: true })])
      expect([status, takeover]).toEqual(['human', true]);
    expect(await c.texts(conversation_id)).toEqual(['Hello', 'Is that you?']);
    expect((await c.get(conversation_id)).unread_count).toBe(2);
  });

  it('still knows a message that the chat agent had stored before, and the rest of that ping counts', async () => {
    await c.post(conversation_id, 'handback').expect(200);
    const message = says('assistant', 'Hi', 'm-1');
    const { message_id } = await c.ping({ chat_id, message });
    await c.post(conversation_id, 'takeover').expect(200);
    const again = await c.ping({ chat_id, message, contact: { name: 'Jana' } });
    expect(again).toMatchObject({ message_id, status: 'human', takeover: true });
    expect((await c.get(conversation_id)).contact_name).toBe('Jana');
    expect(await c.texts(conversation_id)).toEqual(['Hello', 'Hi']);
  });

  it('is the chat agent’s again when it is handed back, or its status set', async () => {
    await c.post(conversation_id, 'handback').expect(200);
    expect(await c.ping({ chat_id, message: says('assistant', '1') })).toMatchObject({ takeover: false });
    for (const status of ['open', 'closed', 'needs_human']) {
      await c.post(conversation_id, 'takeover').expect(200);
      expectProblem(await c.send({ chat_id, message: says('assistant', 'no') }), 409, 'human_takeover');
      await c.patch(conversation_id, { status }).expect(200);
      expect((await c.ping({ chat_id, message: says('assistant', status) })).status).toBe(status);
    }
    expect(await c.texts(conversation_id)).toEqual(['Hello', '1', 'open', 'closed', 'needs_human']);
  });

  it('can be taken over from every status, and again', async () => {
    expect((await c.post(conversation_id, 'takeover').expect(200)).body.status).toBe('human');
    for (const status of ['open', 'closed', 'needs_human']) {
      await c.patch(conversation_id, { status }).expect(200);
      expect((await c.post(conversation_id, 'takeover').expect(200)).body.status).toBe('human');
    }
  });

  it('is as it was if the take-over could not be stored, and the chat agent writes on', async () => {
    await c.post(conversation_id, 'handback').expect(200);
    await t.panel.query('alter table audit_events rename to out_of_reach');
    await c.post(conversation_id, 'takeover').expect(500);
    await t.panel.query('alter table out_of_reach rename to audit_events');
    const { rows } = await t.memory.query('select takeovers from chats where chat_id = $1', [chat_id]);
    expect(rows).toEqual([{ takeovers: 2 }]);
    expect((await c.get(conversation_id)).status).toBe('open');
    await c.ping({ chat_id, message: says('assistant', 'Hi') });
    await c.post(conversation_id, 'takeover').expect(200);
    expectProblem(await c.send({ chat_id, message: says('assistant', 'no') }), 409, 'human_takeover');
    expect(await c.texts(conversation_id)).toEqual(['Hello', 'Hi']);
  });

  it('makes the chat agent wait while a take-over is being stored, and then refuses it', async () => {
    await c.post(conversation_id, 'handback').expect(200);
    const holder = await t.memory.connect();
    await holder.query('begin');
    await holder.query('select from chats where chat_id = $1 for update', [chat_id]);
    const takeover = c.post(conversation_id, 'takeover').then((answer) => answer.status);
    const answer = c.send({ chat_id, message: says('assistant', 'Hi') }).then((given) => given);
    await eventually(async () => (await t.memory.query(WAITS_FOR_LOCK)).rowCount === 2);
    await holder.query('commit');
    holder.release();
    expect(await takeover).toBe(200);
    const { status } = await answer;
    expect(await c.texts(conversation_id)).toEqual(status === 409 ? ['Hello'] : ['Hello', 'Hi']);
    expectProblem(await c.send({ chat_id, message: says('assistant', 'no') }), 409, 'human_takeover');
  });

  describe('and its replies', () => {
    const reply = async (text: string) =>
      (await c.reply(conversation_id, text).expect(201)).body as { id: number; timestamp: string };

    it('are in every ping until one confirms them, oldest first', async () => {
      const first = await reply('One');
      const second = await reply('Two');
      const waiting = [
        { id: first.id, text: 'One', timestamp: first.timestamp },
        { id: second.id, text: 'Two', timestamp: second.timestamp },
      ];
      expect((await c.ping({ chat_id })).deliver).toEqual(waiting);
      expect((await c.ping({ chat_id, message: says('user', 'Yes?') })).deliver).toEqual(waiting);
      expect((await c.ping({ chat_id, delivered: [first.id] })).deliver).toEqual(waiting.slice(1));
      expect((await c.ping({ chat_id, delivered: [first.id] })).deliver).toEqual(waiting.slice(1));
      expect((await c.ping({ chat_id, delivered: [first.id, second.id] })).deliver).toEqual([]);
      expect((await c.ping({ chat_id })).deliver).toEqual([]);
    });

    it('are confirmed in their own chat alone, and unknown ids are no matter', async () => {
      const { id } = await reply('One');
      const other = await c.begin();
      const user = await c.ping({ chat_id, message: says('user', 'x') });
      await c.ping({ chat_id: other.chat_id, delivered: [id] });
      const ids = [other.message_id!, user.message_id!, 9_007_199_254_740_991];
      expect((await c.ping({ chat_id, delivered: ids })).deliver).toMatchObject([{ id }]);
    });

    it('are never messages that came by a ping', async () => {
      await c.post(conversation_id, 'handback').expect(200);
      await c.ping({ chat_id, message: says('operator', 'By the other phone') });
      expect((await c.ping({ chat_id })).deliver).toEqual([]);
    });

    it('are delivered after the conversation is handed back too', async () => {
      const { id } = await reply('One');
      await c.post(conversation_id, 'handback').send({ leave_undelivered: true }).expect(200);
      const { deliver, takeover } = await c.ping({ chat_id, message: says('assistant', 'Hi') });
      expect([deliver.map((one) => one.id), takeover]).toEqual([[id], false]);
    });

    it('come a hundred at a time', async () => {
      await t.memory.query(
        `insert into chat_history (chat_id, role, message, written_in)
         select $1, 'operator', 'reply ' || n, 'panel' from generate_series(1, 120) as n`,
        [chat_id],
      );
      const { deliver } = await c.ping({ chat_id });
      expect([deliver.length, deliver[0]?.text, deliver[99]?.text]).toEqual([100, 'reply 1', 'reply 100']);
      const rest = await c.ping({ chat_id, delivered: deliver.map(({ id }) => id) });
      expect(rest.deliver.map(({ text }) => text)).toEqual(
        Array.from({ length: 20 }, (_, index) => `reply ${index + 101}`),
      );
    });

    it('come in answers of a bounded size', async () => {
      await t.memory.query(
        `insert into chat_history (chat_id, role, message, written_in)
         select $1, 'operator', repeat('漢', 16384), 'panel' from generate_series(1, 20) as n`,
        [chat_id],
      );
      let left: PingResultDto['deliver'] = [];
      const sizes: number[] = [];
      do {
        left = (await c.ping({ chat_id, delivered: left.map(({ id }) => id) })).deliver;
        sizes.push(left.length);
      } while (left.length > 0);
      expect(sizes).toEqual([6, 6, 6, 2, 0]);
    });
  });

  describe('while the chat agent is switched off', () => {
    beforeEach(() => c.configure({ enabled: false }));
    afterEach(() => c.configure({ enabled: true }));

    it('refuses the messages of the chat agent, in every conversation, and stores no word of them', async () => {
      const other = newChat();
      const answer = await c.send({ chat_id: other, message: says('assistant', 'Hi'), needs_human: true });
      expectProblem(answer, 409, 'agent_disabled');
      const { conversation_id: id, status } = await c.ping({ chat_id: other });
      expect(status).toBe('needs_human');
      expect(await c.texts(id)).toEqual([]);
    });

    it('answers other pings, and those whose message is known', async () => {
      await c.configure({ enabled: true });
      const message = says('assistant', 'Hi', 'm-1');
      const { chat_id: other, message_id } = await c.begin(newChat(), { message });
      await c.configure({ enabled: false });
      await c.ping({ chat_id: other });
      await c.ping({ chat_id: other, message: says('user', 'Hello?') });
      expect((await c.ping({ chat_id: other, message })).message_id).toBe(message_id);
    });
  });
});
