import type { Page, Request } from 'playwright-core';

/** What a page has asked for: data, and the code of its screens. */
interface Asked {
  unanswered: Set<Request>;
  /** How often it has asked since it was opened. */
  times: number;
  /** The code of screens that has come, and is perhaps not run yet. */
  code: Set<string>;
  /** Who waits until nothing is unanswered. */
  waiting: (() => void)[];
}

const askedBy = new WeakMap<Page, Asked>();

/** Notes what a page asks for from now on, for `isStill()`. */
export function noteRequests(page: Page): void {
  const asked: Asked = { unanswered: new Set(), times: 0, code: new Set(), waiting: [] };
  askedBy.set(page, asked);
  page.on('request', (request) => {
    // Requests of the previous page no longer count.
    if (request.isNavigationRequest()) for (const one of [asked.unanswered, asked.code]) one.clear();
    if (isStreamOfEvents(request)) return;
    asked.unanswered.add(request);
    asked.times++;
  });
  const end = (request: Request) => {
    const wasAsked = asked.unanswered.delete(request);
    if (asked.unanswered.size === 0) for (const wake of asked.waiting.splice(0)) wake();
    return wasAsked;
  };
  page.on('requestfailed', end).on('requestfinished', (request) => {
    if (end(request) && isCode(request)) asked.code.add(request.url());
  });
}

function isCode(request: Request): boolean {
  return /\/chunk-[^/]+\.js$/.test(request.url());
}

/** It never ends. */
function isStreamOfEvents(request: Request): boolean {
  return new URL(request.url()).pathname === '/api/events';
}

/**
 * Waits until all that the page asked for is answered and its code has run, the page has drawn the answers and asked for nothing more because
 * of them, and nothing on it moves. It waits for no length of time, but for two frames: what is there by then is drawn.
 */
export async function isStill(page: Page, withinMs = 30_000): Promise<void> {
  const asked = askedBy.get(page);
  if (asked === undefined) throw new Error('Nobody notes what this page asks for.');
  const end = Date.now() + withinMs;
  for (;;) {
    await isAnswered(asked, end - Date.now());
    const { times, code } = asked;
    // During a navigation there is no page to evaluate in.
    const isDrawn: unknown = await page.evaluate(drawnWith([...code])).catch(() => false);
    // Events of requests arrive in order with the result: requests made while drawing are counted by now.
    if (isDrawn === true && asked.unanswered.size === 0 && asked.times === times) return;
    if (Date.now() > end) {
      const urls = [...asked.unanswered].map((request) => request.url());
      throw new Error(`Not still within ${withinMs / 1_000} s: ${page.url()} waits for ${urls.join(', ')}`);
    }
  }
}

/** Does not ask the page, which has enough to do. */
async function isAnswered({ unanswered, waiting }: Asked, withinMs: number): Promise<void> {
  if (unanswered.size === 0) return;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const end = () => resolve(undefined);
  waiting.push(end);
  const timer = setTimeout(end, withinMs);
  await promise;
  clearTimeout(timer);
}

/**
 * After two frames: no skeletons, no running animations, and as many elements as before them. A module that was asked for
 * already is not loaded again: importing it waits until it has run.
 */
const drawnWith = (
  code: readonly string[],
) => `Promise.allSettled(${JSON.stringify(code)}.map((url) => import(url)))
  .then(() => new Promise((resolve) => {
    const count = () => document.querySelectorAll('*').length;
    const before = count();
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(
      count() === before &&
      document.querySelector('app-skeleton') === null &&
      document.getAnimations().every(({ playState }) => playState !== 'running'),
    ))));
  }))`;
