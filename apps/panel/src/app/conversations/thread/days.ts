import { computed, inject, Injectable } from '@angular/core';
import { TranslocoService } from '@jsverse/transloco';
import { Formats } from '../../i18n/formats';
import { Appearance } from '../../session/appearance';

const DAY_MS = 86_400_000;

/** The days of messages, in the business's zone. */
@Injectable({ providedIn: 'root' })
export class Days {
  private readonly appearance = inject(Appearance);
  private readonly formats = inject(Formats);
  private readonly transloco = inject(TranslocoService);
  private readonly format = computed(
    () =>
      new Intl.DateTimeFormat('en-CA', {
        timeZone: this.appearance.business_zone(),
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
      }),
  );

  /** `2026-11-20` */
  of(at: string | number): string {
    return this.format().format(new Date(at));
  }

  /** `Today`, `Yesterday`, `Friday, 20 November`; with the year where it is another one. */
  name(at: string, nowMs: number): string {
    const day = this.of(at);
    if (day === this.of(nowMs)) return this.transloco.translate('conversations.today');
    if (day === this.of(nowMs - DAY_MS)) return this.transloco.translate('conversations.yesterday');
    return day.slice(0, 4) === this.of(nowMs).slice(0, 4) ? this.formats.weekday(at) : this.formats.date(at);
  }

  /** The time of today, the date of other days. */
  short(at: string, nowMs: number): string {
    return this.of(at) === this.of(nowMs) ? this.formats.time(at) : this.formats.date(at);
  }
}
