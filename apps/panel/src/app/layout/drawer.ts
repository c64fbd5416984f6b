import { CdkTrapFocus } from '@angular/cdk/a11y';
import { Component, type ElementRef, inject, input, output, viewChild } from '@angular/core';
import { ActivatedRoute, Router } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { IconButton } from '../ui/icon-button';
import { isWide } from '../ui/screen-width';
import { Shortcuts } from '../ui/keys/shortcuts';

/**
 * A record beside its list, with an address of its own: the component of a child route shows `<app-drawer>`. From 1280
 * pixels on it stands beside the list, below it lies over the page, and on a phone it is the page. Escape closes it.
 */
@Component({
  selector: 'app-drawer',
  imports: [CdkTrapFocus, IconButton, TranslocoPipe],
  template: `
    @if (!isWide()) {
      <!-- The drawer's own button and Escape do the same. -->
      <!-- eslint-disable-next-line @angular-eslint/template/click-events-have-key-events, @angular-eslint/template/interactive-supports-focus -->
      <div class="scrim" (click)="close()"></div>
    }
    <div
      class="panel"
      [class.over]="!isWide()"
      [attr.role]="!isWide() ? 'dialog' : 'complementary'"
      [attr.aria-modal]="!isWide() ? true : null"
      [attr.aria-label]="label()"
      [cdkTrapFocus]="!isWide()"
      [cdkTrapFocusAutoCapture]="!isWide()"
    >
      <header>
        <div class="heading"><ng-content select="[drawerHeading]" /></div>
        <ng-content select="[actions]" />
        <button appIconButton="x" [label]="'drawer.close' | transloco" (click)="close()"></button>
      </header>
      <div #content class="content"><ng-content /></div>
    </div>
  `,
  styleUrl: './drawer.css',
})
export class Drawer {
  /** What is open, for screen readers; already translated. */
  readonly label = input.required<string>();
  /** For a drawer without a route: without a listener the parent's address is gone to. */
  readonly closes = output();
  readonly routed = input(true);
  private readonly router = inject(Router);
  private readonly route = inject(ActivatedRoute);
  private readonly content = viewChild.required<ElementRef<HTMLElement>>('content');
  protected readonly isWide = isWide();

  constructor() {
    inject(Shortcuts).register([
      {
        keys: 'escape',
        label: 'keys.close',
        group: 'keys.general',
        whileTyping: true,
        run: () => this.close(),
      },
      { keys: '.', label: 'keys.record', group: 'keys.general', run: () => this.enter() },
    ]);
  }

  /** Beside its list a drawer leaves the focus there; this takes it to what can be done with the record. */
  private enter(): void {
    this.content().nativeElement.querySelector<HTMLElement>('a, button, input, select, textarea')?.focus();
  }

  close(): void {
    this.closes.emit();
    if (!this.routed()) return;
    void this.router.navigate(['..'], { relativeTo: this.route, queryParamsHandling: 'preserve' });
  }
}
