import { inject, Injectable } from '@angular/core';
import type { ReportFigure } from '@groupless/shared-dto';
import { Formats } from '../i18n/formats';
import { Texts } from '../i18n/texts';
import { ReportFormats } from './report-formats';

const IN_MINUTES: readonly ReportFigure[] = ['minutes', 'filled_minutes'];
const IN_SECONDS: readonly ReportFigure[] = ['median_s', 'p90_s'];

/** What figures are called, and how they are written. */
@Injectable({ providedIn: 'root' })
export class FigureTexts {
  private readonly formats = inject(Formats);
  private readonly lengths = inject(ReportFormats);
  private readonly texts = inject(Texts);

  name(figure: ReportFigure): string {
    return this.texts.of(`reports.figures.${figure}`);
  }

  value(figure: ReportFigure, value: number | null): string {
    if (value === null) return '–';
    if (IN_MINUTES.includes(figure)) return this.lengths.hours(value);
    return IN_SECONDS.includes(figure) ? this.lengths.seconds(value) : this.formats.number(value);
  }

  /** A difference, with its sign. */
  signed(figure: ReportFigure, by: number): string {
    return (by > 0 ? '+' : '−') + this.value(figure, Math.abs(by));
  }
}
