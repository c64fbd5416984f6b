import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProblemDto } from '@groupless/shared-dto';
import { comingMonday } from '../data/times';

interface Asked {
  kind: string;
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: object;
}

/** Where the product is, and how one gets in. */
export interface Deployment {
  readonly base_url: string;
  readonly agent_key: string;
  /** What the memory webhooks demand, where they demand a key. */
  readonly memory_key?: string;
  logIn(): Promise<string>;
  webhooks(): Promise<Record<string, string>>;
}

export interface Failure {
  kind: string;
  /** A status, or what broke. */
  outcome: string;
  request_id: string;
  /** By `performance.now()`. */
  asked_at_ms: number;
}

const TOKEN_MS = 300_000;
const DAY_MS = 86_400_000;
/** From nine to six. */
const MINUTES_OF_WORK = 540;
/** Odd, so that what ends was made. */
const TURNS_OF_A_TASK = 101;

/** The bookings of all runs: each has a time of its own. */
let bookings = 0;

/** One minute after the other of the hours in which a new business is open. */
function minuteOfWork(place: number): string {
  const [day, minute] = [Math.floor(place / MINUTES_OF_WORK), place % MINUTES_OF_WORK];
  const monday = Date.parse(comingMonday(1 + Math.floor(day / 5)));
  return new Date(monday + (day % 5) * DAY_MS + minute * 60_000).toISOString();
}

/** What assistants, the chat agent and a panel ask of the product, at a steady pace whatever the answers do. */
export class Traffic {
  readonly failures: Failure[] = [];
  readonly counts: Record<string, number> = {};
  readonly durationsMs: number[] = [];
  /** Ids of the appointments whose booking was answered. */
  readonly booked = new Set<string>();
  private readonly inFlight = new Set<Promise<void>>();
  private readonly runId = randomUUID().slice(0, 8);
  private webhooks: Record<string, string> = {};
  private token = { value: '', made_at_ms: -Infinity };
  private asked = 0;
  private stopped = false;
  private running: Promise<void> | null = null;

  private constructor(private readonly deployment: Deployment) {}

  static async start(deployment: Deployment, perSecond: number): Promise<Traffic> {
    const traffic = new Traffic(deployment);
    traffic.webhooks = await deployment.webhooks();
    await traffic.renewToken();
    traffic.running = traffic.run(perSecond);
    return traffic;
  }

  get total(): number {
    return this.asked;
  }

  get bearer(): { authorization: string } {
    return { authorization: `Bearer ${this.token.value}` };
  }

  /** In milliseconds: so many of a hundred requests were answered within it. */
  percentile(percent: number): number {
    const sorted = [...this.durationsMs].sort((one, other) => one - other);
    return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? 0;
  }

  /** Resolves when the last answer has come. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.running;
    await Promise.all(this.inFlight);
  }

  private async run(perSecond: number): Promise<void> {
    const begunMs = performance.now();
    while (!this.stopped) {
      if (performance.now() - this.token.made_at_ms > TOKEN_MS) await this.renewToken();
      const due = ((performance.now() - begunMs) / 1_000) * perSecond;
      while (this.asked < due) this.send(this.next(this.asked++));
      await sleep(5);
    }
  }

  private async renewToken(): Promise<void> {
    this.token = { value: await this.deployment.logIn(), made_at_ms: performance.now() };
  }

  /** Ten kinds in turn, five of which write. */
  private next(number: number): Asked {
    const { base_url, agent_key, memory_key } = this.deployment;
    const turn = Math.floor(number / 10);
    const webhook = (path: string, body?: object): Asked => ({
      kind: path,
      url: this.webhooks[path] ?? '',
      ...(memory_key === undefined ? {} : { headers: { 'x-api-key': memory_key } }),
      ...(body === undefined ? {} : { method: 'POST', body }),
    });
    const list = (path: string): Asked => ({
      kind: `list ${path}`,
      url: `${base_url}/api/${path}`,
      headers: this.bearer,
    });
    const kinds: (() => Asked)[] = [
      () => webhook('assistant-context'),
      () => webhook('assistant-update-state', { key: `key ${turn % 50}`, value: String(number) }),
      () => list('clients?limit=20'),
      () => ({ ...webhook('chat-history'), url: `${this.webhooks['chat-history']}?chat_id=none` }),
      () => webhook('assistant-task', this.makeOrEndTask(turn)),
      () => list('appointments?limit=20'),
      () => webhook('assistant-session-summary', { summary: `turn ${turn}` }),
      () => list('memory/tasks?limit=20'),
      () => ({
        kind: 'booking',
        url: `${base_url}/appointments`,
        method: 'POST',
        headers: { 'x-api-key': agent_key },
        body: {
          client: { name: 'Ada' },
          starts_at: minuteOfWork(bookings++),
          duration_minutes: 1,
        },
      }),
      () => webhook('assistant-update-state', { key: `${this.runId} ${turn}`, value: 'new' }),
    ];
    return kinds[number % 10]!();
  }

  /** Every other turn ends what was made a while ago. */
  private makeOrEndTask(turn: number): object {
    const earlier = turn - TURNS_OF_A_TASK;
    const isEnd = turn % 2 === 1 && earlier >= 0;
    return {
      action: isEnd ? 'done' : 'create',
      task: `task ${this.runId} ${isEnd ? earlier : turn}`,
    };
  }

  private send(asked: Asked): void {
    const answered = this.ask(asked).finally(() => this.inFlight.delete(answered));
    this.inFlight.add(answered);
  }

  private async ask({ kind, url, method = 'GET', headers = {}, body }: Asked): Promise<void> {
    const requestId = randomUUID();
    const askedAtMs = performance.now();
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
    const failed = (outcome: string) =>
      this.failures.push({ kind, outcome, request_id: requestId, asked_at_ms: askedAtMs });
    try {
      const answer = await fetch(url, {
        method,
        headers: { ...headers, 'x-request-id': requestId, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      this.durationsMs.push(performance.now() - askedAtMs);
      if (answer.status >= 300) failed(`${answer.status} ${(JSON.parse(text) as ProblemDto).code}`);
      else if (kind === 'booking') this.booked.add((JSON.parse(text) as { id: string }).id);
    } catch (error) {
      const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
      failed(`${message} ${cause?.code ?? ''}`);
    }
  }
}
