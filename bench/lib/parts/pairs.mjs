// Compares two servers in rounds of base, tested, base, so that disturbances of the machine affect both.
import { cpuSeconds, familyCpuSeconds, machineUse } from '../servers/processes.mjs';
import { mean, median } from '../statistics.mjs';

/** Warm-up: until the code is compiled by the JIT, within a limit. */
export const WARM_UP = { count: 2_000, duration_ms: 2_500 };

/**
 * @param servers `{ base, tested }`
 * @param order `{ requests, connections, targets, timing: { rounds, slice_ms } }`; a target is about one of the ratios
 *   or, by its name there, a figure of the tested one
 * @returns the median of each figure for both, of the ratios tested : base of each round, the noise, the targets
 */
export async function measurePair(load, { base, tested }, { requests, connections, targets, timing }) {
  const slice = (server) =>
    measureSlice(load, server, { requests, connections, duration_ms: timing.slice_ms });
  for (const { target } of [base, tested]) await load.run({ requests, connections, target, ...WARM_UP });
  const rounds = [];
  for (let round = 0; round < timing.rounds; round++)
    rounds.push([await slice(base), await slice(tested), await slice(base)]);
  return summarise(rounds, targets);
}

/**
 * Compares two of our servers in rounds of one, other, other, one, so that both get equally warm, which makes some per
 * cent.
 * @returns of requests a second and CPU of server and PostgreSQL: the median of the ratios other : one
 */
export async function measureInTurns(load, [one, other], { requests, connections, rounds, duration_ms }) {
  for (const { target, renewToken } of [one, other]) {
    await renewToken();
    await load.run({ requests, connections, target, ...WARM_UP });
  }
  const measured = [];
  for (let round = 0; round < rounds; round++) {
    const slices = [];
    for (const server of [one, other, other, one])
      slices.push(await measureSlice(load, server, { requests, connections, duration_ms }));
    measured.push(slices);
  }
  const ratioOf = (key) =>
    median(
      measured.map(([first, second, third, last]) => (second[key] + third[key]) / (first[key] + last[key])),
    );
  return {
    per_s: ratioOf('per_s'),
    cpu: ratioOf('cpu_s'),
    postgres_cpu: ratioOf('postgres_cpu_s'),
  };
}

/** CPU seconds are those of 1,000 requests. */
export async function measureSlice(load, server, order) {
  const before = {
    server: cpuSeconds(server.pid),
    postgres: familyCpuSeconds(server.postgres_pid),
    machine: machineUse(),
  };
  const run = await load.run({ ...order, target: server.target });
  const machine = machineUse(before.machine);
  const serverCpuS = cpuSeconds(server.pid) - before.server;
  const postgresCpuS = familyCpuSeconds(server.postgres_pid) - before.postgres;
  const per1000 = (seconds) => (seconds * 1_000) / run.requests;
  const { per_s, p50_ms, p95_ms, p99_ms } = run;
  return {
    per_s,
    p50_ms,
    p95_ms,
    p99_ms,
    cpu_s: per1000(serverCpuS),
    postgres_cpu_s: per1000(postgresCpuS),
    client_cpu_s: per1000(run.client_cpu_s),
    /** CPU cores used by processes other than these three. */
    others_cores: Math.max(0, machine.busy_s - serverCpuS - postgresCpuS - run.client_cpu_s) / run.seconds,
    memory_mb: server.memory().now,
    answer_kb: run.bytes / run.requests / 1_000,
  };
}

function summarise(rounds, targets) {
  const around = ([first, , last], key) => mean([first[key], last[key]]);
  const ratioOf = (key) => median(rounds.map((round) => round[1][key] / around(round, key)));
  const tested = medians(rounds.map(([, middle]) => middle));
  const ratios = {
    per_s: ratioOf('per_s'),
    cpu: ratioOf('cpu_s'),
    p50: ratioOf('p50_ms'),
    p99: ratioOf('p99_ms'),
  };
  return {
    base: medians(rounds.flatMap(([first, , last]) => [first, last])),
    tested,
    ratios,
    /** The noise: the relative difference of the two runs of the base in a round. */
    noise: median(rounds.map((round) => Math.abs(round[0].per_s - round[2].per_s) / around(round, 'per_s'))),
    targets: targets.map((target) => judged(target, ratios[target.measure] ?? tested[target.measure])),
  };
}

/** @param target `{ measure, at: 'least' | 'most', limit }` */
export function judged(target, value) {
  return { ...target, value, met: target.at === 'least' ? value >= target.limit : value <= target.limit };
}

/** The median of each figure of some slices. */
export function medians(slices) {
  return Object.fromEntries(
    Object.keys(slices[0]).map((key) => [key, median(slices.map((slice) => slice[key]))]),
  );
}
