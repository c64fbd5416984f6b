import { DestroyRef, inject, Injectable } from '@angular/core';
import { ActivatedRoute, type ActivatedRouteSnapshot } from '@angular/router';

/** How the keys begin under which this tab keeps drafts: see `keptDrafts()`. */
export const DRAFTS = 'groupless.drafts.';

interface Holder {
  /** Whether there is something typed that is not saved. */
  isUnsaved: () => boolean;
  /** Key of the text that asks before it is lost. */
  text: () => string;
  /** The screen that shows it; null: a dialog, which no route owns. */
  route: ActivatedRoute | null;
  /** It is kept over a reload and while other screens are shown: only a log-out would lose it. */
  isKept?: boolean;
}

/** What is typed on this page and not saved. Closing, reloading or leaving the page asks first. */
@Injectable({ providedIn: 'root' })
export class Unsaved {
  private readonly holders = new Set<Holder>();
  private isReleased = false;

  constructor() {
    addEventListener('beforeunload', (event) => {
      if (this.isThere()) event.preventDefault();
    });
    // A page that the browser kept for its Back button may belong to a session that has ended since.
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) location.reload();
    });
  }

  hold(holder: Holder, until: DestroyRef): void {
    this.holders.add(holder);
    until.onDestroy(() => this.holders.delete(holder));
  }

  /** Whether a reload would lose something. */
  isThere(): boolean {
    return (
      !this.isReleased && [...this.holders].some(({ isUnsaved, isKept }) => isKept !== true && isUnsaved())
    );
  }

  /** Whether the end of the session would lose something. */
  isTyped(): boolean {
    return !this.isReleased && [...this.holders].some(({ isUnsaved }) => isUnsaved());
  }

  /** What a dialog asks before something typed in it is lost; undefined: none holds anything. */
  askedByDialog(): string | undefined {
    const isInDialog = ({ route, isKept }: Holder) => route === null && isKept !== true;
    return [...this.holders].find((holder) => isInDialog(holder) && holder.isUnsaved())?.text();
  }

  /** The same of the screens that a navigation takes away. */
  askedByScreen(next: ActivatedRouteSnapshot): string | undefined {
    const isLost = ({ isUnsaved, route }: Holder) =>
      route !== null && isUnsaved() && !isKept(route.snapshot, next);
    return [...this.holders].find(isLost)?.text();
  }

  /** The page is left without a question: what it holds belongs to a session that has ended. */
  release(): void {
    this.isReleased = true;
    tryStorage(() => {
      for (const key of Object.keys(sessionStorage))
        if (key.startsWith(DRAFTS)) sessionStorage.removeItem(key);
    });
  }

  get wasReleased(): boolean {
    return this.isReleased;
  }
}

/**
 * Says that the caller may hold what is not saved, in the injection context of a component: whatever would take it away
 * asks first.
 */
export function holdsUnsaved(isUnsaved: () => boolean, text = 'unsaved.text'): void {
  inject(Unsaved).hold({ isUnsaved, text: () => text, route: inject(ActivatedRoute) }, inject(DestroyRef));
}

/** Whether the router keeps a screen: each route down to it stays, with the same parameters. */
function isKept(screen: ActivatedRouteSnapshot, nextRoot: ActivatedRouteSnapshot): boolean {
  let level: ActivatedRouteSnapshot[] = [nextRoot];
  for (const shown of screen.pathFromRoot) {
    const same = level.find(
      ({ routeConfig, params, outlet }) =>
        routeConfig === shown.routeConfig &&
        outlet === shown.outlet &&
        JSON.stringify(params) === JSON.stringify(shown.params),
    );
    if (same === undefined) return false;
    level = same.children;
  }
  return true;
}

/** A browser that stores nothing keeps drafts as long as the page. */
export function tryStorage(work: () => void): void {
  try {
    work();
  } catch {
    // See above.
  }
}
