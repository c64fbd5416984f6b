// Measures the five webhooks: ours against the bare server.
import { forgetMade } from './compare-answers.mjs';
import { measurePair } from './pairs.mjs';

const MANY = 32;

const target = (measure, at, limit) => ({ measure, at, limit });
const CPU = target('cpu', 'most', 1);
const P50 = target('p50', 'most', 1.2);

/** Targets for the ratios ours : bare, at 32 connections and at one. */
export const WEBHOOKS = {
  context: { many: [target('per_s', 'least', 7), CPU], one: [P50] },
  'context-gzip': { many: [], one: [] },
  'context-changed': { many: [target('per_s', 'least', 5)], one: [target('per_s', 'least', 0.9)] },
  history: { many: [target('per_s', 'least', 1.2), CPU], one: [P50] },
  summary: { many: [target('per_s', 'least', 1.8), CPU], one: [P50] },
  state: { many: [target('per_s', 'least', 1.8), CPU], one: [P50] },
  task: { many: [target('per_s', 'least', 1.8), CPU], one: [P50] },
};

/** @param timing `{ rounds, slice_ms }` */
export async function measureWebhook(name, { bare, ours, load, memory, timing, report }) {
  const { many, one } = WEBHOOKS[name];
  const results = [];
  for (const [connections, targets] of [
    [MANY, many],
    [1, one],
  ]) {
    const order = { requests: name, connections, targets, timing };
    const result = { name, connections, ...(await measurePair(load, { base: bare, tested: ours }, order)) };
    report(result);
    results.push(result);
    await forgetMade(memory);
    ours.forgetLog();
  }
  return results;
}
