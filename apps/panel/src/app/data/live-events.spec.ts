import { ErrorHandler, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { TextDecoder, TextEncoder } from 'node:util';
import type { EventDto } from '@groupless/shared-dto';
import { EVENT_TYPES } from '@groupless/shared-dto/event-types';
import { Session } from '../session/session';
import { LiveEvents } from './live-events';

/** What the server sends, in pieces of the test's choice. */
class Connection {
  private readonly pieces: (Uint8Array | null)[] = [];
  private wake: () => void = () => undefined;

  constructor(signal: AbortSignal) {
    signal.addEventListener('abort', () => this.send(null));
  }

  send(piece: string | null): void {
    this.pieces.push(piece === null ? null : new TextEncoder().encode(piece));
    this.wake();
  }

  readonly body = {
    getReader: () => ({
      read: async () => {
        if (this.pieces.length === 0) await new Promise<void>((resolve) => (this.wake = resolve));
        const value = this.pieces.shift() ?? null;
        return { value, done: value === null };
      },
    }),
  };
}

const event = (type: string, id: string) => `data: ${JSON.stringify({ type, id, at: '' })}\n\n`;

describe('the live events', () => {
  let connections: Connection[];
  let refused: number;
  let asked: object[];

  beforeEach(() => {
    jest.useFakeTimers();
    connections = [];
    refused = 0;
    asked = [];
    Object.assign(globalThis, {
      TextDecoder,
      fetch: (_: string, { signal: until, headers }: { signal: AbortSignal; headers: object }) => {
        asked.push(headers);
        if (refused-- > 0) return Promise.reject(new TypeError('no connection'));
        const connection = new Connection(until);
        connections.push(connection);
        return Promise.resolve({ ok: true, body: connection.body });
      },
    });
  });
  afterEach(() => {
    TestBed.resetTestingModule();
    jest.useRealTimers();
  });

  async function start(lastEventId: string | null = null) {
    const heard: EventDto[] = [];
    const errors: unknown[] = [];
    const userId = signal<string | null>('u1');
    TestBed.configureTestingModule({
      providers: [
        {
          provide: Session,
          useValue: { user_id: userId, lastEventId, freshToken: () => Promise.resolve('token') },
        },
        { provide: ErrorHandler, useValue: { handleError: (error: unknown) => errors.push(error) } },
      ],
    });
    const live = TestBed.inject(LiveEvents);
    TestBed.runInInjectionContext(() => live.onEvent(EVENT_TYPES, (one) => heard.push(one)));
    TestBed.tick();
    const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
    await pass(0);
    const become = async (id: string | null) => {
      userId.set(id);
      TestBed.tick();
      await pass(0);
    };
    return { live, heard, errors, pass, become, types: () => heard.map(({ type }) => type) };
  }

  it('are read from a stream that breaks anywhere, with either end of line', async () => {
    const { heard, pass } = await start();
    const whole = `:\n\nid: 1\r\n${event('client.updated', 'ü1')}`;
    for (const letter of whole) connections[0]?.send(letter);
    await pass(10);

    expect(heard).toEqual([{ type: 'client.updated', id: 'ü1', at: '' }]);
  });

  it('say that all is to be read again when the first connection failed', async () => {
    refused = 1;
    const { types, pass, live } = await start();
    await pass(5_000);

    expect(live.state()).toBe('live');
    expect(types()).toEqual(['resync']);
  });

  it('come anew after a connection that has fallen silent', async () => {
    const { pass, types, live } = await start();
    connections[0]?.send(':\n\n');
    await pass(20_000);
    expect(live.state()).toBe('live');
    connections[0]?.send(':\n\n');
    await pass(34_000);
    expect(live.state()).toBe('live');
    await pass(3_000);

    expect(connections).toHaveLength(2);
    expect(types()).toEqual(['resync']);
  });

  it('go on where they stood, and say themselves what was missed', async () => {
    const { pass, types } = await start();
    connections[0]?.send(`id: a-1\n\nid: a-2\n${event('client.updated', '1')}`);
    await pass(10);
    connections[0]?.send(null);
    await pass(5_000);
    connections[1]?.send(`id: a-3\n${event('client.deleted', '1')}`);
    await pass(10);

    expect(asked[0]).not.toHaveProperty('last-event-id');
    expect(asked[1]).toHaveProperty('last-event-id', 'a-2');
    expect(types()).toEqual(['client.updated', 'client.deleted']);
  });

  it('begin where they stood at the log-in, before anything was read', async () => {
    const { types, pass } = await start('a-7');
    connections[0]?.send(`id: a-8\n${event('client.updated', '1')}`);
    await pass(10);

    expect(asked[0]).toHaveProperty('last-event-id', 'a-7');
    expect(types()).toEqual(['client.updated']);
  });

  it('go on for all others when one who listens fails', async () => {
    const { live, heard, errors, pass } = await start();
    TestBed.runInInjectionContext(() =>
      live.onEvent(EVENT_TYPES, () => {
        throw new Error('mine');
      }),
    );
    connections[0]?.send(event('client.updated', '1'));
    connections[0]?.send(event('client.updated', '2'));
    await pass(10);

    expect(heard.map(({ id }) => id)).toEqual(['1', '2']);
    expect(errors).toHaveLength(2);
    expect(live.state()).toBe('live');
  });

  it('end with the session, and the next user hears nothing of the one before', async () => {
    const { become, pass, types } = await start();
    await become(null);
    await pass(60_000);
    expect(connections).toHaveLength(1);
    await become('u2');
    connections[0]?.send(event('client.updated', 'c1'));
    connections[1]?.send(event('client.created', 'c2'));
    await pass(0);

    expect(connections).toHaveLength(2);
    expect(types()).toEqual(['client.created']);
  });

  it('leave no listener behind for the network, however long the API is away', async () => {
    const added = jest.spyOn(globalThis, 'addEventListener');
    refused = 1_000;
    const { pass } = await start();
    await pass(600_000);
    const waits = added.mock.calls.filter(([name]) => name === 'online').map(([, , options]) => options);
    const left = waits.filter((options) => typeof options !== 'object' || options.signal?.aborted !== true);

    expect(waits.length).toBeGreaterThan(10);
    // That of the present pause.
    expect(left).toHaveLength(1);
  });
});
