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
  const leftS = signal(0);
  let timer: ReturnType<typeof setInterval> | undefined;
  inject(DestroyRef).onDestroy(() => clearInterval(timer));
  return {
    left_s: leftS,
    text: computed(() => `${Math.floor(leftS() / 60)}:${String(leftS() % 60).padStart(2, '0')}`),
    start(seconds) {
      const endsAtMs = Date.now() + seconds * 1_000;
      const show = () => {
        leftS.set(Math.max(0, Math.ceil((endsAtMs - Date.now()) / 1_000)));
        if (leftS() === 0) clearInterval(timer);
      };
      clearInterval(timer);
      timer = setInterval(show, 1_000);
      show();
    },
  };
}
