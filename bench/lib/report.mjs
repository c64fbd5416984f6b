// Prints results during a run.

export const shown = (value) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : Number(value.toPrecision(3)).toString();
const percent = (share) => `${Math.round(share * 100)} %`;

export function verdict({ at, limit, met }) {
  return `${at === 'least' ? '≥' : '≤'} ${limit} ${met ? 'met' : 'NOT met'}`;
}

/** One line for each server, then the ratios with their targets. */
export function printPair({
  name,
  connections,
  base,
  tested,
  ratios,
  noise,
  targets,
  names = ['bare', 'ours'],
}) {
  console.log(`\n${name}, ${connections} connection${connections === 1 ? '' : 's'}`);
  for (const [place, run] of [base, tested].entries()) console.log(`  ${names[place].padEnd(8)}${line(run)}`);
  const judged = Object.entries(ratios).map(([measure, value]) => {
    const target = targets.find((one) => one.measure === measure);
    return `${measure} ${value.toFixed(2)}${target === undefined ? '' : ` (${verdict(target)})`}`;
  });
  console.log(
    `  ${names[1]} : ${names[0]}  ${judged.join(', ')}; noise ${percent(noise)}, others used ${shown(tested.others_cores)} cores`,
  );
}

export function printOwn({ name, connections, ours }) {
  console.log(`\n${name}, ${connections} connections\n  ${line(ours)}`);
}

export function printPart(name, result) {
  console.log(`\n${name}`);
  const { targets = [], ...figures } = result;
  for (const [what, value] of Object.entries(figures)) console.log(`  ${what}: ${figure(value)}`);
  for (const target of targets) console.log(`  ${target.measure} ${verdict(target)}`);
}

export function figure(value) {
  if (typeof value === 'number') return shown(value);
  return Object.entries(value)
    .map(([what, part]) => `${what} ${shown(part)}`)
    .join(', ');
}

function line(run) {
  return (
    `${shown(run.per_s)}/s, p50 ${shown(run.p50_ms)}, p95 ${shown(run.p95_ms)}, p99 ${shown(run.p99_ms)} ms; ` +
    `CPU s of 1,000: server ${shown(run.cpu_s)}, postgres ${shown(run.postgres_cpu_s)}, client ${shown(run.client_cpu_s)}; ` +
    `${shown(run.memory_mb)} MB; ${shown(run.answer_kb)} kB each`
  );
}
