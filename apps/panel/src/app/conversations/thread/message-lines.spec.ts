import type { MessageDto } from '../conversations-api';
import { firstUnreadId, linesOf } from './message-lines';

const message = (id: number, role: string, timestamp: string): MessageDto => ({
  id,
  role,
  message: `message ${id}`,
  timestamp,
  author: null,
  delivered_at: null,
  sending: false,
  taken_back_at: null,
  channel: null,
  edited_of: null,
});
const dayOf = (at: string) => at.slice(0, 10);

describe('the lines of a thread', () => {
  it('say who and when once for what one writes in a row', () => {
    const lines = linesOf(
      [
        message(1, 'user', '2026-11-20T09:30:00.000Z'),
        message(2, 'user', '2026-11-20T09:31:00.000Z'),
        message(3, 'assistant', '2026-11-20T09:31:30.000Z'),
        message(4, 'assistant', '2026-11-20T09:40:00.000Z'),
      ],
      null,
      null,
      dayOf,
    );

    expect(lines.map(({ startsGroup }) => startsGroup)).toEqual([true, false, true, true]);
    expect(lines.map(({ side }) => side)).toEqual(['client', 'client', 'agent', 'agent']);
  });

  it('begin each day with its date, the first of the page by what is before it', () => {
    const before = message(1, 'user', '2026-11-19T23:59:00.000Z');
    const after = [
      message(2, 'user', '2026-11-19T23:59:30.000Z'),
      message(3, 'user', '2026-11-20T00:00:00.000Z'),
    ];

    expect(linesOf(after, before, null, dayOf).map(({ startsDay }) => startsDay)).toEqual([false, true]);
    expect(linesOf(after, null, null, dayOf).map(({ startsDay }) => startsDay)).toEqual([true, true]);
  });

  it('keep a role that they do not know to themselves', () => {
    const [line] = linesOf([message(1, 'system', '2026-11-20T09:30:00.000Z')], null, null, dayOf);

    expect(line?.side).toBe('other');
  });
});

describe('the first unread message', () => {
  const thread = ['user', 'assistant', 'user', 'operator', 'user'].map((role, index) =>
    message(index + 1, role, '2026-11-20T09:30:00.000Z'),
  );

  it.each([
    [1, 5],
    [2, 3],
    [9, 1],
    [0, null],
  ])('of %s is counted over what the client wrote', (count, id) => {
    expect(firstUnreadId(thread, count)).toBe(id);
  });
});
