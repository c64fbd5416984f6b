// Many concurrent log-ins, while the webhooks and the panel are in normal use.
import { judged, WARM_UP } from './pairs.mjs';
import { median } from '../statistics.mjs';
import { startLoad } from '../load.mjs';

const LOG_INS = 200;
/** The answer of a log-in that has waited for half a minute. */
const TOO_LONG = 503;
const CALM_MS = 6_000;
const LONGEST_MS = 120_000;
const DAILY_WORK = { requests: 'daily work', connections: 8, pause_ms: 50 };
const TARGET = { measure: 'p99', at: 'most', limit: 3 };

/** @param rounds the number of storms; the ratio is their median */
export async function measureStorm({ stack, ours, load, rounds }) {
  await ours.renewToken();
  await load.run({ ...DAILY_WORK, ...WARM_UP, pause_ms: 0, target: ours.target });
  const visitors = startLoad(stack);
  const runs = [];
  for (let round = 0; round < rounds; round++) runs.push(await oneStorm(ours, load, visitors));
  const middle = runs.toSorted((one, other) => one.ratio - other.ratio)[rounds >> 1];
  const ratio = median(runs.map((run) => run.ratio));
  return { log_ins: LOG_INS, ...middle, ratio, targets: [judged(TARGET, ratio)] };
}

async function oneStorm({ target, memory }, load, visitors) {
  const calm = await load.run({ ...DAILY_WORK, target, duration_ms: CALM_MS });
  const beforeMb = memory().now;
  let mostMb = beforeMb;
  const watch = setInterval(() => (mostMb = Math.max(mostMb, memory().now)), 50);
  try {
    const others = load.run({ ...DAILY_WORK, target, duration_ms: LONGEST_MS });
    others.catch(() => undefined);
    const arrived = await visitors.run({
      requests: 'log-in',
      target,
      connections: LOG_INS,
      count: LOG_INS,
      may_be: TOO_LONG,
    });
    load.stop();
    const during = await others;
    return {
      ratio: during.p99_ms / calm.p99_ms,
      calm: { requests: calm.requests, p50_ms: calm.p50_ms, p99_ms: calm.p99_ms },
      during: { requests: during.requests, p50_ms: during.p50_ms, p99_ms: during.p99_ms },
      all_answered_s: arrived.seconds,
      told_to_come_again: arrived.refused[TOO_LONG] ?? 0,
      log_in_p50_ms: arrived.p50_ms,
      memory_mb: { before: beforeMb, most: mostMb },
    };
  } finally {
    clearInterval(watch);
  }
}
