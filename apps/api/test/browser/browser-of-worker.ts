import type { Browser } from 'playwright-core';
import { launchBrowser } from './browser';

declare global {
  var browserOfTests: Promise<Browser> | undefined;
}

/** One for all files that a worker runs, since starting one takes a second. It ends with the worker, whose pipe it reads. */
export async function browserOfWorker(): Promise<Browser> {
  const running = await globalThis.browserOfTests?.catch(() => undefined);
  if (running?.isConnected() === true) return running;
  return (globalThis.browserOfTests = launchBrowser());
}
