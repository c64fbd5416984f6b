import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { LISTEN } from './events.repository';

/** The health check's interval. A silently broken connection is detected within two of these. */
const CHECK_MS = 5_000;
const END_MS = 1_000;
const PAUSE_MS = { first: 250, longest: 5_000 };

export interface Listening {
  /** A notification arrived. */
  onMessage(message: string): void;
  /** Listening has started. Earlier notifications may have been missed. */
  onListening(): void;
  onLost(error: unknown): void;
}

/**
 * LISTENs on a connection of its own, past the pooler, which would give the connection to another client. Reconnects
 * with back-off until it is stopped.
 */
export class EventListener {
  private readonly stopped = new AbortController();
  private readonly first = Promise.withResolvers<null>();
  private running: Promise<void> | null = null;

  constructor(
    private readonly url: string,
    private readonly listening: Listening,
  ) {}

  /** Resolves when it is listening. */
  async start(): Promise<void> {
    this.running ??= this.run();
    await this.first.promise;
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    let pauseMs = PAUSE_MS.first;
    while (!this.stopped.signal.aborted) {
      try {
        await this.listenOnce(() => {
          this.listening.onListening();
          pauseMs = PAUSE_MS.first;
          this.first.resolve(null);
        });
      } catch (error) {
        if (!this.stopped.signal.aborted) this.listening.onLost(error);
      }
      await sleep(pauseMs, undefined, { signal: this.stopped.signal }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, PAUSE_MS.longest);
    }
  }

  /** Returns after `stop()`; throws if the connection breaks. */
  private async listenOnce(onListening: () => void): Promise<void> {
    const client = new Client({
      connectionString: this.url,
      connectionTimeoutMillis: CHECK_MS,
      query_timeout: CHECK_MS,
      application_name: 'groupless events',
      keepAlive: true,
    });
    const broken = new AbortController();
    client.on('error', (error) => broken.abort(error));
    client.on('end', () => broken.abort(new Error('The connection ended.')));
    client.on('notification', ({ payload = '' }) => this.listening.onMessage(payload));
    try {
      await client.connect();
      await client.query(LISTEN);
      onListening();
      const until = AbortSignal.any([broken.signal, this.stopped.signal]);
      while (!until.aborted) {
        await sleep(CHECK_MS, undefined, { signal: until, ref: false }).catch(() => undefined);
        if (!until.aborted) await client.query('select');
      }
      if (broken.signal.aborted) throw broken.signal.reason;
    } finally {
      // A silently broken connection might never end.
      const ended = client.end().catch(() => undefined);
      await Promise.race([ended, sleep(END_MS, undefined, { ref: false })]);
    }
  }
}
