import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { Job } from './jobs/job';
import { describeError } from '../platform/log/describe-error';
import { recorded } from '../platform/telemetry/recorder';

/** Rows that are removed when they are older than some days. */
export interface RetentionRule {
  /** Its name in the log. */
  what: string;
  /** 0: kept for ever. */
  days: number;
  removeBefore(before: Date): Promise<void>;
}

const DAY_MS = 86_400_000;

/** Removes rows that are older than the settings allow, after the start of a server and then once a day. */
@Injectable()
export class RetentionService {
  private readonly rules: RetentionRule[] = [];
  private readonly log = new Logger(RetentionService.name);

  constructor(private readonly clock: Clock) {}

  /** Each feature's module adds its rules. */
  add(rule: RetentionRule): void {
    if (rule.days > 0) this.rules.push(rule);
  }

  /**
   * A rule that fails is logged, and does not keep the others from being applied.
   * @throws Error that names the rules that failed, so that the job is tried again
   */
  @Job({
    name: 'retention',
    every: '23 3 * * *',
    at_start: true,
    retries: 5,
    first_pause_s: 300,
    longest_pause_s: 3_600,
    keep_days: 7,
  })
  async removeOld(): Promise<void> {
    const failed: string[] = [];
    for (const rule of this.rules) {
      try {
        const before = new Date(this.clock.now().getTime() - rule.days * DAY_MS);
        await recorded('job', `retention: ${rule.what}`, () => rule.removeBefore(before));
      } catch (error) {
        failed.push(rule.what);
        this.log.warn({ err: describeError(error), what: rule.what }, 'what is too old was not removed');
      }
    }
    if (failed.length > 0) throw new Error(`What is too old was not removed: ${failed.join(', ')}.`);
  }
}
