import { computed, inject, Injectable } from '@angular/core';
import type { FirstStepsDto, PageDto, UserDto } from '@groupless/shared-dto';
import { Api } from '../http/api';
import { query } from '../http/query';
import { Toasts } from '../layout/toasts/toasts';
import { Business } from '../session/business';
import { Session } from '../session/session';
import { DashboardData } from './dashboard-data';
import { stepsOf, type Step } from './steps';

const PATH = '/api/settings/first-steps';

/** Which first steps are open, and what an admin does about them. Others have none. */
@Injectable()
export class FirstStepsData {
  private readonly business = inject(Business);
  private readonly api = inject(Api);
  private readonly toasts = inject(Toasts);
  private readonly isAdmin = inject(Session).isAdmin;
  private readonly dashboard = inject(DashboardData).dashboard;
  private readonly users = query<PageDto<UserDto>>(() =>
    this.isAdmin() ? { url: '/api/users', query: { limit: 1 } } : undefined,
  );
  private readonly kept = query<FirstStepsDto>(() => (this.isAdmin() ? PATH : undefined));

  /** Whether all was read, or could not be. What stands below the list waits for that, or it would jump. */
  readonly isKnown = computed(
    () =>
      !this.isAdmin() || (this.business.isKnown() && !this.users.isFirstLoad() && !this.kept.isFirstLoad()),
  );
  /** None once all are done or skipped. */
  readonly open = computed(() => {
    const [settings, users, kept] = [this.business.settings(), this.users.value(), this.kept.value()];
    const dashboard = this.dashboard();
    if (settings === null || users === null || kept === null || dashboard === null) return [];
    const known = { settings, users: users.total, dashboard };
    return stepsOf(known).filter(({ id }) => !kept.skipped.includes(id));
  });

  /** For all admins. */
  async skip(steps: readonly Step[]): Promise<void> {
    const before = this.kept.value();
    if (before === null) return;
    const next = { skipped: [...before.skipped, ...steps.map(({ id }) => id)] };
    this.kept.update(() => next);
    try {
      await this.api.put<FirstStepsDto>(PATH, next);
    } catch (error) {
      this.kept.update(() => before);
      this.toasts.failed('dashboard.steps.not_skipped', error);
    }
  }
}
