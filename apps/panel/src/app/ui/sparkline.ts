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
      @for (points of lines(); track $index) {
        <polyline [attr.points]="points" />
      }
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
  /** Null where there is none: the line has a gap there. */
  readonly values = input.required<readonly (number | null)[]>();
  /** What the height stands for; null: the largest value. */
  readonly top = input<number | null>(null);
  readonly label = input.required<string>();
  protected readonly lines = computed(() => linesOf(this.values(), this.top()));
}

/** From left to right, the largest value at the top; a course without change runs along the bottom. */
export function linesOf(values: readonly (number | null)[], top: number | null = null): string[] {
  const largest = top ?? Math.max(...values.map((value) => value ?? 0), 0);
  const step = values.length > 1 ? (WIDTH - 2 * EDGE) / (values.length - 1) : 0;
  const lines: string[][] = [[]];
  for (const [index, value] of values.entries()) {
    if (value === null) lines.push([]);
    else {
      const height = largest === 0 ? 0 : value / largest;
      lines
        .at(-1)
        ?.push(
          `${(EDGE + index * step).toFixed(1)},${(HEIGHT - EDGE - height * (HEIGHT - 2 * EDGE)).toFixed(1)}`,
        );
    }
  }
  // A point alone is drawn as a line to itself.
  return lines
    .filter(({ length }) => length > 0)
    .map((line) => (line.length === 1 ? [...line, ...line] : line).join(' '));
}
