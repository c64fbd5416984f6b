import type { Socket } from 'node:net';
import { Logger } from '@nestjs/common';
import { Client, type ClientConfig } from 'pg';
import { endOnReadTimeout } from './statements/end-on-read-timeout';
import { recordStatements } from './statements/record-statements';

/** How often the database is polled. */
const TICK_MS = 250;
/** Ticks without an answer until it counts as hung: 1.5 s. */
const SILENT_TICKS = 6;
/** The same while the probe connects: 10 s, because logging in takes seconds on a busy machine. */
const CONNECTING_TICKS = 40;
/** 3 s between two attempts to reconnect to a hung database: an earlier attempt may have been lost. */
const RECONNECTING_TICKS = 12;

/**
 * Detects a hung database: one that keeps its connections open but does not answer. It is polled on a connection of its
 * own. When neither this probe nor any connection of the pool receives a byte for some time, all connections are
 * closed, so waiting requests fail at once instead of at their time limits. New connections are refused until the
 * database answers again.
 */
export class DatabaseMonitor {
  /** The class of connections for the pool. */
  readonly Client = monitoredClient(this);
  private readonly log = new Logger(DatabaseMonitor.name);
  /** Each open connection of the pool, with the bytes it had received at the last tick. */
  private readonly connections = new Map<Client, number>();
  private probe: Client | null = null;
  private timer: NodeJS.Timeout | null = null;
  private isConnected = false;
  private hasAnswered = true;
  private silentTicks = 0;
  private hung = false;

  /** @param url past a pooler, where the probe could queue behind requests */
  constructor(private readonly url: string) {}

  /** Whether new connections are refused. */
  get isHung(): boolean {
    return this.hung;
  }

  /** Resolves when the database has answered once, or counts as hung. */
  async start(): Promise<void> {
    this.timer ??= setInterval(() => this.tick(), TICK_MS).unref();
    this.hasAnswered = false;
    await this.ask();
  }

  stop(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
    this.closeProbe();
  }

  watch(connection: Client): void {
    // Bytes of the log-in do not count: a pooler answers it by itself, even if the database hangs.
    this.connections.set(connection, Infinity);
    connection.once('connect', () => this.connections.set(connection, bytesReceivedBy(connection)));
    connection.once('end', () => this.connections.delete(connection));
  }

  /** Counts ticks instead of time, so that a pause of this process does not look like a silent database. */
  private tick(): void {
    const hasReceived = this.recordReceived();
    if (this.hasAnswered) {
      this.hasAnswered = false;
      this.silentTicks = 0;
      this.hung = false;
      return void this.ask();
    }
    this.silentTicks = hasReceived ? 0 : this.silentTicks + 1;
    if (this.silentTicks < this.mostSilentTicks()) return;
    this.silentTicks = 0;
    this.closePool();
    this.closeProbe();
    void this.ask();
  }

  private mostSilentTicks(): number {
    if (this.isConnected) return SILENT_TICKS;
    return this.hung ? RECONNECTING_TICKS : CONNECTING_TICKS;
  }

  /** Whether any connection of the pool has received bytes since the last tick. Stores the new counts. */
  private recordReceived(): boolean {
    let hasReceived = false;
    for (const [connection, before] of this.connections) {
      const received = bytesReceivedBy(connection);
      if (received <= before) continue;
      this.connections.set(connection, received);
      hasReceived = true;
    }
    return hasReceived;
  }

  private closePool(): void {
    if (!this.hung) this.log.warn('A database does not answer; its connections are closed.');
    this.hung = true;
    for (const connection of this.connections.keys()) connection.connection.stream.destroy();
    this.connections.clear();
  }

  private async ask(): Promise<void> {
    const probe = (this.probe ??= this.newProbe());
    try {
      if (!this.isConnected) await this.connect(probe);
      await probe.query('select 1');
    } catch {
      // An error is an answer too: requests get it at once, so nothing hangs.
      if (this.probe === probe) this.closeProbe();
      else return;
    }
    this.hasAnswered = true;
  }

  private async connect(probe: Client): Promise<void> {
    await probe.connect();
    if (this.probe !== probe) return;
    this.isConnected = true;
    this.silentTicks = 0;
  }

  private newProbe(): Client {
    const probe = new Client({
      connectionString: this.url,
      application_name: 'groupless monitor',
      keepAlive: true,
    });
    probe.on('error', ignore);
    return probe;
  }

  private closeProbe(): void {
    this.probe?.connection.stream.destroy();
    this.probe = null;
    this.isConnected = false;
  }
}

type OnConnected = (error: Error) => void;

function monitoredClient(monitor: DatabaseMonitor): new (config?: ClientConfig) => Client {
  return class extends Client {
    constructor(config?: ClientConfig) {
      super(config);
      // Without a listener an error would end the process, and the pool has none while it hands a connection over. The
      // statement that fails reports the error.
      this.on('error', ignore);
      endOnReadTimeout(this);
      recordStatements(this);
    }

    override connect(): Promise<Client>;
    override connect(callback: OnConnected): void;
    override connect(callback?: OnConnected): Promise<Client> | void {
      if (!monitor.isHung) {
        monitor.watch(this);
        if (callback === undefined) return super.connect();
        super.connect(callback);
        return;
      }
      const refusal = Object.assign(new Error('The database does not answer.'), { code: 'ETIMEDOUT' });
      if (callback === undefined) return Promise.reject(refusal);
      process.nextTick(callback, refusal);
    }
  };
}

function bytesReceivedBy({ connection }: Client): number {
  return (connection.stream as Socket).bytesRead;
}

function ignore(): void {
  // The next statement reports it.
}
