import { HttpClient } from '@angular/common/http';
import { inject, Injectable, signal } from '@angular/core';
import { firstValueFrom } from 'rxjs';

const LONGEST_PAUSE_MS = 15_000;

/** Whether the API answers. While it does not, it is asked again and again, ever more rarely. */
@Injectable({ providedIn: 'root' })
export class Connectivity {
  private readonly http = inject(HttpClient);
  private readonly away = signal(false);
  private readonly returns = signal(0);
  private pauseMs = 1_000;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private isAsking = false;

  readonly isAway = this.away.asReadonly();
  /** How often the API came back. Read it in an effect or a resource to reload on each return. */
  readonly cameBack = this.returns.asReadonly();

  constructor() {
    addEventListener('online', () => void this.check());
  }

  /** A request got no answer, or one that says that the server behind it is away. */
  lost(): void {
    if (this.away()) return;
    this.away.set(true);
    this.pauseMs = 1_000;
    this.checkLater();
  }

  /** A request was answered: asks whether the API is available again. */
  answered(): void {
    if (this.away()) void this.check();
  }

  /** Asks at once, whatever the pause. */
  async check(): Promise<void> {
    if (!this.away() || this.isAsking) return;
    this.isAsking = true;
    this.stopTimer();
    try {
      await firstValueFrom(this.http.get('/api/health/ready'));
      this.away.set(false);
      this.returns.update((count) => count + 1);
    } catch {
      this.pauseMs = Math.min(this.pauseMs * 2, LONGEST_PAUSE_MS);
      this.checkLater();
    } finally {
      this.isAsking = false;
    }
  }

  private checkLater(): void {
    this.stopTimer();
    this.timer = setTimeout(() => void this.check(), this.pauseMs);
  }

  private stopTimer(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}
