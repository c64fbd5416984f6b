import type { EventDto, EventType } from '@groupless/shared-dto';
import { decodeEvents, encodeEvents } from './event-message';
import { EventOutbox } from './event-outbox';

const AT = '2026-11-20T09:30:00.000Z';

function event(type: EventType, id: string | null): EventDto {
  return { type, id, at: AT };
}

describe('the messages between replicas', () => {
  it('hold every event, each in less than 8,000 bytes', () => {
    const events = Array.from({ length: 500 }, (_, index) => ({
      event: {
        ...event('client.updated', `${index} 😀 "\\`),
        ...(index % 3 === 0 ? { owner_id: 'ada' } : {}),
      },
      event_id: index % 2 === 0 ? `0a-${index}` : null,
    }));
    const messages = encodeEvents(events);
    expect(Math.max(...messages.map((message) => Buffer.byteLength(message)))).toBeLessThan(8_000);
    expect(messages.flatMap(decodeEvents)).toEqual(events);
  });

  it.each([
    '',
    '{}',
    'null',
    '[1]',
    '[[1,2,3]]',
    '[["no.such.event","1","now"]]',
    '[["resync",7,"now"]]',
    '[',
  ])('are left out where they are none: %s', (message) => {
    expect(decodeEvents(message)).toEqual([]);
  });
});

it('take no id that would break the stream of events', () => {
  const message = JSON.stringify([['client.updated', '1', AT, '1\ndata: {}']]);
  expect(decodeEvents(message)).toEqual([{ event: event('client.updated', '1'), event_id: null }]);
});

describe('the outbox', () => {
  it('hands over the first event at once', () => {
    const outbox = new EventOutbox();
    outbox.add(event('client.updated', '1'));
    expect(outbox.dueAtMs).toBe(-Infinity);
    expect(outbox.take(1_000)).toEqual([event('client.updated', '1')]);
    expect(outbox.dueAtMs).toBeNull();
  });

  it.each<[EventType, number]>([
    ['conversation.updated', 50],
    ['task.updated', 1_000],
    ['state.updated', 1_000],
    ['session.created', 1_000],
  ])('hands over further ones of %s together, %i ms later', (type, pauseMs) => {
    const outbox = new EventOutbox();
    outbox.add(event(type, '1'));
    outbox.take(1_000);
    for (const id of ['2', '3', '2']) outbox.add(event(type, id));
    expect(outbox.dueAtMs).toBe(1_000 + pauseMs);
    expect(outbox.take(999 + pauseMs)).toEqual([]);
    // A row that changes again stands where it changed last.
    expect(outbox.take(1_000 + pauseMs)).toEqual([event(type, '3'), event(type, '2')]);
  });

  it('does not let the panel wait for what assistants write', () => {
    const outbox = new EventOutbox();
    outbox.add(event('task.updated', '1'));
    outbox.take(1_000);
    outbox.add(event('task.updated', '2'));
    outbox.add(event('client.created', '3'));
    expect(outbox.take(1_000)).toEqual([event('client.created', '3')]);
  });

  it('keeps the order in which things happened, over all kinds', () => {
    const outbox = new EventOutbox();
    outbox.add(event('appointment.updated', '1'));
    outbox.take(1_000);
    const later = [
      event('client.created', '2'),
      event('appointment.created', '2'),
      event('appointment.updated', '2'),
      event('client.updated', '2'),
      event('appointment.deleted', '2'),
    ];
    later.forEach((one) => outbox.add(one));
    expect(outbox.take(1_050)).toEqual(later);
  });

  it('keeps what is for one user apart, also where it is too much to name', () => {
    const outbox = new EventOutbox();
    outbox.add(event('session.created', '1'));
    for (let id = 0; id < 100; id++) outbox.add({ ...event('session.created', String(id)), owner_id: 'ada' });
    outbox.add({ ...event('session.created', '1'), owner_id: 'ben' });
    expect(outbox.take(0)).toEqual([
      event('session.created', '1'),
      { ...event('session.created', null), owner_id: 'ada' },
      { ...event('session.created', '1'), owner_id: 'ben' },
    ]);
  });

  it('says one event for all when more rows change than are worth naming', () => {
    const outbox = new EventOutbox();
    for (let id = 0; id < 1_000; id++) outbox.add(event('client.updated', String(id)));
    expect(outbox.take(0)).toEqual([event('client.updated', null)]);
    outbox.add(event('client.updated', '1'));
    expect(outbox.take(1_000)).toEqual([event('client.updated', '1')]);
  });
});
