import type { MessageDto } from '../conversations-api';
import { firstUnreadId, linesOf, readUpTo } from './message-lines';

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

describe('what came later than it was written', () => {
  const at = (minute: number) => `2026-11-20T09:${String(minute).padStart(2, '0')}:00.000Z`;
  const late = [
    message(1, 'user', at(10)),
    message(4, 'user', at(20)),
    message(5, 'user', at(30)),
    message(2, 'user', at(50)),
    message(3, 'assistant', at(51)),
  ];

  it('is said to have come late, and the text that was corrected to be so', () => {
    const edited = { ...message(6, 'user', at(52)), edited_of: 2 };
    const lines = linesOf([...late, edited], null, null, dayOf);
    expect(lines.filter(({ isLate }) => isLate).map(({ message }) => message.id)).toEqual([4, 5]);
    expect(lines.filter(({ isCorrected }) => isCorrected).map(({ message }) => message.id)).toEqual([2]);
  });

  it.each([
    ['nothing that was not on the screen', [1, 2, 3], 4, null],
    ['what was on it, in the order in which it came', [4], 4, 4],
    ['not what came after something unseen', [5], 4, null],
    ['all', [4, 5], 4, 5],
    ['one, while others may lie elsewhere', [4, 5], 4, 4, 3],
    ['nothing, where the first of it is not here', [5], 3, null],
  ])('is read: %s', (_, seen, first_unread_id, read, unread_count = 2) => {
    expect(readUpTo(late, new Set(seen), { unread_count, first_unread_id }, false)).toBe(read);
  });

  it('is read to the end where it was only marked for later', () => {
    const marked = { unread_count: 1, first_unread_id: null };
    expect(readUpTo(late, new Set([1]), marked, false)).toBeNull();
    expect(readUpTo(late, new Set([5]), marked, false)).toBe(5);
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
