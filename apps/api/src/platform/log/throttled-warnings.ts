import { Logger } from '@nestjs/common';
import { describeError } from './describe-error';

const EVERY_MS = 60_000;

/** Logs a failure of background work at most once a minute, because it is retried more often. */
export class ThrottledWarnings {
  private readonly log: Logger;
  private readonly saidAtMs = new Map<string, number>();

  constructor(context: string) {
    this.log = new Logger(context);
  }

  warn(error: unknown, message: string): void {
    const now = performance.now();
    if (now - (this.saidAtMs.get(message) ?? -Infinity) < EVERY_MS) return;
    this.saidAtMs.set(message, now);
    this.log.warn({ err: describeError(error) }, message);
  }
}
