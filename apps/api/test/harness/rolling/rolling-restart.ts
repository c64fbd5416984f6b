import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseUrls } from '../../../src/database/data-source-options';
import { Production } from './production';
import { ReturningReader } from './returning-reader';
import { Traffic, type Failure } from './traffic';

export interface RollingOptions {
  urls: DatabaseUrls;
  rounds: number;
  per_second: number;
  readers: number;
  /** Whether at the end one replica is killed without warning. */
  kills: boolean;
  report?: (line: string) => void;
}

export interface RollingReport {
  requests: number;
  counts: Record<string, number>;
  p50_ms: number;
  p99_ms: number;
  restarts: number;
  /** Of requests and of readers that came back, before anything was killed. */
  failures: string[];
  /** Of requests that the killed replica had when it was killed. */
  failures_of_kill: string[];
  /** Of other requests after that. */
  failures_beside_kill: string[];
  returns: number;
  resyncs: number;
  booked: number;
  /** Bookings that some reader has not learnt of. */
  missed: number;
}

/** For traffic between two restarts; nothing depends on it. */
const PAUSE_MS = 1_000;

/** Restarts each replica in turn under traffic, so many rounds. */
export async function rollReplicas(options: RollingOptions): Promise<RollingReport> {
  const { rounds, per_second, report = () => undefined } = options;
  const production = await Production.start(options.urls);
  try {
    const traffic = await Traffic.start(production, per_second);
    const readers = await Promise.all(
      Array.from({ length: options.readers }, () =>
        new ReturningReader(production.base_url, traffic).start(),
      ),
    );
    await sleep(PAUSE_MS);
    for (let round = 1; round <= rounds; round++) {
      for (const index of production.replicas.keys()) {
        await production.restart(index);
        await sleep(PAUSE_MS);
      }
      report(`round ${round}: ${traffic.total} requests, ${traffic.failures.length} failed`);
    }
    // A process that is killed may take the news of its last booking with it: what was heard is asked before.
    const booked = [...traffic.booked];
    await sleep(PAUSE_MS);
    const missed = booked.filter((id) => readers.some(({ known }) => !known.has(id)));
    const failures = [...traffic.failures];
    const afterKill = options.kills ? await failuresOfKill(production, traffic) : { of: [], beside: [] };
    await traffic.stop();
    await Promise.all(readers.map((reader) => reader.stop()));
    return {
      requests: traffic.total,
      counts: traffic.counts,
      p50_ms: traffic.percentile(50),
      p99_ms: traffic.percentile(99),
      restarts: rounds * production.replicas.length,
      failures: [...failures.map(describe), ...readers.flatMap((reader) => reader.failures)],
      failures_of_kill: afterKill.of.map(describe),
      failures_beside_kill: afterKill.beside.map(describe),
      returns: sum(readers.map(({ returns }) => returns)),
      resyncs: sum(readers.map(({ resyncs }) => resyncs)),
      booked: booked.length,
      missed: missed.length,
    };
  } finally {
    await production.stop();
  }
}

/** Kills a replica, and tells failures of what it had in hand from others. */
async function failuresOfKill(production: Production, traffic: Traffic) {
  const before = traffic.failures.length;
  const { host } = new URL(production.replicas[1]!.base_url);
  await production.replicas[1]!.kill('SIGKILL');
  const killedAtMs = performance.now();
  await production.restart(1);
  await sleep(PAUSE_MS);
  const servers = new Map(production.nginx.log.map(({ request_id, server }) => [request_id, String(server)]));
  const wasThere = ({ request_id, asked_at_ms }: Failure) =>
    asked_at_ms <= killedAtMs && (servers.get(request_id)?.includes(host) ?? false);
  const failures = traffic.failures.slice(before);
  return { of: failures.filter(wasThere), beside: failures.filter((failure) => !wasThere(failure)) };
}

function describe({ kind, outcome }: Failure): string {
  return `${kind}: ${outcome}`;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
