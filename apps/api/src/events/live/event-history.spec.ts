import type { EventType } from '@groupless/shared-dto';
import { EventHistory } from './event-history';

const AT = '2026-11-20T09:30:00.000Z';

function add(history: EventHistory, event_id: string | null, type: EventType = 'client.updated', id = 'x') {
  return history.add({ event: { type, id, at: AT }, event_id });
}

describe('the history of events', () => {
  it('has what came after an event', () => {
    const history = new EventHistory();
    const [first, second, third] = ['a-1', 'b-1', 'a-2'].map((id) => add(history, id));
    expect(history.since('a-1')).toEqual([second, third]);
    expect(history.since('a-2')).toEqual([]);
    expect(history.since('a-3')).toBeNull();
    expect(history.newestId).toBe('a-2');
    expect(first?.frame).toBe(`id: a-1\ndata: {"type":"client.updated","id":"x","at":"${AT}"}\n\n`);
  });

  it('keeps events of senders that give them no id', () => {
    const history = new EventHistory();
    add(history, 'a-1');
    const unnumbered = add(history, null);
    expect(history.since('a-1')).toEqual([unnumbered]);
    expect(history.newestId).toBe('a-1');
    expect(unnumbered.frame).not.toContain('id: ');
  });

  it('forgets what was before a gap', () => {
    const history = new EventHistory();
    add(history, 'a-1');
    add(history, 'a-2', 'resync');
    const after = add(history, 'a-3');
    expect(history.since('a-1')).toBeNull();
    expect(history.since('a-2')).toEqual([after]);
  });

  it('holds a thousand events, and fewer if they are long', () => {
    const history = new EventHistory();
    for (let n = 0; n <= 1_000; n++) add(history, `a-${n}`);
    expect(history.since('a-0')).toBeNull();
    expect(history.since('a-1')).toHaveLength(999);
    for (let n = 0; n < 70; n++) add(history, `b-${n}`, 'client.updated', 'x'.repeat(2_000));
    expect(history.since('a-1000')).toBeNull();
    expect(history.since('b-20')).toHaveLength(49);
  });
});
