import {
  afterNextRender,
  computed,
  DestroyRef,
  Directive,
  effect,
  inject,
  Injectable,
  Injector,
  PendingTasks,
  signal,
  type Signal,
  TemplateRef,
  ViewContainerRef,
} from '@angular/core';

/**
 * Hands out turns of the event loop, one after the other: between two of them the browser can answer the user. What would
 * take a slow processor long in one piece takes several.
 */
@Injectable({ providedIn: 'root' })
export class Turns {
  private readonly injector = inject(Injector);
  private readonly pending = inject(PendingTasks);
  private readonly program = inject(DestroyRef);
  private last: Promise<void> = Promise.resolve();

  /** Resolves in a turn of its own, when what was made in those before is in the page. */
  next(): Promise<void> {
    const done = this.pending.add();
    this.last = this.last.then(() => this.turn()).finally(done);
    return this.last;
  }

  private turn(): Promise<void> {
    return new Promise((resolve) => {
      if (this.program.destroyed) return;
      afterNextRender(() => setTimeout(resolve), { injector: this.injector });
    });
  }
}

/** Makes an element in a turn of its own: `<app-profile-totp *appTurn />`. For the parts of a long page, in their order. */
@Directive({ selector: '[appTurn]' })
export class Turn {
  constructor() {
    const template = inject(TemplateRef);
    const place = inject(ViewContainerRef);
    const directive = inject(DestroyRef);
    void inject(Turns)
      .next()
      .then(() => {
        if (!directive.destroyed) place.createEmbeddedView(template);
      });
  }
}

/**
 * A list that grows by `step` items a turn, from `most` on at once: as many as are in sight together. What was whole stays
 * whole, so nothing that somebody sees goes away when another item comes. In an injection context.
 */
export function inTurns<Item>(
  items: () => readonly Item[],
  step: number,
  most = Number.POSITIVE_INFINITY,
): Signal<readonly Item[]> {
  const turns = inject(Turns);
  const count = signal(step);
  effect(() => {
    const { length } = items();
    if (length === 0 || count() === Number.POSITIVE_INFINITY) return;
    if (count() >= Math.min(length, most)) count.set(Number.POSITIVE_INFINITY);
    else void turns.next().then(() => count.update((before) => before + step));
  });
  return computed(() => (count() < items().length ? items().slice(0, count()) : items()));
}

/** The rows of a list that draws only those in sight: five a turn, until those are there that a large window shows. */
export function rowsInTurns<Row>(rows: () => readonly Row[]): Signal<readonly Row[]> {
  return inTurns(rows, 5, 20);
}
