import { Reflector } from '@nestjs/core';
import type { Settings } from '../config/settings';

/** Rows that are removed when they are older than some days. */
export interface RetentionRule {
  /** Its name in the log. */
  what: string;
  /** 0: kept for ever. */
  days: number | ((settings: Settings) => number);
}

/** Has `RetentionService` call a provider's method once a day. The method removes what is from before the given time. */
export const Retention = Reflector.createDecorator<RetentionRule>();
