import { Inject, Injectable, Logger } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import {
  LIMITS,
  RETAINED_ROWS,
  type RetainedRows,
  type RetentionMonthsDto,
  type RetentionPreviewDto,
} from '@groupless/shared-dto';
import { AuditService } from '../audit/audit.service';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import { Clock } from '../platform/clock';
import { decoratedMethods } from '../platform/decorated-methods';
import { describeError } from '../platform/log/describe-error';
import { recorded } from '../platform/telemetry/recorder';
import { Job } from '../shared/jobs/job';
import { CountsRetained, Retention, type RetentionCount, type RetentionRule } from '../shared/retention';
import { beginningOf } from './beginning-of';
import { RetentionSettingsService } from './retention-settings.service';

type Remove = (before: Date, stopping: AbortSignal) => Promise<unknown>;
type Count = (before: Date, most: number) => Promise<RetentionCount>;

const ORDER = Object.keys(RETAINED_ROWS);

/** Removes rows that are older than the settings allow, after the start of a server and then once a day. */
@Injectable()
export class RetentionService {
  private readonly log = new Logger(RetentionService.name);

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly stored: RetentionSettingsService,
    private readonly audit: AuditService,
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
  async removeOld(_data: object = {}, stopping = new AbortController().signal): Promise<void> {
    const failed: string[] = [];
    for (const { what, before, remove } of this.listRules(await this.stored.getMonths())) {
      if (stopping.aborted) return;
      try {
        const removed = await recorded('job', `retention: ${what}`, () => remove(before, stopping));
        if (isRetained(what) && typeof removed === 'number' && removed > 0) await this.record(what, removed);
      } catch (error) {
        failed.push(what);
        this.log.warn({ err: describeError(error), what }, 'what is too old was not removed');
      }
    }
    if (failed.length > 0) throw new Error(`What is too old was not removed: ${failed.join(', ')}.`);
  }

  /** How many rows would be removed by these months now. */
  async preview(months: RetentionMonthsDto): Promise<RetentionPreviewDto> {
    const counts = new Map(
      decoratedMethods<RetainedRows, Count>(this.discovery, CountsRetained).map((one) => [
        one.declared,
        one.run,
      ]),
    );
    const items: RetentionPreviewDto['items'] = [];
    for (const { what, before } of this.listRules(months)) {
      if (!isRetained(what)) continue;
      const counted = await counts.get(what)?.(before, LIMITS.page.counted);
      if (counted === undefined) throw new Error(`Nothing counts ${what}.`);
      const { count, isExact } = counted;
      items.push({ kind: RETAINED_ROWS[what], what, count, count_is_exact: isExact });
    }
    return { items };
  }

  /** Those that remove anything, with the time before which it is too old. What has an order comes last. */
  private listRules(months: RetentionMonthsDto) {
    const now = this.clock.now();
    return decoratedMethods<RetentionRule, Remove>(this.discovery, Retention)
      .flatMap(({ declared: { what, days }, run: remove }) => {
        const ofDays = typeof days === 'number' ? days : days(this.settings);
        const before = beginningOf(now, ofDays, isRetained(what) ? months[RETAINED_ROWS[what]] : null);
        return before === null ? [] : [{ what, before, remove }];
      })
      .sort((a, b) => ORDER.indexOf(a.what) - ORDER.indexOf(b.what));
  }

  private record(what: RetainedRows, count: number): Promise<void> {
    const entry = { action: 'retention.removed', object: 'settings:retention', details: { what, count } };
    return this.audit.record({ caller: null, ip: null }, entry);
  }
}

function isRetained(what: string): what is RetainedRows {
  return Object.hasOwn(RETAINED_ROWS, what);
}
