import { parseArgs } from 'node:util';
import { StartFailure } from '../start-failure';

export interface DemoOptions {
  /** The demo's today, such as `2026-11-20`. */
  today: string;
  /** The number of chat messages of the large part; its other rows are in proportion. 0: no large part. */
  scale: number;
  /** Whether to remove the demo. */
  removes: boolean;
}

const USAGE = 'Usage: npm run demo [-- [--today 2026-11-20] [--scale 1000000] | -- --remove]';
/** Guards against typing errors. */
const LARGEST_SCALE = 100_000_000;
const WRONG_USAGE = 2;

/** @throws StartFailure */
export function readOptions(words: string[], now: Date): DemoOptions {
  const { today, scale, remove: removes = false } = parse(words);
  if (removes && words.length > 1) throw refusal('--remove stands alone.');
  return { today: readDay(today ?? now.toISOString().slice(0, 10)), scale: readScale(scale ?? '0'), removes };
}

function parse(words: string[]): { today?: string; scale?: string; remove?: boolean } {
  try {
    return parseArgs({
      args: words,
      options: { today: { type: 'string' }, scale: { type: 'string' }, remove: { type: 'boolean' } },
    }).values;
  } catch (error) {
    throw refusal((error as Error).message);
  }
}

function readDay(text: string): string {
  const midnightMs = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  const isDay = !isNaN(midnightMs) && new Date(midnightMs).toISOString().startsWith(text);
  if (!isDay) throw refusal(`--today takes a day such as 2026-11-20.`);
  return text;
}

function readScale(text: string): number {
  const scale = /^\d+$/.test(text) ? Number(text) : NaN;
  if (!(scale <= LARGEST_SCALE)) throw refusal(`--scale takes a number up to ${LARGEST_SCALE}.`);
  return scale;
}

function refusal(reason: string): StartFailure {
  return new StartFailure(`${reason}\n${USAGE}`, WRONG_USAGE);
}
