import { Inject, Injectable, Logger } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import { Clock } from '../platform/clock';
import { decoratedMethods } from '../platform/decorated-methods';
import { describeError } from '../platform/log/describe-error';
import { recorded } from '../platform/telemetry/recorder';
import { Job } from './jobs/job';
import { Retention, type RetentionRule } from './retention';

const DAY_MS = 86_400_000;

/** Removes rows that are older than the settings allow, after the start of a server and then once a day. */
@Injectable()
export class RetentionService {
  private readonly log = new Logger(RetentionService.name);

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

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
    for (const { what, days, removeBefore } of this.listRules()) {
      try {
        const before = new Date(this.clock.now().getTime() - days * DAY_MS);
        await recorded('job', `retention: ${what}`, () => removeBefore(before));
      } catch (error) {
        failed.push(what);
        this.log.warn({ err: describeError(error), what }, 'what is too old was not removed');
      }
    }
    if (failed.length > 0) throw new Error(`What is too old was not removed: ${failed.join(', ')}.`);
  }

  private listRules() {
    return decoratedMethods<RetentionRule, (before: Date) => Promise<void>>(this.discovery, Retention)
      .map(({ declared: { what, days }, run }) => ({
        what,
        days: typeof days === 'number' ? days : days(this.settings),
        removeBefore: run,
      }))
      .filter(({ days }) => days > 0);
  }
}
