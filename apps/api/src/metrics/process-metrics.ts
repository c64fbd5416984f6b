import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Registry } from 'prom-client';
import { addCounter, addGauge } from './read-metrics';

const NS = 1e9;
/** How often the event loop is looked at: rarely enough to cost nothing. */
const LOOK_EVERY_MS = 50;

/** Adds what is worth knowing of any Node.js process, under the names that dashboards for them expect. */
export function measureProcess(registry: Registry): void {
  const started_at_s = performance.timeOrigin / 1_000;
  const delay = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS });
  delay.enable();
  const gauge = (name: string, help: string, value: () => number) =>
    addGauge(registry, { name, help, read: () => [{ value: value() }] });

  addCounter(registry, {
    name: 'process_cpu_seconds_total',
    help: 'CPU time used, in seconds',
    read: () => [{ value: cpuSeconds() }],
  });
  gauge('process_start_time_seconds', 'When the process started, in seconds since 1970', () => started_at_s);
  gauge('process_resident_memory_bytes', 'Memory that the process holds', () => process.memoryUsage.rss());
  addGauge(registry, {
    name: 'nodejs_heap_bytes',
    help: 'The heap of JavaScript',
    labels: ['state'],
    read: () => {
      const { heapTotal, heapUsed } = process.memoryUsage();
      return [
        { labels: { state: 'total' }, value: heapTotal },
        { labels: { state: 'used' }, value: heapUsed },
      ];
    },
  });
  addGauge(registry, {
    name: 'nodejs_eventloop_lag_seconds',
    help: 'By how much the event loop was late since the last scrape',
    labels: ['quantile'],
    read: () => {
      const lagOf = (measured_ns: number) => Math.max(0, measured_ns / NS - LOOK_EVERY_MS / 1_000);
      const lags = [
        { labels: { quantile: '0.5' }, value: lagOf(delay.percentile(50)) },
        { labels: { quantile: '0.99' }, value: lagOf(delay.percentile(99)) },
        { labels: { quantile: '1' }, value: lagOf(delay.max) },
      ];
      delay.reset();
      return lags;
    },
  });
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
