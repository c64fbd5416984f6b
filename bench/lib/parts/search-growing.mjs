// Searches while the memory grows.
import { setTimeout as sleep } from 'node:timers/promises';
import { printRow, timesOf } from './search-figures.mjs';

const SESSIONS = 45_000;
const WRITERS = 8;
const CHANGES = 60_000;

/** Stores sessions at full speed with a search after the other meanwhile, then changes one row very often. */
export async function growing(product, texts) {
  await product.forget();
  await product.startIndexing();
  const started = performance.now();
  const ms = [];
  let next = 0;
  const write = async () => {
    while (next < SESSIONS) {
      const { document } = texts[next++ % texts.length];
      await product.store(`${document}\n${next}`);
    }
  };
  const writers = Promise.all(Array.from({ length: WRITERS }, write)).then(() => (next = Infinity));
  for (let asked = 0; next < Infinity; asked++) {
    const start = performance.now();
    await product.search(texts[asked % texts.length].query);
    ms.push(performance.now() - start);
  }
  await writers;
  const stored = performance.now();
  while ((await product.waiting()) > 0) await sleep(200);
  const completed = performance.now();
  await product.stopIndexing();
  const result = {
    sessions: SESSIONS,
    'sessions a second': SESSIONS / ((stored - started) / 1000),
    searches: ms.length,
    ...timesOf(ms),
    'complete after, s': (completed - stored) / 1000,
    'entries of the queue after 60,000 changes of a row': await product.changeOften(CHANGES),
  };
  printRow(result);
  return result;
}
