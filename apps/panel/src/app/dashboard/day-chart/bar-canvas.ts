import {
  afterNextRender,
  Component,
  DestroyRef,
  DOCUMENT,
  effect,
  type ElementRef,
  inject,
  input,
  untracked,
  viewChild,
} from '@angular/core';
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  LinearScale,
  Tooltip,
  type ChartConfiguration,
} from 'chart.js';
import { Appearance } from '../../i18n/appearance';
import type { DaySeries } from './day-series';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

/** Drawn within this time when they first appear; not at all for who wants no motion. */
const DRAWN_MS = 200;

/** Bars a day, one series on the other, in the colours of the theme. Loads the charts' library, so load it late. */
@Component({
  selector: 'app-bar-canvas',
  template: '<canvas #canvas role="img" [attr.aria-label]="label()"></canvas>',
  styles: `
    :host {
      position: relative;
      display: block;
      min-width: 0;
      height: 100%;
    }
  `,
})
export class BarCanvas {
  /** What is to be seen, for who does not see it; already translated. */
  readonly label = input.required<string>();
  /** Names of the days, already formatted. */
  readonly days = input.required<readonly string[]>();
  readonly series = input.required<readonly DaySeries[]>();

  private readonly appearance = inject(Appearance);
  private readonly root = inject(DOCUMENT).documentElement;
  private readonly canvas = viewChild.required<ElementRef<HTMLCanvasElement>>('canvas');
  private chart: Chart<'bar'> | null = null;

  constructor() {
    const repainted = new MutationObserver(() => this.draw());
    afterNextRender(() => {
      this.chart = new Chart(this.canvas().nativeElement, this.configuration());
      repainted.observe(this.root, { attributeFilter: ['data-theme'] });
    });
    effect(() => {
      this.days();
      this.series();
      this.appearance.formatLocale();
      untracked(() => this.draw());
    });
    inject(DestroyRef).onDestroy(() => {
      repainted.disconnect();
      this.chart?.destroy();
    });
  }

  /** Shows what has changed at once: only the first drawing moves. */
  private draw(): void {
    if (this.chart === null) return;
    const { data, options = {} } = this.configuration();
    this.chart.data = data;
    this.chart.options = options;
    this.chart.update('none');
  }

  private configuration(): ChartConfiguration<'bar'> {
    const style = getComputedStyle(this.root);
    const colour = (token: string) => style.getPropertyValue(token).trim();
    const font = { family: style.getPropertyValue('--font'), size: 12 };
    const ticks = { color: colour('--text-3'), font };
    const wantsNoMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    return {
      type: 'bar',
      data: {
        labels: [...this.days()],
        datasets: this.series().map(({ label, values, token }) => ({
          label,
          data: [...values],
          backgroundColor: colour(token),
          // A line between what stands on each other, so that it is not told apart by colour alone.
          borderColor: colour('--surface'),
          borderWidth: { top: 1 },
          borderSkipped: false,
          maxBarThickness: 24,
        })),
      },
      options: {
        animation: wantsNoMotion ? false : { duration: DRAWN_MS },
        maintainAspectRatio: false,
        locale: this.appearance.formatLocale(),
        interaction: { mode: 'index', intersect: false },
        scales: {
          x: {
            stacked: true,
            border: { color: colour('--border') },
            grid: { display: false },
            ticks: { ...ticks, maxRotation: 0, autoSkipPadding: 16 },
          },
          y: {
            stacked: true,
            beginAtZero: true,
            suggestedMax: 4,
            border: { display: false },
            grid: { color: colour('--border') },
            ticks: { ...ticks, precision: 0, maxTicksLimit: 6 },
          },
        },
        plugins: {
          tooltip: {
            backgroundColor: colour('--text'),
            titleColor: colour('--surface'),
            bodyColor: colour('--surface'),
            titleFont: { ...font, weight: 600 },
            bodyFont: font,
            cornerRadius: 6,
            boxPadding: 4,
          },
        },
      },
    };
  }
}
