import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { PanelStatements } from '../../database/database.module';
import { ThrottledWarnings } from '../../shared/log/throttled-warnings';

const EVERY_MS = 300_000;
/** Tolerance for clocks that differ between processes. */
const KEPT_MS = 3_600_000;

/** Uses the process's time, like the library: see `FailureCounter`. */
const REMOVE = { name: 'remove_rate_limits', text: 'delete from rate_limits where expire < $1' };

/**
 * Removes expired failure counters. The library could do it, but with timers for each kind of counter that outlive the
 * application.
 */
@Injectable()
export class CounterCleanupService implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private readonly warnings = new ThrottledWarnings(CounterCleanupService.name);

  constructor(@Inject(PanelStatements) private readonly panel: PanelStatements) {}

  onApplicationBootstrap(): void {
    // Retried at the next interval.
    const failed = (error: unknown) =>
      this.warnings.warn(error, 'counters of failures that are over were not removed');
    this.timer = setInterval(() => void this.removeOld().catch(failed), EVERY_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  async removeOld(): Promise<void> {
    await this.panel.run(REMOVE, [Date.now() - KEPT_MS]);
  }
}
