/** How long this process has run. Not by `performance`, which takes a millisecond to load. */
export function elapsedMs(): number {
  return process.uptime() * 1_000;
}
