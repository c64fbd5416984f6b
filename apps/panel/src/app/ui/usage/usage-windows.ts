import {
  USAGE_FULL_PERCENT,
  USAGE_HIGH_PERCENT,
  usedOfWindow,
  type AccountUsageDto,
  type UsageWindowDto,
} from '@groupless/shared-dto';

const HOUR_MS = 3_600_000;
/** The windows that have a name of their own here, in their order, and how long each is. */
const LENGTHS_MS: Record<string, number> = { five_hour: 5 * HOUR_MS, seven_day: 7 * 24 * HOUR_MS };
const NAMES = Object.keys(LENGTHS_MS);

/** How full a limit is, from so many percent on: `USAGE_HIGH_PERCENT`, `USAGE_FULL_PERCENT`. */
export type UsageLevel = 'low' | 'high' | 'full';

/** A window as it is shown. */
export interface ShownWindow {
  name: string;
  /** The key of its name in the texts; null: it is shown as the tool calls it. */
  label: string | null;
  /** A whole number; null where nothing was read since the window was reset. */
  percent: number | null;
  level: UsageLevel;
  /** What was read is older than the window. */
  isStale: boolean;
  resetsAt: UsageWindowDto['resets_at'];
}

export function levelOf(percent: number): UsageLevel {
  if (percent >= USAGE_FULL_PERCENT) return 'full';
  return percent >= USAGE_HIGH_PERCENT ? 'high' : 'low';
}

export function labelOfWindow(name: string): string | null {
  return NAMES.includes(name) ? `usage.windows.${name}` : null;
}

/** The five hours first, then the week, then what else the tool reports. Nothing where nothing was reported. */
export function shownWindows(usage: AccountUsageDto | null | undefined, nowMs: number): ShownWindow[] {
  if (!usage) return [];
  const ageMs = nowMs - Date.parse(usage.at);
  const rank = ({ name }: UsageWindowDto) => (NAMES.includes(name) ? NAMES.indexOf(name) : NAMES.length);
  return usage.windows
    .toSorted((a, b) => rank(a) - rank(b))
    .map((window) => {
      const used = usedOfWindow(window, nowMs);
      const percent = used === null ? null : Math.round(used);
      return {
        name: window.name,
        label: labelOfWindow(window.name),
        percent,
        level: levelOf(percent ?? 0),
        isStale: percent === null || ageMs > (LENGTHS_MS[window.name] ?? Number.POSITIVE_INFINITY),
        resetsAt: window.resets_at,
      };
    });
}
