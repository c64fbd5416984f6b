import { computed, effect, inject, Injectable } from '@angular/core';
import type { FirstStepsDto, PageDto, UserDto } from '@groupless/shared-dto';
import { Api } from '../http/api';
import { query } from '../http/query';
import { Serial } from '../http/serial';
import { Toasts } from '../layout/toasts/toasts';
import { Business } from '../session/business';
import { Session } from '../session/session';
import { DashboardData } from './dashboard-data';
import { stepsOf, type Step } from './steps';

const PATH = '/api/settings/first-steps';
/** In this browser's storage, once all steps are done or skipped: then nothing is read to find that out again. */
const DONE = 'groupless.first_steps_done';

/** Which first steps are open, and what an admin does about them. Others have none. */
@Injectable()
export class FirstStepsData {
  private readonly business = inject(Business);
  private readonly api = inject(Api);
  private readonly toasts = inject(Toasts);
  private readonly isAdmin = inject(Session).isAdmin;
  private readonly areDone = wereDone();
  private readonly isAsked = computed(() => this.isAdmin() && !this.areDone);
  private readonly dashboard = inject(DashboardData).dashboard;
  private readonly users = query<PageDto<UserDto>>(() =>
    this.isAsked() ? { url: '/api/users', query: { limit: 1 } } : undefined,
  );
  private readonly changes = new Serial();
  private readonly kept = query<FirstStepsDto>(() => (this.isAsked() ? PATH : undefined));

  /** Whether all was read, or could not be. What stands below the list waits for that, or it would jump. */
  readonly isKnown = computed(
    () =>
      !this.isAsked() || (this.business.isKnown() && !this.users.isFirstLoad() && !this.kept.isFirstLoad()),
  );
  /** None once all are done or skipped. */
  readonly open = computed(() => {
    const [settings, users, kept] = [this.business.settings(), this.users.value(), this.kept.value()];
    const dashboard = this.dashboard();
    if (settings === null || users === null || kept === null || dashboard === null) return [];
    const known = { settings, users: users.total, dashboard };
    return stepsOf(known).filter(({ id }) => !kept.skipped.includes(id));
  });

  constructor() {
    effect(() => {
      const areRead =
        this.kept.value() !== null && this.users.value() !== null && this.business.settings() !== null;
      if (areRead && this.dashboard() !== null && this.open().length === 0) rememberDone();
    });
  }

  /** For all admins. */
  async skip(steps: readonly Step[]): Promise<void> {
    if (this.kept.value() === null) return;
    const ids = steps.map(({ id }) => id);
    const with_ids = ({ skipped }: FirstStepsDto) => ({ skipped: [...new Set([...skipped, ...ids])] });
    this.kept.update(with_ids);
    try {
      // Another admin may have skipped others since.
      await this.changes.run(async () =>
        this.api.put(PATH, with_ids(await this.api.get<FirstStepsDto>(PATH))),
      );
    } catch (error) {
      await this.kept.reload();
      this.toasts.failed('dashboard.steps.not_skipped', error);
    }
  }
}

function wereDone(): boolean {
  try {
    return localStorage.getItem(DONE) !== null;
  } catch {
    return false;
  }
}

function rememberDone(): void {
  try {
    localStorage.setItem(DONE, '1');
  } catch {
    // Then each dashboard asks again.
  }
}
