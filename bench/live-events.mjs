// Measures how fast an event reaches many readers of one process, some of which are frozen. See README.md.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeClient, measureEvents } from './lib/parts/events-part.mjs';
import { startProduct } from './running-product.mjs';

const { values } = parseArgs({
  options: {
    readers: { type: 'string', default: '2000' },
    frozen: { type: 'string', default: '100' },
    events: { type: 'string', default: '40' },
    rounds: { type: 'string', default: '4' },
  },
});
const { rounds, ...counts } = Object.fromEntries(
  Object.entries(values).map(([name, text]) => [name, Number(text)]),
);

const product = await startProduct();
try {
  // Warm-up: the first requests load code.
  for (let index = 0; index < 50; index++) await makeClient(product, `warm-up ${index}`);
  console.log(`${counts.readers} readers, ${counts.frozen} of them frozen; ${counts.events} events a round`);
  console.log(`memory before: ${product.memory_mb()} MB`);
  for (let round = 1; round <= rounds; round++) await measureRound(round);
} finally {
  await product.stop();
}

/** All readers connect, receive some events and disconnect. Memory that stays after several rounds is a leak. */
async function measureRound(round) {
  let withReadersMb;
  const measured = await measureEvents(product, counts, () => (withReadersMb = product.memory_mb()));
  await sleep(2_000);
  console.log(
    `round ${round}: from the request to the last of ${measured.readers} readers median ` +
      `${measured.p50_ms.toFixed(0)} ms, longest ${measured.max_ms.toFixed(0)} ms; memory ` +
      `${withReadersMb} MB with all, ${product.memory_mb()} MB after they left`,
  );
}
