import { LIMITS } from '@groupless/shared-dto';
import type { ContextRow } from './context-rows';
import { changedAt, markOfRow, timeOfBrief } from './told-marks';

/** What a session that goes on was told before, as its program says. */
export interface ToldBefore {
  /** As it was sent: who asks alike gets the same. */
  sent: string;
  marks: ReadonlySet<string>;
  /** When it was told its last brief, in milliseconds; 0: it is not known. What a brief had no room for then is no news. */
  since: number;
  /** The assistant's own id of it: what it has said itself it knows. Null: unknown. */
  session_id: string | null;
}

/** @param sent marks by commas; null where nothing was told, or it is not known what */
export function toldBefore(sent: string | undefined, session_id: string | null): ToldBefore | null {
  const marks = (sent ?? '').split(',').map((mark) => mark.trim());
  const known = marks.filter((mark) => mark !== '').slice(0, LIMITS.recall_told.max);
  if (known.length === 0) return null;
  const since = Math.max(0, ...known.map(timeOfBrief));
  return { sent: known.join(), marks: new Set(known), since, session_id };
}

/** Whether a row was told, and has not changed since. */
export function wasTold({ marks, since }: ToldBefore, row: ContextRow): boolean {
  return marks.has(markOfRow(row)) || Date.parse(changedAt(row)) <= since;
}

/** What stands for a brief in which nothing is new. */
export const NOTHING_NEW =
  'Nothing in the memory is new since this session was told its brief. If that is not in the conversation any more: load_context.\n';
