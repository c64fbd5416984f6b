import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from './clock';
import { describeError } from './log/describe-error';
import { recorded } from './telemetry/recorder';

/** Rows that are removed when they are older than some days. */
export interface RetentionRule {
  /** Its name in the log. */
  what: string;
  /** 0: kept for ever. */
  days: number;
  removeBefore(before: Date): Promise<void>;
}

const DAY_MS = 86_400_000;

/** Removes rows that are older than the settings allow, after the start and then once a day. */
@Injectable()
export class RetentionService implements OnModuleDestroy {
  private readonly rules: RetentionRule[] = [];
  private timer: NodeJS.Timeout | undefined;
  private readonly log = new Logger(RetentionService.name);

  constructor(private readonly clock: Clock) {}

  /** Each feature's module adds its rules. */
  add(rule: RetentionRule): void {
    if (rule.days > 0) this.rules.push(rule);
  }

  start(): void {
    this.timer = setInterval(() => void this.removeOld(), DAY_MS).unref();
    setImmediate(() => void this.removeOld()).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** A failure is logged and retried the next day. */
  async removeOld(): Promise<void> {
    for (const rule of this.rules) {
      try {
        const before = new Date(this.clock.now().getTime() - rule.days * DAY_MS);
        await recorded('job', `retention: ${rule.what}`, () => rule.removeBefore(before));
      } catch (error) {
        this.log.warn({ err: describeError(error), what: rule.what }, 'what is too old was not removed');
      }
    }
  }
}
