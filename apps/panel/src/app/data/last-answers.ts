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

  constructor() {
    // Nobody who was erased is shown again, not for a moment either.
    inject(LiveEvents).onEvent(['client.deleted'], () => this.byRequest.clear());
  }

  of(request: unknown): unknown {
    return this.byRequest.get(JSON.stringify(request));
  }

  /** The oldest one makes room. */
  keep(request: unknown, answer: unknown): void {
    const key = JSON.stringify(request);
    this.byRequest.delete(key);
    this.byRequest.set(key, answer);
    const [oldest = key] = this.byRequest.keys();
    if (this.byRequest.size > MOST) this.byRequest.delete(oldest);
  }
}
