import { computed, inject, Injectable, signal } from '@angular/core';
import type { CreateSeriesDto, SeriesDto } from '@groupless/shared-dto';
import { isProblem } from '../../http/problem';
import { ShownZone } from '../shown-zone';
import { SeriesApi } from './series-api';
import { daysOfPlan, exceptionsOf, startsOfDays, withConflicts, type SeriesDay } from './series-days';
import { SeriesObstacles, type Words } from './series-obstacles';

/** Of a series: what was asked for, with its length in any case. */
export type AskedSeries = CreateSeriesDto & { duration_minutes: number; resource: string };

/** The times of a series before it is made. Each dialog has its own. */
@Injectable()
export class SeriesPlan {
  private readonly api = inject(SeriesApi);
  private readonly obstacles = inject(SeriesObstacles);
  private readonly zone = inject(ShownZone);
  private readonly shown = signal<{ of: string; days: readonly SeriesDay[] } | null>(null);
  readonly words = signal<ReadonlyMap<string, Words>>(new Map());
  readonly days = computed(() => this.shown()?.days ?? []);
  readonly starts = computed(() => startsOfDays(this.days()));

  /** Whether this very series is shown: another time, length or rule is to be tried anew. */
  isOf(asked: string): boolean {
    return this.shown()?.of === asked;
  }

  /** What was made; null where first its times are shown, or something new is in the way. */
  async tryOrBook(series: AskedSeries, asked: string): Promise<SeriesDto | null> {
    if (this.isOf(asked)) return this.book(series);
    await this.try(series, asked);
    return null;
  }

  private async try(series: AskedSeries, asked: string): Promise<void> {
    const plan = await this.api.plan(series);
    await this.name(plan.conflicts, series);
    this.shown.set({ of: asked, days: daysOfPlan(plan) });
  }

  private async book(series: AskedSeries): Promise<SeriesDto | null> {
    const exceptions = exceptionsOf(this.days());
    try {
      return await this.api.book({ ...series, ...(exceptions.length > 0 && { exceptions }) });
    } catch (error) {
      if (!isProblem(error, 'series_conflicts')) throw error;
      const conflicts = error.answer.conflicts ?? [];
      await this.name(conflicts, series);
      this.change((days) => withConflicts(days, conflicts));
      return null;
    }
  }

  /** @param moved_to null: it is left out */
  move(starts_at: string, moved_to: string | null): void {
    this.change((days) =>
      days.map((day) => (day.starts_at === starts_at ? { ...day, moved_to, isRefused: false } : day)),
    );
  }

  private change(next: (days: readonly SeriesDay[]) => SeriesDay[]): void {
    this.shown.update((before) => before && { ...before, days: next(before.days) });
  }

  private async name(conflicts: SeriesDto['conflicts'], series: AskedSeries): Promise<void> {
    const { resource, duration_minutes: minutes } = series;
    const found = await this.obstacles.name(conflicts, { resource, minutes, zone: this.zone });
    this.words.update((before) => new Map([...before, ...found]));
  }
}
