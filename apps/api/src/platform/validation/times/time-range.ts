import { invalidRequest } from '../../errors/app-error';

interface Range {
  from: string | null;
  to: string | null;
}

/**
 * The ends of a requested range, in milliseconds since 1970, as texts for the database.
 * @throws AppError `invalid_request` if `from` is later than `to`, because the empty result would mislead
 */
export function rangeBetween(from: number | null, to: number | null): Range {
  if (from !== null && to !== null && from > to) {
    const message = 'from must not be later than to.';
    throw invalidRequest([{ field: 'from', code: 'out_of_range', message }]);
  }
  return { from: textOf(from), to: textOf(to) };
}

function textOf(instantMs: number | null): string | null {
  return instantMs === null ? null : new Date(instantMs).toISOString();
}
