import { Counter, Gauge, type Registry } from 'prom-client';

/** One measured value, with its labels. */
export interface Reading {
  labels?: Readonly<Record<string, string>>;
  value: number;
}

export interface Measurement {
  name: string;
  help: string;
  labels?: readonly string[];
  /** Asked at each scrape; nothing is shown for what is not known just now. */
  read: () => readonly Reading[];
}

/** Adds something that rises and falls. */
export function addGauge(registry: Registry, { name, help, labels = [], read }: Measurement): void {
  const gauge = new Gauge({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    collect: () => {
      gauge.reset();
      // Without labels a reset leaves a 0, which would be said of what is not known.
      if (labels.length === 0) gauge.remove();
      for (const { labels: own = {}, value } of read()) gauge.set(own, value);
    },
  });
}

/** Adds something that only rises, and is counted elsewhere. */
export function addCounter(registry: Registry, { name, help, labels = [], read }: Measurement): void {
  const counter = new Counter({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    collect: () => {
      counter.reset();
      for (const { labels: own = {}, value } of read()) counter.inc(own, value);
    },
  });
}
