import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const HEAD_END = Buffer.from('\r\n\r\n');
const TICK_MS = 5;

export interface LoadResult {
  /** How many answers came, by status. */
  statuses: Record<number, number>;
  /** Answers of 503 without `Retry-After`. */
  without_retry_after: number;
  /** Requests whose connection ended before the answer. */
  broken: number;
  /** Requests that found no connection without an unanswered one. */
  unsent: number;
  seconds: number;
  /** Of answers below 400, in milliseconds, in order. */
  served_ms: number[];
}

interface Order {
  port: number;
  /** The bytes of the next request. */
  next: () => string;
  duration_ms: number;
  /** Null: each connection asks again as soon as it has its answer. */
  per_s: number | null;
  /** Most connections. */
  connections: number;
}

/**
 * Asks at a steady pace, whatever the answers do, as the world does. It writes ready bytes on open sockets and looks
 * at the heads of answers alone, so that it costs less than what it asks. The connections are there before, as those of
 * a proxy are: how fast a system opens new ones is another measure.
 */
export async function steadyLoad({
  port,
  next,
  duration_ms,
  per_s,
  connections,
}: Order): Promise<LoadResult> {
  const result: LoadResult = {
    statuses: {},
    without_retry_after: 0,
    broken: 0,
    unsent: 0,
    seconds: 0,
    served_ms: [],
  };
  const all = new Set<Connection>();
  const idle: Connection[] = [];
  let isOver = false;

  async function open(): Promise<void> {
    const connection = await Connection.open(port, {
      answered: ({ status, head, took_ms }) => {
        result.statuses[status] = (result.statuses[status] ?? 0) + 1;
        if (status < 400) result.served_ms.push(took_ms);
        else if (status === 503 && !/\r\nretry-after: *\d/i.test(head)) result.without_retry_after++;
        if (per_s === null && !isOver) connection.ask(next());
        else idle.push(connection);
      },
      closed: (wasAsked) => {
        all.delete(connection);
        const place = idle.indexOf(connection);
        if (place >= 0) idle.splice(place, 1);
        if (wasAsked && !isOver) result.broken++;
        if (!isOver) void open();
      },
    });
    all.add(connection);
    idle.push(connection);
  }

  while (all.size < connections) await Promise.all(Array.from({ length: 10 }, open));
  const begun_ms = performance.now();
  const passed_ms = () => performance.now() - begun_ms;
  if (per_s === null) for (const connection of idle.splice(0)) connection.ask(next());
  let asked = 0;
  while (passed_ms() < duration_ms) {
    for (; per_s !== null && asked < (passed_ms() / 1_000) * per_s; asked++) {
      const free = idle.shift();
      if (free === undefined) result.unsent++;
      else free.ask(next());
    }
    await sleep(TICK_MS);
  }
  // What is unanswered at the end is not counted.
  isOver = true;
  result.seconds = passed_ms() / 1_000;
  for (const { socket } of all) socket.destroy();
  result.served_ms.sort((one, other) => one - other);
  return result;
}

interface Answered {
  status: number;
  head: string;
  took_ms: number;
}

interface Listeners {
  answered: (answer: Answered) => void;
  closed: (wasAsked: boolean) => void;
}

class Connection {
  readonly socket: Socket;
  private askedAt_ms: number | null = null;
  private received: Buffer = Buffer.alloc(0);

  static async open(port: number, on: Listeners): Promise<Connection> {
    const connection = new Connection(port, on);
    await once(connection.socket, 'connect');
    return connection;
  }

  private constructor(
    port: number,
    private readonly on: Listeners,
  ) {
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.socket.on('data', (chunk) => this.take(chunk));
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => on.closed(this.askedAt_ms !== null));
  }

  ask(request: string): void {
    this.askedAt_ms = performance.now();
    this.received = Buffer.alloc(0);
    this.socket.write(request);
  }

  private take(chunk: Buffer): void {
    if (this.askedAt_ms === null) return;
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
    const headEnd = this.received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = this.received.toString('latin1', 0, headEnd);
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? NaN);
    const body = this.received.subarray(headEnd + HEAD_END.length);
    const isWhole = Number.isNaN(length) ? body.subarray(-5).equals(LAST_CHUNK) : body.length >= length;
    if (!isWhole) return;
    const answer = { status: Number(head.slice(9, 12)), head, took_ms: performance.now() - this.askedAt_ms };
    this.askedAt_ms = null;
    this.on.answered(answer);
  }
}

const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/** The bytes of a request. */
export function bytesOf(
  method: string,
  url: string,
  headers: Record<string, string> = {},
  body?: object,
): string {
  const { pathname, search, host } = new URL(url);
  const text = body === undefined ? '' : JSON.stringify(body);
  const sent = {
    host,
    ...headers,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
  };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${text}`;
}
