import { afterNextRender, DOCUMENT, inject, Injectable, Injector } from '@angular/core';
import {
  NavigationCancel,
  NavigationCancellationCode,
  NavigationEnd,
  NavigationError,
  Router,
} from '@angular/router';
import { writeAtFocus } from './type-ahead';

/** Codes of a navigation that another one continues or replaces. */
const SUPERSEDED = [
  NavigationCancellationCode.Redirect,
  NavigationCancellationCode.SupersededByNewNavigation,
];

/**
 * Keys that were pressed while another screen is on its way. They are meant for that screen, as after `g c` for the clients,
 * and are pressed again once it is there; where it does not come, they are forgotten.
 */
@Injectable({ providedIn: 'root' })
export class NextScreenKeys {
  private readonly document = inject(DOCUMENT);
  private readonly router = inject(Router);
  private readonly injector = inject(Injector);
  private kept: KeyboardEvent[] = [];
  private shown = screenOf(this.router.url);
  /** It has come, and its parts are still to be made: a search or a list has no keys before. */
  private isDrawing = false;

  constructor() {
    this.router.events.subscribe((event) => {
      if (event instanceof NavigationEnd) this.draw(screenOf(event.urlAfterRedirects));
      else if (event instanceof NavigationError) this.forget();
      else if (event instanceof NavigationCancel && !isSuperseded(event)) this.forget();
    });
  }

  /** Whether another screen is on its way. A record that opens beside its list is none. */
  isAwaited(): boolean {
    const coming = this.router.currentNavigation();
    return (
      this.isDrawing ||
      (coming !== null && screenOf(this.router.serializeUrl(coming.extractedUrl)) !== this.shown)
    );
  }

  keep(event: KeyboardEvent): void {
    const isText = [...event.key].length === 1 && !event.ctrlKey && !event.metaKey;
    // A space by itself presses the button that has the focus.
    if (!isText || (event.key === ' ' && this.kept.length === 0)) return;
    event.preventDefault();
    this.kept.push(event);
  }

  forget(): void {
    this.kept = [];
  }

  private draw(screen: string): void {
    this.isDrawing ||= screen !== this.shown;
    this.shown = screen;
    afterNextRender(() => this.replay(), { injector: this.injector });
  }

  private replay(): void {
    this.isDrawing = false;
    const kept = this.kept;
    this.forget();
    for (const event of kept) {
      // One of them may have gone into a field, as \`/\` does into the search.
      if (!writeAtFocus(this.document, event.key))
        this.document.body.dispatchEvent(new KeyboardEvent('keydown', event));
    }
  }
}

function isSuperseded({ code }: NavigationCancel): boolean {
  return code !== undefined && SUPERSEDED.includes(code);
}

/** The parts of an address that name a screen: not the id of a record, which has digits, nor what follows it. */
function screenOf(url: string): string {
  const [path = ''] = url.split(/[?#]/);
  const [first = '', second = ''] = path.split('/').slice(1);
  return /^[a-z-]+$/.test(second) ? `${first}/${second}` : first;
}
