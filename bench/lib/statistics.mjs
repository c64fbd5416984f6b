/** The value below which this share of the sorted values lies. */
function quantile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

export function ascending(values) {
  return [...values].sort((one, other) => one - other);
}

export function median(values) {
  const sorted = ascending(values);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Percentiles of durations in ms, rounded to microseconds. */
export function latencies(durationsMs) {
  const sorted = ascending(durationsMs);
  const at = (share) => Math.round((quantile(sorted, share) ?? 0) * 1_000) / 1_000;
  return { p50_ms: at(0.5), p95_ms: at(0.95), p99_ms: at(0.99), max_ms: at(1) };
}
