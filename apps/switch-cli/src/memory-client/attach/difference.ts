/** The lines that differ, as `diff` shows them, without what is the same before and behind them. */
export function difference(before: string, after: string): string[] {
  const [old, own] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < Math.min(old.length, own.length) && old[start] === own[start]) start++;
  let end = 0;
  const most = Math.min(old.length, own.length) - start;
  while (end < most && old[old.length - 1 - end] === own[own.length - 1 - end]) end++;
  const shown = (lines: string[], sign: string) =>
    lines.slice(start, lines.length - end).map((line) => `${sign} ${line.replace(/\r$/, '')}`);
  return [...shown(old, '-'), ...shown(own, '+')];
}
