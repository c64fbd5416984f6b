const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Such as `3 hours`. */
export function duration(length_ms: number): string {
  for (const [unit, unit_ms] of UNITS) {
    const count = Math.floor(Math.abs(length_ms) / unit_ms);
    if (count > 0) return `${count} ${unit}${count === 1 ? '' : 's'}`;
  }
  return 'less than a minute';
}

export function ago(instant: string, now: Date): string {
  return `${duration(now.getTime() - Date.parse(instant))} ago`;
}

/** When a session ends: its access token, which the assistant renews by itself. */
export function expiry(instant: string | null, now: Date): string | null {
  if (instant === null || Number.isNaN(Date.parse(instant))) return null;
  const left_ms = Date.parse(instant) - now.getTime();
  return left_ms > 0 ? `expires in ${duration(left_ms)}` : `expired ${duration(left_ms)} ago`;
}
