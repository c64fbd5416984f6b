import type { Socket } from 'node:net';
import { Logger } from '@nestjs/common';
import { Client, type ClientConfig } from 'pg';
import { recordStatements } from './statements/record-statements';

/** How often the database is asked. */
const TICK_MS = 250;
/** After so many ticks without an answer it counts as hung: 1.5 s. */
const SILENT_TICKS = 6;
/** 10 s where the monitor has to connect first: on a busy machine a log-in takes seconds while statements are answered. */
const CONNECTING_TICKS = 40;
/** 3 s between two tries to connect to one that hangs, since what was sent before may be lost. */
const RECONNECTING_TICKS = 12;

/**
 * Notices a database that hangs: one that keeps its connections open but answers nothing. It is asked on a connection
 * of its own. After a time in which neither that nor any connection of the pool receives anything, every connection is
 * closed, so that the requests that wait for an answer fail now instead of at their time limits, and new connections are
 * refused until it answers again.
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

  /** @param url past a pooler, which may make the probe wait behind requests */
  constructor(private readonly url: string) {}

  /** Whether new connections are refused. */
  get isHung(): boolean {
    return this.hung;
  }

  /** Resolves when the database has answered once, or is seen to hang: from then on silence is noticed in 1.5 s. */
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
    // The log-in does not count: a pooler answers it by itself, also when the database behind it hangs.
    this.connections.set(connection, Infinity);
    connection.once('connect', () => this.connections.set(connection, bytesReceivedBy(connection)));
    connection.once('end', () => this.connections.delete(connection));
  }

  /** Ticks are counted rather than time: a pause of this process itself is no silence of the database. */
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

  /** Whether any connection of the pool has received anything since the last tick; notes how much each has now. */
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
      // An error is an answer too: each request meets the same one at once.
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
      // An error of a connection without a listener would end the program, and while the pool hands a connection
      // from one caller to the next it has none. The statement that fails tells the caller.
      this.on('error', ignore);
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
  // See where it is used.
}
