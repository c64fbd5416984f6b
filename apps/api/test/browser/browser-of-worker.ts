import type { Browser } from 'playwright-core';
import { launchBrowser } from './browser';

declare global {
  var browserOfTests: Promise<Browser> | undefined;
}

/** One for all files that a worker runs, since starting one takes a second. */
export async function browserOfWorker(): Promise<Browser> {
  const running = await globalThis.browserOfTests?.catch(() => undefined);
  if (running?.isConnected() === true) return running;
  if (globalThis.browserOfTests === undefined) process.on('removeListener', closeAtTheEnd);
  return (globalThis.browserOfTests = launchBrowser());
}

/** Jest stops listening to a worker's messages when it has no more files for it. The worker ends once nothing is open. */
function closeAtTheEnd(event: string | symbol): void {
  if (event !== 'message') return;
  process.off('removeListener', closeAtTheEnd);
  globalThis.browserOfTests?.then((browser) => browser.close()).catch(() => undefined);
}
