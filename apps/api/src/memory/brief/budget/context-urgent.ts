import type { ContextForm } from '../forms/context-form';
import { sum } from './context-measure';
import { isUrgent } from './context-order';
import type { ContextRow } from '../context-rows';

/**
 * The rows for which an answer may have room, in their order: all of them, unless not even the urgent tasks
 * fit. Then as many of these as fit, and none of the other tasks. A task is never shown in part, so a long
 * one makes way for two short ones, and more room never means fewer of them.
 */
export function withFittingUrgentTasks(
  rows: readonly ContextRow[],
  room: number,
  form: ContextForm,
): readonly ContextRow[] {
  const urgent = rows.filter(isUrgent);
  const headings = sum(
    urgent
      .slice(0, 1)
      .flatMap((row) => form.headingsOf(row))
      .map(({ cost }) => cost),
  );
  const lengths = urgent.map((row) => form.count(form.writeRow(row)));
  const fitting = asManyAsFit(lengths, room - headings);
  if (fitting.size === urgent.length) return rows;
  return [
    ...urgent.filter((_row, index) => fitting.has(index)),
    ...rows.filter(({ list }) => list !== 'pending_tasks'),
  ];
}

/** The selection with the most lengths that fit together; of equal ones the first. */
function asManyAsFit(lengths: readonly number[], room: number): Set<number> {
  const ascending = [...lengths].sort((one, other) => one - other);
  let most = 0;
  while (most < ascending.length && sum(ascending.slice(0, most + 1)) <= room) most++;
  const chosen = new Set<number>();
  for (const [index, length] of lengths.entries()) {
    if (chosen.size === most) break;
    ascending.splice(ascending.indexOf(length), 1);
    const shortestOthers = sum(ascending.slice(0, most - chosen.size - 1));
    if (length + shortestOthers > room) continue;
    chosen.add(index);
    room -= length;
  }
  return chosen;
}
