import { TestBed } from '@angular/core/testing';
import type { ConversationEventDto, MessagesDto } from '@groupless/shared-dto';
import { Invalidations } from '../../data/invalidations';
import { ConversationsApi, type Place } from '../conversations-api';
import { Messages } from './messages';

/** A thread on the server, of which windows can be read. */
class Server {
  readonly asked: { limit: number; before: number | undefined }[] = [];
  length: number;
  /** Up to this id the customer has got them. */
  delivered = 0;
  events: ConversationEventDto[] = [];

  constructor(length: number) {
    this.length = length;
  }

  listMessages(_id: string, limit: number, { before, around, after }: Place = {}): Promise<MessagesDto> {
    this.asked.push({ limit, before });
    const place = around === undefined ? after : around - limit / 2;
    const last =
      place === undefined
        ? before === undefined
          ? this.length
          : before - 1
        : Math.min(this.length, Math.max(place, 0) + limit);
    const first = Math.max(1, place === undefined ? last - limit + 1 : place + 1);
    const items = Array.from({ length: last - first + 1 }, (_, index) => ({
      id: first + index,
      role: 'user',
      message: `message ${first + index}`,
      timestamp: new Date(Date.UTC(2026, 10, 20) + (first + index) * 60_000).toISOString(),
      author: null,
      delivered_at: first + index <= this.delivered ? '2026-11-20T12:00:00.000Z' : null,
      sending: false,
      taken_back_at: null,
      channel: null,
      edited_of: null,
    }));
    return Promise.resolve({
      items,
      events: this.events,
      next_before: first > 1 ? first : null,
      next_after: before === undefined && last < this.length ? last : null,
    });
  }
}

async function open(length: number) {
  const server = new Server(length);
  TestBed.configureTestingModule({
    providers: [
      Messages,
      { provide: ConversationsApi, useValue: server },
      { provide: Invalidations, useValue: { watch: () => undefined } },
    ],
  });
  const messages = TestBed.inject(Messages);
  await messages.open('c1');
  const shown = () => messages.window().shown.map(({ id }) => id);
  const older = async () => (await messages.older())?.();
  return { server, messages, shown, older };
}

describe('the messages of a thread', () => {
  it('begin with the newest', async () => {
    const { messages, shown } = await open(50_000);

    expect(shown().at(-1)).toBe(50_000);
    expect(messages.isAtEnd()).toBe(true);
    expect(messages.isAtStart()).toBe(false);
  });

  it('are never more than a window of them on the page, however far one goes back', async () => {
    const { messages, shown, older } = await open(2_000);
    let most = 0;
    for (let step = 0; !messages.isAtStart() && step < 500; step++) {
      await older();
      most = Math.max(most, shown().length);
    }

    expect(shown()[0]).toBe(1);
    expect(most).toBeLessThanOrEqual(120);
    expect(messages.items()).toHaveLength(2_000);
  });

  it('have no gap and nothing twice where windows meet, back and forth', async () => {
    const { messages, shown, older } = await open(400);
    for (let step = 0; step < 12; step++) await older();
    while (!messages.isAtEnd()) {
      const before = shown();
      (await messages.newer())?.();
      const after = shown();
      expect(after).toEqual(Array.from(after, (_, index) => (after[0] ?? 0) + index));
      expect(after[0]).toBeLessThanOrEqual(before.at(-1) ?? 0);
    }

    expect(shown().at(-1)).toBe(400);
  });

  it('read only what is new', async () => {
    const { server, messages, shown } = await open(1_000);
    server.asked.length = 0;
    server.length += 2;
    await messages.refresh();

    expect(shown().slice(-3)).toEqual([1_000, 1_001, 1_002]);
    expect(server.asked).toEqual([{ limit: 20, before: undefined }]);
  });

  it('have no gap after many came at once', async () => {
    const { server, messages } = await open(100);
    server.length += 70;
    await messages.refresh();
    const ids = messages.items().map(({ id }) => id);

    expect(ids).toEqual(Array.from(ids, (_, index) => (ids[0] ?? 0) + index));
    expect(ids.at(-1)).toBe(170);
  });

  it('around one of them go on in both directions, and to the end, without a gap', async () => {
    const { messages, shown, older, server } = await open(1_000);
    await messages.open('c1', 500);
    expect([shown()[0], shown().at(-1), messages.isAtEnd(), messages.opened()]).toEqual([476, 525, false, 2]);
    // What comes now stands behind what is not read yet.
    server.length = 1_001;
    await messages.refresh();
    expect(shown().at(-1)).toBe(525);
    await older();
    for (let step = 0; step < 20; step++) (await messages.newer())?.();
    const ids = messages.items().map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: ids.length }, (_, index) => ids[0]! + index));
    expect([ids.at(-1), messages.isAtEnd()]).toEqual([1_001, true]);
    await messages.open('c1', 500);
    await messages.latest();
    expect([shown().at(-1), messages.isAtEnd()]).toEqual([1_001, true]);
  });

  it('begin again from the end after more came than anybody reads', async () => {
    const { server, messages, shown } = await open(100);
    server.length += 5_000;
    await messages.refresh();

    expect(shown().at(-1)).toBe(5_100);
    expect(messages.items()).toHaveLength(100);
    expect(messages.isAtStart()).toBe(false);
  });

  it('are there once, whether a reply comes as its answer or by an event first', async () => {
    const { server, messages, shown } = await open(10);
    server.length += 1;
    const { items } = await server.listMessages('c1', 1);
    messages.add(items);
    await messages.refresh();
    messages.add(items);

    expect(shown()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('say when the customer has got them', async () => {
    const { server, messages } = await open(3);
    server.delivered = 2;
    await messages.refresh();

    expect(messages.items().map(({ delivered_at }) => delivered_at !== null)).toEqual([true, true, false]);
  });

  it.each([
    ['some of them', 'message_erased', { message_ids: '2,3' }, [1, 4]],
    ['what its author took back', 'message_deleted_by_author', { message_ids: '4' }, [1, 2, 3]],
    ['the whole chat', 'chat_erased', {}, []],
  ] as const)('go from the page when somebody else erased %s', async (_, kind, details, left) => {
    const { server, messages, shown } = await open(4);
    server.events = [{ id: 1, at: '2026-11-21T00:00:00.000Z', kind, by: null, details }];
    server.length = 0;
    await messages.refresh();

    expect(shown()).toEqual(left);
  });

  it('leave the page as it is while one reads older ones', async () => {
    const { server, messages, shown, older } = await open(600);
    for (let step = 0; step < 8; step++) await older();
    const before = shown();
    server.length += 1;
    await messages.refresh();

    expect(shown()).toEqual(before);
    await messages.latest();
    expect(shown().at(-1)).toBe(601);
  });
});
