import { inject, Injectable } from '@angular/core';
import { LiveEvents } from './live-events';

const MOST = 30;

/**
 * What lists and the dashboard showed last, by what was asked: a screen that is opened again shows it at once, and reads it again.
 * In memory alone, so it goes with the page, as at each log-out. Forms get nothing from here: they begin with what is stored.
 */
@Injectable({ providedIn: 'root' })
export class LastAnswers {
  private readonly byRequest = new Map<string, unknown>();
  /** How often all of it was forgotten. */
  timesForgotten = 0;

  constructor() {
    // Nobody who was erased is shown again, not for a moment either.
    inject(LiveEvents).onEvent(['client.deleted'], () => {
      this.byRequest.clear();
      this.timesForgotten++;
    });
  }

  of(request: unknown): unknown {
    return this.byRequest.get(JSON.stringify(request));
  }

  /**
   * The oldest one makes room.
   * @param timesForgotten as it was when the answer was asked for: what was read before all was forgotten is not kept
   */
  keep(request: unknown, answer: unknown, timesForgotten: number): void {
    if (timesForgotten !== this.timesForgotten) return;
    const key = JSON.stringify(request);
    this.byRequest.delete(key);
    this.byRequest.set(key, answer);
    const [oldest = key] = this.byRequest.keys();
    if (this.byRequest.size > MOST) this.byRequest.delete(oldest);
  }
}
