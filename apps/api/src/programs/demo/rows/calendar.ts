const DAY_MS = 86_400_000;

/** The demo's calendar. Its days are relative to the day on which it is filled, so that the data looks recent. */
export class Calendar {
  private readonly midnightMs: number;

  /** @param today such as `2026-11-20` */
  constructor(readonly today: string) {
    this.midnightMs = Date.parse(`${today}T00:00:00Z`);
  }

  /**
   * An instant on a working day before today: 1 is the last one, -1 the next, 0 is today or the next working day.
   * @param time in UTC, such as `09:30`
   */
  at(workdaysAgo: number, time: string): Date {
    let dayMs = this.midnightMs;
    // On a weekend, future days count from the next working day.
    const isShifted = workdaysAgo <= 0 && isWeekend(dayMs);
    for (let left = Math.abs(workdaysAgo) + (isShifted ? 1 : 0); left > 0;) {
      dayMs += workdaysAgo > 0 ? -DAY_MS : DAY_MS;
      if (!isWeekend(dayMs)) left -= 1;
    }
    return new Date(`${new Date(dayMs).toISOString().slice(0, 10)}T${time}:00Z`);
  }
}

function isWeekend(dayMs: number): boolean {
  return [0, 6].includes(new Date(dayMs).getUTCDay());
}
