import { memberOf } from '@groupless/shared-dto/session-documents';
import { isObject, parsedOrNull } from '../files/foreign-json';
import { numberOrNull, textOrNull } from '../targets/session-format';

/** How much of a limit of the provider is used. */
export interface UsageWindow {
  /** `five_hour`, `seven_day`, or as the tool calls it. */
  name: string;
  used_percent: number;
  resets_at: string;
}

/** What Claude Code hands to the command of its status line, as far as it is about limits. */
export interface StatusLineInput {
  session_id: string;
  /** How long the session has been running; null where an earlier version does not say it. */
  length_ms: number | null;
  /** None before the first answer of the provider, with an API key, and in versions that do not tell. */
  windows: UsageWindow[];
}

/** Null for what is no such input: half a file, or something else. */
export function statusLineInput(text: string): StatusLineInput | null {
  const input = parsedOrNull(text);
  const sessionId = textOrNull(memberOf(input, 'session_id'));
  if (sessionId === null) return null;
  const limits = memberOf(input, 'rate_limits');
  const names = isObject(limits) ? Object.keys(limits) : [];
  return {
    session_id: sessionId,
    length_ms: numberOrNull(memberOf(memberOf(input, 'cost'), 'total_duration_ms')),
    windows: names.flatMap((name) => {
      const window = memberOf(limits, name);
      return windowOf(name, memberOf(window, 'used_percentage'), memberOf(window, 'resets_at'));
    }),
  };
}

/** What a line of a session's log of Codex says of the limits of its account; null where it says nothing of them. */
export function codexReading(line: string): { at: string; windows: UsageWindow[] } | null {
  if (!line.includes('rate_limits')) return null;
  const event = parsedOrNull(line);
  const at = textOrNull(memberOf(event, 'timestamp'));
  const limits = memberOf(memberOf(event, 'payload'), 'rate_limits');
  if (at === null || Number.isNaN(Date.parse(at)) || !isObject(limits)) return null;
  if (!OF_THE_ACCOUNT.includes(memberOf(limits, 'limit_id') ?? null)) return null;
  const windows = ['primary', 'secondary'].flatMap((name) => {
    const window = memberOf(limits, name);
    const minutes = numberOrNull(memberOf(window, 'window_minutes'));
    return windowOf(nameOf(minutes, name), memberOf(window, 'used_percent'), memberOf(window, 'resets_at'));
  });
  return windows.length === 0 ? null : { at, windows };
}

/** Other ids are those of limits of single models; earlier versions of Codex have no ids. */
const OF_THE_ACCOUNT: readonly unknown[] = [null, 'codex'];

const MINUTES: Record<number, string> = { 300: 'five_hour', 10_080: 'seven_day' };

/** Codex calls its windows the first and the second; their lengths tell which they are. */
function nameOf(minutes: number | null, name: string): string {
  return minutes === null ? name : (MINUTES[minutes] ?? `${minutes}_minutes`);
}

/** A window without a figure or a time of its end is none: "not reported" is never 0 %. */
function windowOf(name: string, used: unknown, resets: unknown): UsageWindow[] {
  const [percent, resetsS] = [numberOrNull(used), numberOrNull(resets)];
  const resetsAt = new Date((resetsS ?? NaN) * 1_000);
  if (percent === null || Number.isNaN(resetsAt.getTime())) return [];
  const used_percent = Math.min(100, Math.max(0, percent));
  return [{ name, used_percent, resets_at: resetsAt.toISOString() }];
}
