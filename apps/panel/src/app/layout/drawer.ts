import { CdkTrapFocus } from '@angular/cdk/a11y';
import { ChangeDetectionStrategy, Component, inject, input, output } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, Router } from '@angular/router';
import { LucideX } from '@lucide/angular';
import { TranslocoPipe } from '@jsverse/transloco';
import { BreakpointObserver } from '@angular/cdk/layout';
import { map } from 'rxjs';
import { Shortcuts } from './shortcuts';

/**
 * A record beside its list, with an address of its own: the component of a child route shows `<app-drawer>`. From 1280
 * pixels on it stands beside the list, below it lies over the page, and on a phone it is the page. Escape closes it.
 */
@Component({
  selector: 'app-drawer',
  imports: [CdkTrapFocus, LucideX, TranslocoPipe],
  template: `
    @if (is_over()) {
      <!-- The drawer's own button and Escape do the same. -->
      <!-- eslint-disable-next-line @angular-eslint/template/click-events-have-key-events, @angular-eslint/template/interactive-supports-focus -->
      <div class="scrim" (click)="close()"></div>
    }
    <div
      class="panel"
      [class.over]="is_over()"
      [attr.role]="is_over() ? 'dialog' : 'complementary'"
      [attr.aria-modal]="is_over() ? true : null"
      [attr.aria-label]="label()"
      [cdkTrapFocus]="is_over()"
      [cdkTrapFocusAutoCapture]="is_over()"
    >
      <header>
        <div class="heading"><ng-content select="[heading]" /></div>
        <ng-content select="[actions]" />
        <button
          type="button"
          class="icon-button"
          [attr.aria-label]="'drawer.close' | transloco"
          (click)="close()"
        >
          <svg lucideX size="16"></svg>
        </button>
      </header>
      <div class="content"><ng-content /></div>
    </div>
  `,
  styleUrl: './drawer.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Drawer {
  /** What is open, for screen readers; already translated. */
  readonly label = input.required<string>();
  /** For a drawer without a route: without a listener the parent's address is gone to. */
  readonly closes = output();
  readonly routed = input(true);
  private readonly router = inject(Router);
  private readonly route = inject(ActivatedRoute);
  protected readonly is_over = toSignal(
    inject(BreakpointObserver)
      .observe('(max-width: 1279px)')
      .pipe(map(({ matches }) => matches)),
    { initialValue: false },
  );

  constructor() {
    inject(Shortcuts).register([
      {
        keys: 'escape',
        label: 'keys.close',
        group: 'keys.general',
        while_typing: true,
        run: () => this.close(),
      },
    ]);
  }

  close(): void {
    this.closes.emit();
    if (!this.routed()) return;
    void this.router.navigate(['..'], { relativeTo: this.route, queryParamsHandling: 'preserve' });
  }
}
