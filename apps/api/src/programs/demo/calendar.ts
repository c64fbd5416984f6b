const DAY_MS = 86_400_000;

/**
 * The demo's time: everything lies some working days before the day on which it is filled, so that it looks recent;
 * what is planned lies ahead of it.
 */
export class Calendar {
  private readonly midnightMs: number;

  /** @param today such as `2026-11-20` */
  constructor(readonly today: string) {
    this.midnightMs = Date.parse(`${today}T00:00:00Z`);
  }

  /**
   * An instant on a day from Monday to Friday before today; 1 is the last such day, -1 the next, 0 is today, or on a
   * weekend the day after it.
   * @param time in UTC, such as `09:30`
   */
  at(workdaysAgo: number, time: string): Date {
    let dayMs = this.midnightMs;
    // What is planned for today or later begins after the weekend.
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
