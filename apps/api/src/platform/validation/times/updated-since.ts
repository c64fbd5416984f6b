import { Instant } from './time-fields';

/**
 * A list's parameter for programs that sync a copy: rows that were made or changed at that time or later. Use it with
 * `sort=updated_at`.
 */
export const UpdatedSince = () =>
  Instant({
    optional: true,
    description:
      'Those that were made or changed then or later. To keep a copy, sort by `updated_at` and ask again from a minute ' +
      'before the newest that you have: changes become visible in the order in which they are stored. An appointment changes ' +
      'with the names that it shows: of its client, resource and services. What was deleted, and a new `last_activity_at` of a ' +
      'client, are not told here; `GET /api/changes` tells them, of clients and appointments.',
    example: '2026-11-20T09:30:00Z',
  });
