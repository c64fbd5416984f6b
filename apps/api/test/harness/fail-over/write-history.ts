import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

interface Attempt {
  text: string;
  asked_at_ms: number;
  /** When it was answered with 2xx; null: it was not. */
  stored_at_ms: number | null;
  outcome: string;
}

const UNDER_WAY = 'under way';

export interface Writer {
  base_url: string;
  task_url: string;
  /** Of scope `panel:write`. */
  key: string;
}

/** What was written through several API servers at a steady pace, and what the databases have of it. */
export class WriteHistory {
  private readonly attempts: Attempt[] = [];
  private readonly underWay = new Set<Promise<void>>();
  private hasStopped = false;
  private running: Promise<void> | null = null;

  constructor(private readonly writers: readonly Writer[]) {}

  start(perSecond: number): void {
    this.running = this.run(perSecond);
  }

  async stop(): Promise<void> {
    this.hasStopped = true;
    await this.running;
    await Promise.all(this.underWay);
  }

  /** What was asked between two times, and the longest pause of stored writes that began or ended there. */
  between(fromMs: number, toMs: number) {
    const asked = this.attempts.filter(
      ({ asked_at_ms: at, outcome }) => at >= fromMs && at <= toMs && outcome !== UNDER_WAY,
    );
    const outcomes: Record<string, number> = {};
    for (const { outcome } of asked) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    const stored = this.attempts
      .map(({ stored_at_ms: at }) => at)
      .filter((at) => at !== null && at >= fromMs && at <= toMs)
      .sort((one, other) => one! - other!) as number[];
    let pauseMs = 0;
    for (let index = 1; index < stored.length; index++)
      pauseMs = Math.max(pauseMs, stored[index]! - stored[index - 1]!);
    return {
      asked: asked.length,
      failed: asked.filter(({ stored_at_ms: at }) => at === null).length,
      pause_ms: pauseMs,
      outcomes,
    };
  }

  /** Waits until so many writes in a row that were asked from now on are stored. */
  async isSteady(count = 40): Promise<void> {
    const sinceMs = performance.now();
    for (;;) {
      await sleep(100);
      const recent = this.attempts.slice(-count - 20, -20);
      if (recent.length < count) continue;
      if (recent.every(({ asked_at_ms: at, stored_at_ms: stored }) => at >= sinceMs && stored !== null))
        return;
    }
  }

  /** What was answered as stored and is not there, and what is there twice. */
  async check(panelUrl: string, memoryUrl: string) {
    // What is stored while the databases are read may be missing in what was read.
    const stored = this.attempts.filter(({ stored_at_ms: at }) => at !== null);
    const found = [
      ...(await texts(panelUrl, `select name as text from clients where name like 'write %'`)),
      ...(await texts(memoryUrl, `select task as text from assistant_tasks where task like 'write %'`)),
    ];
    const known = new Set(found);
    return {
      stored: stored.length,
      lost: stored.filter(({ text }) => !known.has(text)).map(({ text }) => text),
      doubled: found.length - known.size,
    };
  }

  private async run(perSecond: number): Promise<void> {
    const begunMs = performance.now();
    let number = 0;
    while (!this.hasStopped) {
      for (const due = ((performance.now() - begunMs) / 1_000) * perSecond; number < due; number++) {
        const sent = this.write(number).finally(() => this.underWay.delete(sent));
        this.underWay.add(sent);
      }
      await sleep(5);
    }
  }

  /** A client in one database, or a task in the other. */
  private async write(number: number): Promise<void> {
    const writer = this.writers[number % this.writers.length]!;
    const isTask = Math.floor(number / this.writers.length) % 2 === 0;
    const text = `write ${number}`;
    const attempt: Attempt = {
      text,
      asked_at_ms: performance.now(),
      stored_at_ms: null,
      outcome: UNDER_WAY,
    };
    this.attempts.push(attempt);
    try {
      const answer = await fetch(isTask ? writer.task_url : `${writer.base_url}/api/clients`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(isTask ? {} : { 'x-api-key': writer.key }) },
        body: JSON.stringify(isTask ? { action: 'create', task: text } : { name: text }),
      });
      await answer.arrayBuffer();
      attempt.outcome = String(answer.status);
      if (answer.ok) attempt.stored_at_ms = performance.now();
    } catch (error) {
      attempt.outcome = String((error as { cause?: { code?: string } }).cause?.code ?? error);
    }
  }
}

async function texts(url: string, query: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ text: string }>(query);
  await client.end();
  return rows.map(({ text }) => text);
}
