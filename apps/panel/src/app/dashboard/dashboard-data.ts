import { computed, DestroyRef, DOCUMENT, inject, Injectable } from '@angular/core';
import type { AppointmentDto, DashboardDto, FirstStep, FirstStepsDto, PageDto } from '@groupless/shared-dto';
import { liveQuery } from '../data/query';
import { Api } from '../http/api';

const PATH = '/api/dashboard';
const FIRST_STEPS_PATH = '/api/settings/first-steps';
/** No event says that time has passed, or that the agent is still there. */
const EVERY_MS = 60_000;
/** Clocks that differ by less are taken for equal: a request may take as long. */
const CLOSE_MS = 60_000;
/** As far back as a begun appointment is looked for. */
const BEGUN_MS = 24 * 3_600_000;

interface Shown {
  dashboard: DashboardDto;
  /** The latest appointments that began before the dashboard was read; some of them still go on. */
  begun: readonly AppointmentDto[];
  readAtMs: number;
}

/** What the dashboard shows, kept up to date as long as its page is open and in sight. */
@Injectable()
export class DashboardData {
  private readonly api = inject(Api);
  private readonly document = inject(DOCUMENT);
  private readonly read = liveQuery<string, Shown>({
    request: () => PATH,
    pathOf: (path) => path,
    isKept: () => true,
    // Two requests at a time.
    cost: () => 2,
    read: async (path, reader) => {
      const readAtMs = Date.now();
      const [dashboard, begun] = await Promise.all([
        reader.getBody<DashboardDto>(path),
        reader
          .getBody<PageDto<AppointmentDto>>('/api/appointments', begunQuery(readAtMs))
          // What goes on is a small part of the page.
          .catch(() => ({ items: [] })),
      ]);
      return { dashboard, begun: begun.items, readAtMs };
    },
  });

  readonly dashboard = computed(() => this.read.value()?.dashboard ?? null);
  readonly begunAppointments = computed(() => this.read.value()?.begun ?? []);
  /** How far the browser's clock is behind the server's, give or take the time of a request. */
  readonly behindMs = computed(() => {
    const shown = this.read.value();
    if (shown === null) return 0;
    const differenceMs = Date.parse(shown.dashboard.generated_at) - shown.readAtMs;
    return Math.abs(differenceMs) < CLOSE_MS ? 0 : differenceMs;
  });
  readonly problem = this.read.problem;
  readonly isLoading = this.read.isLoading;

  constructor() {
    const onSight = () => {
      const readAtMs = this.read.value()?.readAtMs ?? Number.POSITIVE_INFINITY;
      if (this.document.visibilityState === 'visible' && Date.now() - readAtMs > EVERY_MS)
        void this.refresh();
    };
    const clock = setInterval(onSight, EVERY_MS / 4);
    this.document.addEventListener('visibilitychange', onSight);
    inject(DestroyRef).onDestroy(() => {
      clearInterval(clock);
      this.document.removeEventListener('visibilitychange', onSight);
    });
  }

  refresh(): Promise<void> {
    return this.read.reload();
  }

  /** For all admins. */
  async skipSteps(ids: readonly FirstStep[]): Promise<void> {
    // Another admin may have skipped others since.
    const { skipped } = await this.api.get<FirstStepsDto>(FIRST_STEPS_PATH);
    await this.api.put(FIRST_STEPS_PATH, { skipped: [...new Set([...skipped, ...ids])] });
  }

  /** Shows these first steps no more: they are being skipped. */
  dropSteps(ids: readonly FirstStep[]): void {
    this.read.update((shown) => {
      const first_steps = shown.dashboard.first_steps.filter((id) => !ids.includes(id));
      return { ...shown, dashboard: { ...shown.dashboard, first_steps } };
    });
  }
}

function begunQuery(nowMs: number) {
  const from = new Date(nowMs - BEGUN_MS).toISOString();
  const to = new Date(nowMs).toISOString();
  return { from, to, status: 'pending,confirmed', sort: '-starts_at', limit: 50 };
}
