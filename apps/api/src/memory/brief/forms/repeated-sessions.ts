import type { ContextRow } from '../context-rows';

/** Keeps the newest of sessions with the same text, and their number. Sessions come newest first. */
export function withoutRepeats(rows: readonly ContextRow[]): ContextRow[] {
  const times = new Map<string, number>();
  for (const row of rows) {
    const said = saidIn(row);
    if (said !== null) times.set(said, (times.get(said) ?? 0) + 1);
  }
  const shown = new Set<string>();
  return rows.flatMap((row) => {
    const said = saidIn(row);
    if (said === null) return [row];
    if (shown.has(said)) return [];
    shown.add(said);
    const count = row.times ?? times.get(said) ?? 1;
    return count === 1 ? [row] : [{ ...row, times: count }];
  });
}

/** The words of a summary, and its length if only its beginning is loaded. */
function saidIn({ list, row, bytes }: ContextRow): string | null {
  if (list !== 'recent_sessions') return null;
  const words = row.summary
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const length = bytes[0] ?? 0;
  const isWhole = length <= Buffer.byteLength(row.summary);
  return JSON.stringify([words, isWhole ? 0 : length, row.tasks_completed, row.tasks_created]);
}
