import { Instant } from './time-fields';

/**
 * The parameter of a list for programs that keep a copy: the rows that were made or changed then or later. Use it with
 * `sort=updated_at`.
 */
export const UpdatedSince = () =>
  Instant({
    optional: true,
    description:
      'Those that were made or changed then or later. To keep a copy, sort by `updated_at` and ask again from a minute ' +
      'before the newest that you have: changes become visible in the order in which they are stored.',
    example: '2026-11-20T09:30:00Z',
  });
