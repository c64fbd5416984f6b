import { Clock } from '../../../src/platform/clock';

/** The real time until a test sets another. */
export class TestClock extends Clock {
  private fixed: Date | null = null;

  set(instant: string | Date): void {
    this.fixed = new Date(instant);
  }

  reset(): void {
    this.fixed = null;
  }

  override now(): Date {
    return this.fixed ?? new Date();
  }
}
