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
 * Hands out turns, one after the other: between two of them the browser shows what there is and answers the user. What
 * would take a slow processor long in one piece takes several.
 */
@Injectable({ providedIn: 'root' })
export class Turns {
  private readonly injector = inject(Injector);
  private readonly pending = inject(PendingTasks);
  private readonly program = inject(DestroyRef);
  private last: Promise<void> = Promise.resolve();

  /** Resolves in a turn of its own, when what was made in those before has been drawn. */
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

/** A list that grows by so many items a turn. In an injection context. */
export function inTurns<Item>(items: () => readonly Item[], step: number): Signal<readonly Item[]> {
  const turns = inject(Turns);
  const count = signal(step);
  effect(() => {
    if (count() < items().length) void turns.next().then(() => count.update((before) => before + step));
  });
  return computed(() => (count() < items().length ? items().slice(0, count()) : items()));
}
