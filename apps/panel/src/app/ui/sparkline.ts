import { ChangeDetectionStrategy, Component, computed, input } from '@angular/core';

const WIDTH = 96;
const HEIGHT = 24;
const EDGE = 2;

/** The course of a number as a small line. The numbers themselves belong beside it; `label` says what it shows. */
@Component({
  selector: 'app-sparkline',
  template: `
    <svg
      role="img"
      [attr.aria-label]="label()"
      viewBox="0 0 96 24"
      width="96"
      height="24"
      preserveAspectRatio="none"
    >
      <polyline [attr.points]="points()" />
    </svg>
  `,
  styles: `
    :host {
      display: inline-block;
      line-height: 0;
    }

    polyline {
      fill: none;
      stroke: var(--accent);
      stroke-width: 1.5;
      stroke-linecap: round;
      stroke-linejoin: round;
      vector-effect: non-scaling-stroke;
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Sparkline {
  readonly values = input.required<readonly number[]>();
  readonly label = input.required<string>();
  protected readonly points = computed(() => pointsOf(this.values()));
}

/** From left to right, the largest value at the top; a course without change runs along the bottom. */
export function pointsOf(values: readonly number[]): string {
  const largest = Math.max(...values, 0);
  const step = values.length > 1 ? (WIDTH - 2 * EDGE) / (values.length - 1) : 0;
  return values
    .map((value, index) => {
      const height = largest === 0 ? 0 : value / largest;
      return `${(EDGE + index * step).toFixed(1)},${(HEIGHT - EDGE - height * (HEIGHT - 2 * EDGE)).toFixed(1)}`;
    })
    .join(' ');
}
