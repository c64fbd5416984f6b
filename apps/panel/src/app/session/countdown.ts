import { computed, DestroyRef, inject, signal, type Signal } from '@angular/core';

/** Seconds that are left, counted down to 0. */
export interface Countdown {
  left_s: Signal<number>;
  /** `1:05` */
  text: Signal<string>;
  start(seconds: number): void;
}

/** In an injection context. */
export function countdown(): Countdown {
  const left_s = signal(0);
  let timer: ReturnType<typeof setInterval> | undefined;
  inject(DestroyRef).onDestroy(() => clearInterval(timer));
  return {
    left_s,
    text: computed(() => `${Math.floor(left_s() / 60)}:${String(left_s() % 60).padStart(2, '0')}`),
    start(seconds) {
      const ends_at_ms = Date.now() + seconds * 1_000;
      const show = () => {
        left_s.set(Math.max(0, Math.ceil((ends_at_ms - Date.now()) / 1_000)));
        if (left_s() === 0) clearInterval(timer);
      };
      clearInterval(timer);
      timer = setInterval(show, 1_000);
      show();
    },
  };
}
