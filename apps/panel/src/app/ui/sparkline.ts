import { Component, computed, input } from '@angular/core';

const WIDTH = 96;
const HEIGHT = 24;
const EDGE = 2;
/** Half the width of a point without neighbours. */
const ALONE = 1.5;

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
  const lines: [x: number, y: number][][] = [[]];
  for (const [index, value] of values.entries()) {
    const height = largest === 0 ? 0 : (value ?? 0) / largest;
    if (value === null) lines.push([]);
    else lines.at(-1)?.push([EDGE + index * step, HEIGHT - EDGE - height * (HEIGHT - 2 * EDGE)]);
  }
  return lines.filter(({ length }) => length > 0).map((line) => pointsOf(line));
}

/** A point alone is drawn as a short line. */
function pointsOf(line: readonly [x: number, y: number][]): string {
  const [first] = line;
  const drawn =
    first === undefined || line.length > 1
      ? line
      : [-ALONE, ALONE].map((by): [number, number] => [first[0] + by, first[1]]);
  return drawn.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
}
