const DAY_MS = 86_400_000;

/**
 * The demo's time: everything lies some working days before the day on which it is filled, so that it looks recent;
 * what is planned lies ahead of it.
 */
export class Calendar {
  private readonly midnight_ms: number;

  /** @param today such as `2026-11-20` */
  constructor(readonly today: string) {
    this.midnight_ms = Date.parse(`${today}T00:00:00Z`);
  }

  /**
   * An instant on a day from Monday to Friday before today; 1 is the last such day, -1 the next, 0 is today.
   * @param time in UTC, such as `09:30`
   */
  at(workdays_ago: number, time: string): Date {
    let day_ms = this.midnight_ms;
    for (let left = Math.abs(workdays_ago); left > 0;) {
      day_ms -= Math.sign(workdays_ago) * DAY_MS;
      if (!isWeekend(day_ms)) left -= 1;
    }
    return new Date(`${new Date(day_ms).toISOString().slice(0, 10)}T${time}:00Z`);
  }
}

function isWeekend(day_ms: number): boolean {
  return [0, 6].includes(new Date(day_ms).getUTCDay());
}
