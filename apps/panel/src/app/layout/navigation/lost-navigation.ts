import { computed, effect, ErrorHandler, inject, Injectable, Injector, signal } from '@angular/core';
import { NavigationEnd, Router, type NavigationError } from '@angular/router';
import { Connectivity } from '../../http/connectivity';
import { isProblem } from '../../http/problem';

/** How browsers say that the code of a screen or a dialog did not come. */
const NO_CODE = /dynamically imported module|module script|preload/i;

/**
 * A screen that was asked for while nothing could load it: opened when the API answers again. Where it cannot be loaded
 * even then, the page is older than the server, and only a new load of it helps.
 */
@Injectable({ providedIn: 'root' })
export class LostNavigation {
  private readonly connectivity = inject(Connectivity);
  private readonly router = inject(Router);
  private readonly asked = signal<string | null>(null);
  private readonly wasRepeated = signal(false);

  /** What browsers said of code that did not come. */
  private readonly missed = new Set<string>();

  /** The address of the screen that opens by itself; null: none is waited for. */
  readonly waiting = computed(() => (this.wasRepeated() ? null : this.asked()));
  /** The address of the screen that this page cannot show. */
  readonly outdated = computed(() => (this.wasRepeated() ? this.asked() : null));

  constructor() {
    this.router.events.subscribe((event) => {
      if (event instanceof NavigationEnd) this.forget();
    });
    effect(() => {
      if (this.connectivity.cameBack() > 0) void this.repeat();
    });
  }

  failed(url: string): void {
    if (this.asked() !== url) this.forget();
    this.asked.set(url);
    if (!this.wasRepeated()) this.connectivity.lost();
  }

  /** The code of a dialog did not come. Browsers remember that: when it fails again, only a new load of the page helps. */
  codeMissed(message: string): void {
    this.connectivity.lost();
    // A screen that is waited for is asked for again anyway, and tells then.
    if (this.missed.has(message) && this.waiting() === null) {
      this.asked.set(this.router.url);
      this.wasRepeated.set(true);
    }
    this.missed.add(message);
  }

  private async repeat(): Promise<void> {
    const url = this.waiting();
    if (url === null) return;
    this.wasRepeated.set(true);
    await this.router.navigateByUrl(url);
  }

  private forget(): void {
    this.asked.set(null);
    this.wasRepeated.set(false);
  }
}

/** For `withNavigationErrorHandler`. */
export function noteLostNavigation({ error, url }: NavigationError): void {
  if (isWithoutCode(error) || isProblem(error, 'no_connection')) inject(LostNavigation).failed(url);
  else inject(ErrorHandler).handleError(error);
}

/** A dialog whose code does not come says nothing by itself. */
@Injectable()
export class PanelErrorHandler extends ErrorHandler {
  private readonly injector = inject(Injector);

  override handleError(error: unknown): void {
    if (isWithoutCode(error)) this.injector.get(LostNavigation).codeMissed(error.message);
    super.handleError(error);
  }
}

function isWithoutCode(error: unknown): error is TypeError {
  return error instanceof TypeError && NO_CODE.test(error.message);
}
