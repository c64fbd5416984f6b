import type { ChatHistoryDto, ChatMessageDto } from '@groupless/shared-dto';
import { refusedFields } from '../../harness/http/problems';
import { emptyMemory, insertRows } from '../../harness/databases/rows';
import type { ServedApp } from '../../harness/apps/served-app';
import { sharedApp } from '../../harness/apps/shared-app';

/** Messages 1 to `count` of a chat, a minute apart, stored in an order that is not theirs. */
function conversation(chat_id: string, count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({
    chat_id,
    role: index % 2 === 0 ? 'user' : 'assistant',
    message: String(index + 1),
    timestamp: new Date(Date.UTC(2026, 2, 1, 9, index)).toISOString(),
  })).reverse();
}

describe('the chat history', () => {
  let t: ServedApp;
  let address: string;
  beforeAll(async () => {
    t = await sharedApp();
    address = await t.webhook('chat-history');
  });
  beforeEach(() => emptyMemory(t.memory));
  afterAll(() => t.close());

  const get = (query: Record<string, string | number>) => t.http.get(address).query(query);
  const store = (rows: object[]) => insertRows(t.memory, 'chat_history', rows);

  async function load(query: Record<string, string | number>): Promise<ChatMessageDto[]> {
    const { body } = await get(query).expect(200);
    return (body as ChatHistoryDto).messages;
  }

  const texts = (messages: ChatMessageDto[]) => messages.map(({ message }) => message);
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

  it('names the chat and its messages', async () => {
    const timestamp = '2026-03-01T10:00:00.120+01:00';
    await store([{ chat_id: 'c', role: 'user', message: 'Hello', timestamp, external_id: 'e' }]);
    const { body, headers } = await get({ chat_id: 'c' }).expect(200);
    expect(body).toEqual({
      chat_id: 'c',
      messages: [
        { id: expect.any(Number), role: 'user', message: 'Hello', timestamp: '2026-03-01T09:00:00.120Z' },
      ],
    });
    expect(headers['cache-control']).toBe('no-store');
  });

  it('is the newest 30 messages in the order of their times', async () => {
    await store(conversation('c', 40));
    expect(texts(await load({ chat_id: 'c' }))).toEqual(numbers(11, 40));
  });

  it('is as many messages as are asked for, the newest', async () => {
    await store(conversation('c', 40));
    expect(texts(await load({ chat_id: 'c', limit: 1 }))).toEqual(['40']);
    expect(texts(await load({ chat_id: 'c', limit: 35 }))).toEqual(numbers(6, 40));
  });

  it('is at most 500 messages', async () => {
    await store(conversation('c', 501));
    expect(texts(await load({ chat_id: 'c', limit: 500 }))).toEqual(numbers(2, 501));
  });

  it('is empty for an unknown chat', async () => {
    const { body } = await get({ chat_id: 'nobody' }).expect(200);
    expect(body).toEqual({ chat_id: 'nobody', messages: [] });
  });

  it('never shows the messages of another chat', async () => {
    await store([...conversation('c', 2), ...conversation('C', 3), ...conversation('c ', 4)]);
    expect(await load({ chat_id: 'c' })).toHaveLength(2);
    expect(await load({ chat_id: 'C' })).toHaveLength(3);
    expect(await load({ chat_id: 'c ' })).toHaveLength(4);
  });

  it('is paged back by the id of a message, to the first one', async () => {
    await store(conversation('c', 25));
    const pages: string[][] = [];
    let page = await load({ chat_id: 'c', limit: 10 });
    while (page.length > 0) {
      pages.push(texts(page));
      page = await load({ chat_id: 'c', limit: 10, before: page[0]!.id });
    }
    expect(pages).toEqual([numbers(16, 25), numbers(6, 15), numbers(1, 5)]);
  });

  it('keeps messages of one instant in the order in which they were stored, across pages too', async () => {
    const timestamp = '2026-03-01T09:00:00Z';
    const messages = numbers(1, 9);
    await store(messages.map((message) => ({ chat_id: 'c', role: 'user', message, timestamp })));
    expect(texts(await load({ chat_id: 'c' }))).toEqual(messages);
    const newest = await load({ chat_id: 'c', limit: 4 });
    const older = await load({ chat_id: 'c', limit: 4, before: newest[0]!.id });
    expect([texts(older), texts(newest)]).toEqual([numbers(2, 5), numbers(6, 9)]);
  });

  it('counts what came in late by its time', async () => {
    await store(conversation('c', 3));
    await store([{ chat_id: 'c', role: 'user', message: 'late', timestamp: '2026-03-01T08:00:00Z' }]);
    expect(texts(await load({ chat_id: 'c' }))).toEqual(['late', '1', '2', '3']);
    const [, first] = await load({ chat_id: 'c' });
    expect(texts(await load({ chat_id: 'c', before: first!.id }))).toEqual(['late']);
  });

  it('shows nothing of a chat before a message of another', async () => {
    await store([...conversation('c', 3), ...conversation('other', 3)]);
    const [foreign] = await load({ chat_id: 'other', limit: 1 });
    expect(await load({ chat_id: 'c', before: foreign!.id })).toEqual([]);
  });

  it('keeps every character of a message', async () => {
    const message = ' \tTwo\r\nlines "quoted" \\ \u0001 \u2028 e\u0301 😀 \n ';
    await store([{ chat_id: 'c', role: 'user', message }]);
    expect(texts(await load({ chat_id: 'c' }))).toEqual([message]);
  });

  it('takes a chat of 200 code points, with any characters', async () => {
    for (const chat_id of ['😀'.repeat(200), ' +49 151/23 & more=%25#? ', 'ä', '0']) {
      await store(conversation(chat_id, 1));
      const { body } = await get({ chat_id }).expect(200);
      expect([body.chat_id, body.messages.length]).toEqual([chat_id, 1]);
    }
  });

  it.each([
    ['', [['chat_id', 'required']]],
    ['?limit=5', [['chat_id', 'required']]],
    [`?chat_id=${'c'.repeat(201)}`, [['chat_id', 'too_long']]],
    [`?chat_id=${encodeURIComponent('😀').repeat(201)}`, [['chat_id', 'too_long']]],
    ['?chat_id=a%00b', [['chat_id', 'invalid_characters']]],
    ['?chat_id=c&limit=0', [['limit', 'out_of_range']]],
    ['?chat_id=c&limit=501', [['limit', 'out_of_range']]],
    ['?chat_id=c&limit=99999999999999999999999', [['limit', 'out_of_range']]],
    [`?chat_id=c&limit=${'9'.repeat(400)}`, [['limit', expect.any(String)]]],
    ['?chat_id=c&before=0', [['before', 'out_of_range']]],
    ['?chat_id=c&before=9223372036854775808', [['before', 'out_of_range']]],
    ['?chat_id=c&before=last', [['before', 'wrong_type']]],
    ['?chat_id=c&before=', [['before', 'wrong_type']]],
    ['?chat_id=c&offset=3', [['offset', 'unknown_field']]],
    ['?chat_id=c&Limit=3', [['Limit', 'unknown_field']]],
  ])('refuses the query %s', async (query, errors) => {
    expect(refusedFields(await t.http.get(address + query))).toEqual(errors);
  });

  it.each(['1e2', '+5', '%2B5', '%205', '5%20', '0x10', '5.0', '-5', '', 'ten', '٥', '５', '1_0', '5,6'])(
    'takes decimal digits alone as a limit, not %j',
    async (limit) => {
      const response = await t.http.get(
        `${address}?chat_id=c&limit=${encodeURI(limit).replace(/%25/g, '%')}`,
      );
      expect(refusedFields(response)).toEqual([['limit', 'wrong_type']]);
    },
  );
});
