import { Inject, Injectable } from '@nestjs/common';
import { PanelStatements } from '../../database/database.module';
import { Job } from '../../shared/jobs/job';

/** Tolerance for clocks that differ between processes. */
const KEPT_MS = 3_600_000;

/** Uses the process's time, like the library: see `FailureCounter`. */
const REMOVE = { name: 'remove_rate_limits', text: 'delete from rate_limits where expire < $1' };

/**
 * Removes expired failure counters. The library could do it, but with timers for each kind of counter that outlive the
 * application.
 */
@Injectable()
export class CounterCleanupService {
  constructor(@Inject(PanelStatements) private readonly panel: PanelStatements) {}

  @Job({
    name: 'counters',
    every: '11 * * * *',
    retries: 3,
    first_pause_s: 60,
    longest_pause_s: 600,
    keep_days: 1,
  })
  async removeOld(): Promise<void> {
    await this.panel.run(REMOVE, [Date.now() - KEPT_MS]);
  }
}
