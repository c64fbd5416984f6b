import { Reflector } from '@nestjs/core';

/** What runs in the background, and how. */
export interface JobDeclaration {
  name: string;
  /** A cron expression in UTC; null: it runs only when somebody adds one. */
  every: string | null;
  /** Whether it also runs after the start of a server. Only for those with `every`. */
  at_start?: boolean;
  /** How often a failed one is tried again. The pauses double, from the first to the longest. */
  retries: number;
  first_pause_s: number;
  longest_pause_s: number;
  /** For how many days one that has ended is kept. */
  keep_days: number;
  /** How many run at once in one process. Those with `every` run one at a time over all processes. */
  at_once?: number;
  /** How often a process looks for due ones; left out: every 30 seconds. */
  poll_s?: number;
}

/** Without a sign of life for so long, the process that runs a job counts as dead, and another one repeats the job. */
export const DEAD_AFTER_S = 60;

/**
 * Makes a provider's method a background job, run by `JobsService`. It gets what was added with it, and a signal that
 * the server stops. It may run twice: after a process died, another one repeats what that had begun.
 */
export const Job = Reflector.createDecorator<JobDeclaration>();
