import { computed, DestroyRef, DOCUMENT, inject, Injectable, signal } from '@angular/core';

/** Who has not touched anything for so long looks at something else. */
const IDLE_MS = 3 * 60_000;
const LOOK_MS = 15_000;
const TOUCHES = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Whether somebody looks at this page: it is in sight, and was touched a moment ago. */
@Injectable({ providedIn: 'root' })
export class AtTheScreen {
  private readonly document = inject(DOCUMENT);
  private readonly isVisible = signal(this.document.visibilityState === 'visible');
  private readonly isTouched = signal(true);
  readonly isLooking = computed(() => this.isVisible() && this.isTouched());
  private touched_at = Date.now();

  constructor() {
    const visible = () => this.isVisible.set(this.document.visibilityState === 'visible');
    const touched = () => {
      this.touched_at = Date.now();
      this.isTouched.set(true);
    };
    this.document.addEventListener('visibilitychange', visible);
    for (const touch of TOUCHES) this.document.addEventListener(touch, touched, { passive: true });
    const timer = setInterval(() => {
      if (Date.now() - this.touched_at > IDLE_MS) this.isTouched.set(false);
    }, LOOK_MS);
    inject(DestroyRef).onDestroy(() => {
      clearInterval(timer);
      this.document.removeEventListener('visibilitychange', visible);
      for (const touch of TOUCHES) this.document.removeEventListener(touch, touched);
    });
  }
}
