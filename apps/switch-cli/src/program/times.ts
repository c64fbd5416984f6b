const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Such as `3 hours`. */
export function duration(lengthMs: number): string {
  for (const [unit, unitMs] of UNITS) {
    const count = Math.floor(Math.abs(lengthMs) / unitMs);
    if (count > 0) return `${count} ${unit}${count === 1 ? '' : 's'}`;
  }
  return 'less than a minute';
}

export function ago(instant: string, now: Date): string {
  return `${duration(now.getTime() - Date.parse(instant))} ago`;
}
