// What is said of the answers to many questions.
import { latencies } from '../statistics.mjs';

/** The rank of the right answer; 0: it is not there. */
export const rankOf = (found, right) => found.indexOf(right) + 1;

/** @param answers `{ rank, ms }` of each question */
export function figuresOf(answers) {
  const ranks = answers.map(({ rank }) => rank).filter((rank) => rank > 0);
  const share = (count) => count / answers.length;
  return {
    questions: answers.length,
    'R@1': share(ranks.filter((rank) => rank === 1).length),
    'R@5': share(ranks.filter((rank) => rank <= 5).length),
    MRR: share(ranks.reduce((sum, rank) => sum + 1 / rank, 0)),
    ...timesOf(answers.map(({ ms }) => ms)),
  };
}

export function timesOf(ms) {
  const { p50_ms, p95_ms } = latencies(ms);
  return { 'p50 ms': p50_ms, 'p95 ms': p95_ms };
}

export function printRow(row) {
  console.log(
    Object.entries(row)
      .map(
        ([name, value]) =>
          `${name} ${Number.isInteger(value) ? value : typeof value === 'number' ? value.toFixed(3) : value}`,
      )
      .join('  '),
  );
}
