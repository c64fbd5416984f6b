import type { Page } from 'playwright-core';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  args?: { name?: string };
  /** Microseconds: by the clock, and of CPU. */
  dur?: number;
  tdur?: number;
}

const CATEGORIES = ['disabled-by-default-devtools.timeline', '__metadata'];

/**
 * The CPU time of the longest task of a page's main thread during some work, in milliseconds. CPU time, and not time by
 * the clock, so that other programs on the machine do not count.
 */
export async function longestTaskMs(page: Page, work: () => Promise<unknown>): Promise<number> {
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories: CATEGORIES });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const idOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;
  const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain';
  const mainThreads = new Set(traceEvents.filter(isMain).map(idOf));
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && mainThreads.has(idOf(event)));
  if (tasks.length === 0) throw new Error('The browser traced no task.');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000;
}
