import { Inject, Injectable, type PipeTransform } from '@nestjs/common';
import { SETTINGS } from '../../../config/config.module';
import type { Settings } from '../../../config/settings';
import { Clock } from '../../../platform/clock';
import { invalidRequest } from '../../../platform/errors/app-error';
import { Instant, instantOf } from '../../../platform/validation/times/time-fields';

const DAY_MS = 86_400_000;

export const AsOf = () =>
  Instant({
    optional: true,
    description: 'Shows what was there at this time. It may be as old as the versions that are kept.',
    example: '2026-11-20T09:30:00Z',
  });

/** Checks `as_of`: the state before the oldest versions is unknown. */
@Injectable()
export class AsOfPipe<Query extends { as_of?: string }> implements PipeTransform<Query, Query> {
  constructor(
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  transform(query: Query): Query {
    const days = this.settings.memory_versions_days;
    const oldestMs = days === 0 ? -Infinity : this.clock.now().getTime() - days * DAY_MS;
    if (query.as_of === undefined || (instantOf(query.as_of) ?? oldestMs) >= oldestMs) return query;
    const message = `as_of may be at most ${days} days ago: older versions are not kept.`;
    throw invalidRequest([{ field: 'as_of', code: 'out_of_range', message }]);
  }
}
