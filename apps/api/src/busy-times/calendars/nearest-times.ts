import type { TimeRange } from '../../shared/opening-hours/time-range';

interface NearestTerms {
  shown: TimeRange;
  now: number;
  limit: number;
}

/** Busy times, each once: where there are more than the limit, those that come next. */
export class NearestTimes<Time extends TimeRange> {
  /** What begins later counts no more. */
  end: number;
  private times = new Map<string, Time>();
  private isCut = false;

  constructor(private readonly terms: NearestTerms) {
    this.end = terms.shown.end;
  }

  add(time: Time): void {
    if (time.start > this.end) return;
    this.times.set(JSON.stringify(time), time);
    // Not at each one: a rule may give millions.
    if (this.times.size > 2 * this.terms.limit) this.cut();
  }

  list(): { events: Time[]; isCut: boolean } {
    if (this.times.size > this.terms.limit) this.cut();
    const events = [...this.times.values()].sort((a, b) => a.start - b.start || a.end - b.end);
    return { events, isCut: this.isCut };
  }

  private cut(): void {
    const { now, limit } = this.terms;
    const isOver = ({ end }: Time) => Number(end <= now);
    const nearest = [...this.times]
      .sort(([, a], [, b]) => isOver(a) - isOver(b) || a.start - b.start || a.end - b.end)
      .slice(0, limit);
    const last = nearest.at(-1)?.[1];
    if (last !== undefined && isOver(last) === 0) this.end = last.start;
    this.times = new Map(nearest);
    this.isCut = true;
  }
}
