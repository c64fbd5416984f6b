import { Component, computed, inject, input } from '@angular/core';
import { Formats } from '../../i18n/formats';
import { axisOf, type Bar, type Part } from './bars';

const WIDTH = 1_000;
const HEIGHT = 100;
/** The part of its place that a bar takes. */
const FILLED = 0.72;
/** As many labels as stand beside each other on a desk; a phone has every other one. */
const LABELS = 6;

/** Bars, one part on the other. The table beside it has the same numbers. */
@Component({
  selector: 'app-bar-chart',
  template: `
    <div class="axis" aria-hidden="true">
      @for (step of axis().steps; track step) {
        <span [style.bottom.%]="(100 * step) / axis().top">{{ formats.number(step) }}</span>
      }
    </div>
    <svg role="img" [attr.aria-label]="label()" viewBox="0 0 1000 100" preserveAspectRatio="none">
      @for (step of axis().steps; track step) {
        <line x1="0" [attr.x2]="1000" [attr.y1]="lineOf(step)" [attr.y2]="lineOf(step)" />
      }
      @for (bar of drawn(); track bar.key) {
        <g>
          <title>{{ bar.title }}</title>
          <rect class="place" y="0" height="100" [attr.x]="bar.left" [attr.width]="bar.place" />
          @for (part of bar.parts; track part.id) {
            <rect
              class="part"
              [attr.x]="bar.x"
              [attr.y]="part.y"
              [attr.width]="bar.width"
              [attr.height]="part.height"
              [style.fill]="part.colour"
            />
          }
        </g>
      }
    </svg>
    <div class="labels" aria-hidden="true">
      @for (one of labels(); track one.key) {
        <span [style.left.%]="one.at">{{ one.label }}</span>
      }
    </div>
  `,
  styles: `
    :host {
      display: grid;
      grid-template: 180px 20px / auto minmax(0, 1fr);
      column-gap: 8px;
      color: var(--text-3);
      font: var(--text-caption);
    }

    .axis {
      position: relative;
      min-width: 24px;
    }

    .axis span {
      position: absolute;
      right: 0;
      transform: translateY(50%);
    }

    svg {
      width: 100%;
      height: 100%;
      overflow: visible;
    }

    line {
      stroke: var(--border);
      stroke-width: 1;
      vector-effect: non-scaling-stroke;
    }

    /* A line between what stands on each other, so that it is not told apart by colour alone. */
    .part {
      stroke: var(--surface);
      stroke-width: 1;
      vector-effect: non-scaling-stroke;
      print-color-adjust: exact;
    }

    .place {
      fill: transparent;
    }

    g:hover .place {
      fill: var(--surface-2);
    }

    .labels {
      position: relative;
      grid-column: 2;
      overflow: clip;
      overflow-clip-margin: 40px;
    }

    .labels span {
      position: absolute;
      top: 4px;
      white-space: nowrap;
      transform: translateX(-50%);
    }

    @media (max-width: 767px) {
      .labels span:nth-child(even) {
        display: none;
      }
    }
  `,
})
export class BarChart {
  /** What it shows, in words; already translated. */
  readonly label = input.required<string>();
  readonly parts = input.required<readonly Part[]>();
  /** With a value for each part. */
  readonly bars = input.required<readonly Bar[]>();
  protected readonly formats = inject(Formats);
  private readonly sums = computed(() =>
    this.bars().map(({ values }) => values.reduce((all, one) => all + one, 0)),
  );
  protected readonly axis = computed(() => axisOf(Math.max(0, ...this.sums())));
  protected readonly drawn = computed(() => {
    const place = WIDTH / Math.max(1, this.bars().length);
    return this.bars().map(({ key, label, values }, index) => ({
      key,
      title: this.titleOf(label, values),
      left: index * place,
      place,
      x: (index + (1 - FILLED) / 2) * place,
      width: place * FILLED,
      parts: this.stacked(values),
    }));
  });
  protected readonly labels = computed(() => {
    const bars = this.bars();
    const step = Math.ceil(bars.length / LABELS);
    const half = Math.floor(step / 2);
    // One that is not in the middle of as many bars would stand over the edge.
    return bars.flatMap(({ key, label }, index) =>
      index % step === half && index + half < bars.length
        ? [{ key, label, at: (100 * (index + 0.5)) / bars.length }]
        : [],
    );
  });

  protected lineOf(step: number): number {
    return HEIGHT - (HEIGHT * step) / this.axis().top;
  }

  private stacked(values: readonly number[]) {
    const { top } = this.axis();
    let below = 0;
    const parts = this.parts().map(({ id, token }, index) => {
      const height = (HEIGHT * (values[index] ?? 0)) / top;
      below += height;
      return { id, y: HEIGHT - below, height, colour: `var(${token})` };
    });
    return parts.filter(({ height }) => height > 0);
  }

  private titleOf(label: string, values: readonly number[]): string {
    const parts = this.parts().flatMap((part, index) =>
      values[index] ? [`${part.label}: ${this.formats.number(values[index])}`] : [],
    );
    return [label, ...parts].join('\n');
  }
}
