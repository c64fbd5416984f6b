import { inject, Injectable } from '@angular/core';
import { TranslocoService } from '@jsverse/transloco';
import { Formats } from '../../i18n/formats';
import { DAY_MS, toLocal } from '../../i18n/zoned-time';
import { Appearance } from '../../i18n/appearance';

/** The days of messages, in the business's zone. */
@Injectable({ providedIn: 'root' })
export class Days {
  private readonly appearance = inject(Appearance);
  private readonly formats = inject(Formats);
  private readonly transloco = inject(TranslocoService);

  /** `2026-11-20` */
  of(at: string | number): string {
    return toLocal(new Date(at), this.appearance.businessZone()).date;
  }

  /** `Today`, `Yesterday`, `Friday, 20 November`; with the year where it is another one. */
  name(at: string, nowMs: number): string {
    const day = this.of(at);
    if (day === this.of(nowMs)) return this.transloco.translate('conversations.today');
    if (Date.parse(this.of(nowMs)) - Date.parse(day) === DAY_MS)
      return this.transloco.translate('conversations.yesterday');
    return day.slice(0, 4) === this.of(nowMs).slice(0, 4) ? this.formats.weekday(at) : this.formats.date(at);
  }

  /** The time of today, the day of others, with its year where that is another one. */
  short(at: string, nowMs: number): string {
    const [day, today] = [this.of(at), this.of(nowMs)];
    if (day === today) return this.formats.time(at);
    return day.slice(0, 4) === today.slice(0, 4) ? this.formats.day(day) : this.formats.date(at);
  }

  /** For a row: the time of today, `Yesterday`, the weekday of the last days, else the day. */
  inRow(at: string, nowMs: number): string {
    const ago = (Date.parse(this.of(nowMs)) - Date.parse(this.of(at))) / DAY_MS;
    if (ago === 1) return this.transloco.translate('conversations.yesterday');
    return ago > 1 && ago < 7 ? this.formats.shortWeekday(this.of(at)) : this.short(at, nowMs);
  }
}
