import type { Instant } from './kinds';

/** One kind of work that runs in the background. */
export interface JobDto {
  /** @example retention */
  name: string;
  /**
   * A cron expression in UTC; null: it runs when there is something to do.
   * @example "23 3 * * *"
   */
  every: string | null;
  /** That wait, also for a second attempt. */
  waiting: number;
  /** That run now. */
  active: number;
  /** That failed for good in the last 24 hours. */
  failed_24h: number;
  /** When the last one ended. */
  last_at: Instant | null;
  /** What the last failure said. */
  last_error: string | null;
  /** What the last one that succeeded said; null: nothing. */
  last_result: string | null;
  /** When the next one is due. */
  next_at: Instant | null;
}
