import { Reflector } from '@nestjs/core';
import type { RetainedRows } from '@groupless/shared-dto';
import type { Settings } from '../config/settings';

/** Rows that are removed when they are older than some days. */
export interface RetentionRule {
  /** Its name in the log. One of `RETAINED_ROWS` can also be removed earlier, by the months that an admin chose. */
  what: string;
  /** 0: kept for ever. */
  days: number | ((settings: Settings) => number);
}

/**
 * Has `RetentionService` call a provider's method once a day. The method removes what is from before the given time, stops when
 * the server does, and answers how many rows were removed.
 */
export const Retention = Reflector.createDecorator<RetentionRule>();

/** How many rows there are; at least, if that is not exact. */
export interface RetentionCount {
  count: number;
  isExact: boolean;
}

/** Has a provider's method count what the rule of that name would remove: from before the given time, up to a number. */
export const CountsRetained = Reflector.createDecorator<RetainedRows>();
