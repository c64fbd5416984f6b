import { DestroyRef, DOCUMENT, effect, inject, Injectable, signal, untracked } from '@angular/core';
import type { AppointmentDto, DashboardDto, EventType, PageDto } from '@groupless/shared-dto';
import { Api } from '../http/api';
import { Connectivity } from '../http/connectivity';
import { LiveEvents } from '../http/live-events';
import { toProblem, type Problem } from '../http/problem';

/** What changes a number of the dashboard. */
const TOLD_BY: readonly EventType[] = [
  'client.created',
  'client.updated',
  'client.deleted',
  'clients.imported',
  'appointment.created',
  'appointment.updated',
  'appointment.deleted',
  'conversation.updated',
  'task.updated',
  'account.created',
  'account.updated',
  'account.activated',
  'account.deleted',
  'settings.updated',
];
/** Events come in bursts: they wait this long for each other. */
const SOON_MS = 300;
/** The least between two reads, however many events there are. */
const APART_MS = 2_000;
/** No event says that time has passed, or that the agent is still there. */
const EVERY_MS = 60_000;
/** As far back as a begun appointment is looked for. */
const BEGUN_MS = 24 * 3_600_000;

/** What the dashboard shows, kept up to date as long as its page is open and in sight. */
@Injectable()
export class DashboardData {
  private readonly api = inject(Api);
  private readonly document = inject(DOCUMENT);
  private readonly last = signal<DashboardDto | null>(null);
  private readonly begun = signal<readonly AppointmentDto[]>([]);
  private readonly failure = signal<Problem | null>(null);
  private readonly busy = signal(false);
  private timer: ReturnType<typeof setTimeout> | null = null;
  private asked_at_ms = 0;
  /** Counts the questions; the answer to an old one is thrown away. */
  private turn = 0;

  readonly dashboard = this.last.asReadonly();
  /** The latest appointments that began before the dashboard was read; some of them still go on. */
  readonly begun_appointments = this.begun.asReadonly();
  readonly problem = this.failure.asReadonly();
  readonly is_loading = this.busy.asReadonly();

  constructor() {
    const connectivity = inject(Connectivity);
    inject(LiveEvents).onEvent(TOLD_BY, () => this.refreshSoon());
    effect(() => {
      connectivity.came_back();
      untracked(() => void this.refresh());
    });
    const onSight = () => {
      if (this.is_in_sight && Date.now() - this.asked_at_ms > EVERY_MS) this.refreshSoon();
    };
    const clock = setInterval(onSight, EVERY_MS / 4);
    this.document.addEventListener('visibilitychange', onSight);
    inject(DestroyRef).onDestroy(() => {
      this.turn = -1;
      clearInterval(clock);
      if (this.timer !== null) clearTimeout(this.timer);
      this.document.removeEventListener('visibilitychange', onSight);
    });
  }

  async refresh(): Promise<void> {
    const mine = ++this.turn;
    this.asked_at_ms = Date.now();
    this.busy.set(true);
    try {
      const [dashboard, begun] = await Promise.all([
        this.api.get<DashboardDto>('/api/dashboard'),
        this.api.get<PageDto<AppointmentDto>>('/api/appointments', this.begunQuery()),
      ]);
      if (mine !== this.turn) return;
      this.last.set(dashboard);
      this.begun.set(begun.items);
      this.failure.set(null);
    } catch (error) {
      if (mine === this.turn) this.failure.set(toProblem(error));
    } finally {
      if (mine === this.turn) this.busy.set(false);
    }
  }

  private refreshSoon(): void {
    if (this.timer !== null) return;
    const wait_ms = Math.max(SOON_MS, this.asked_at_ms + APART_MS - Date.now());
    this.timer = setTimeout(() => {
      this.timer = null;
      void this.refresh();
    }, wait_ms);
  }

  private begunQuery() {
    const from = new Date(this.asked_at_ms - BEGUN_MS).toISOString();
    const to = new Date(this.asked_at_ms).toISOString();
    return { from, to, status: 'pending,confirmed', sort: '-starts_at', limit: 50 };
  }

  private get is_in_sight(): boolean {
    return this.document.visibilityState === 'visible';
  }
}
