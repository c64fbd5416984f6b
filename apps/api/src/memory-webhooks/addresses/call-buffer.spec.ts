import { LIMITS } from '@groupless/shared-dto';
import { CallBuffer, type AnsweredCall } from './call-buffer';

const NOON = new Date('2026-11-20T12:00:00.000Z');
const LONG_AGO = new Date(0);

function call(number: number, { workflow_path = 'chat-history', status = 200 } = {}): AnsweredCall {
  const called_at = new Date(NOON.getTime() + number);
  return { workflow_path, called_at, status, duration_ms: 1, error_code: null };
}

describe('the buffer of calls', () => {
  let buffer: CallBuffer;
  beforeEach(() => {
    buffer = new CallBuffer();
  });

  const add = (...calls: AnsweredCall[]) => {
    for (const one of calls) buffer.add(one);
  };

  it('keeps the last calls of each webhook and counts them all', () => {
    for (let number = 0; number < 1_000; number++)
      add(call(number), call(number, { workflow_path: 'other' }));
    const { latest, hours } = buffer.take();
    expect(latest).toHaveLength(2 * LIMITS.executions);
    expect(latest.slice(0, LIMITS.executions)).toEqual(
      Array.from({ length: LIMITS.executions }, (_, index) => call(950 + index)),
    );
    expect(hours.map(({ workflow_path, calls }) => [workflow_path, calls])).toEqual([
      ['chat-history', 1_000],
      ['other', 1_000],
    ]);
  });

  it('counts what was answered with 400 or more as an error', () => {
    add(...[200, 201, 304, 400, 404, 503].map((status, number) => call(number, { status })));
    expect(buffer.take().hours).toEqual([{ workflow_path: 'chat-history', hour: NOON, calls: 6, errors: 3 }]);
  });

  it('counts each hour apart', () => {
    add(call(-1), call(0), call(3_599_999), call(3_600_000));
    expect(buffer.take().hours.map(({ hour, calls }) => [hour.getUTCHours(), calls])).toEqual([
      [11, 1],
      [12, 2],
      [13, 1],
    ]);
  });

  it('is empty once everything was taken', () => {
    add(call(1));
    buffer.take();
    expect(buffer.isEmpty).toBe(true);
    expect(buffer.take()).toEqual({ latest: [], hours: [] });
  });

  it('takes a batch back in front of what came since, without growing', () => {
    for (let number = 0; number < 40; number++) add(call(number));
    const batch = buffer.take();
    for (let number = 40; number < 80; number++) add(call(number));
    buffer.putBack(batch, LONG_AGO);
    const { latest, hours } = buffer.take();
    expect(latest.map(({ called_at }) => called_at.getTime() - NOON.getTime())).toEqual(
      Array.from({ length: 50 }, (_, index) => 30 + index),
    );
    expect(hours).toEqual([{ workflow_path: 'chat-history', hour: NOON, calls: 80, errors: 0 }]);
  });

  it('forgets hours that are too old to be written', () => {
    add(call(-3_600_000), call(0));
    buffer.putBack(buffer.take(), NOON);
    expect(buffer.take().hours.map(({ hour }) => hour)).toEqual([NOON]);
  });
});
