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
  /** Called at each scrape. An unknown value is left out. */
  read: () => readonly Reading[];
}

/** Adds a gauge. */
export function addGauge(registry: Registry, { name, help, labels = [], read }: Measurement): void {
  const gauge = new Gauge({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    collect: () => {
      gauge.reset();
      // Without labels a reset leaves a 0, which is wrong for an unknown value.
      if (labels.length === 0) gauge.remove();
      for (const { labels: own = {}, value } of read()) gauge.set(own, value);
    },
  });
}

/** Adds a counter that is counted elsewhere. */
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
