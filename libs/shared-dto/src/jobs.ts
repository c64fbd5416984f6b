/** One kind of work that runs in the background. */
export interface JobDto {
  name: string;
  /** A cron expression in UTC; null: it runs when there is something to do. */
  every: string | null;
  /** How many wait, also for a second attempt. */
  waiting: number;
  active: number;
  /** How many failed for good in the last 24 hours. */
  failed_24h: number;
  /** When the last one ended. */
  last_at: string | null;
  /** What the last failure said, of those that are kept. */
  last_error: string | null;
  /** When the next one is due. */
  next_at: string | null;
}
