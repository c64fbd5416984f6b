import type {
  SeriesConflictCode,
  SeriesConflictDto,
  SeriesDto,
  SeriesExceptionDto,
} from '@groupless/shared-dto';

/** A time of the rule, and what becomes of it. */
export interface SeriesDay {
  starts_at: string;
  /** Why it cannot be at its time; null: it can. */
  code: SeriesConflictCode | null;
  /** Where it is instead; null: it is left out, if it cannot be at its time. */
  moved_to: string | null;
  /** Whether the time that was chosen instead cannot be either. */
  isRefused: boolean;
}

/** All times of a series that was tried, in their order. */
export function daysOfPlan({ created, conflicts }: Pick<SeriesDto, 'created' | 'conflicts'>): SeriesDay[] {
  const usual = { moved_to: null, isRefused: false };
  return [
    ...created.map(({ starts_at }) => ({ ...usual, starts_at, code: null })),
    ...conflicts.map(({ starts_at, code }) => ({ ...usual, starts_at, code })),
  ].sort((one, other) => one.starts_at.localeCompare(other.starts_at));
}

/** When the appointments will be, by time. */
export function startsOfDays(days: readonly SeriesDay[]): string[] {
  return days
    .flatMap(({ starts_at, code, moved_to }) => moved_to ?? (code === null ? starts_at : []))
    .sort((one, other) => one.localeCompare(other));
}

/** As the API takes it. */
export function exceptionsOf(days: readonly SeriesDay[]): SeriesExceptionDto[] {
  return days
    .filter(({ code, moved_to }) => code !== null || moved_to !== null)
    .map(({ starts_at, moved_to }) => ({ starts_at, moved_to }));
}

/** After a refusal: each conflict is of a time that was chosen, or new on a day that was free when the series was tried. */
export function withConflicts(
  days: readonly SeriesDay[],
  conflicts: readonly SeriesConflictDto[],
): SeriesDay[] {
  const codes = new Map(conflicts.map(({ starts_at, code }) => [Date.parse(starts_at), code]));
  return days.map((day) => {
    const { starts_at, moved_to } = day;
    if (moved_to !== null) return codes.has(Date.parse(moved_to)) ? { ...day, isRefused: true } : day;
    return { ...day, code: codes.get(Date.parse(starts_at)) ?? day.code };
  });
}
