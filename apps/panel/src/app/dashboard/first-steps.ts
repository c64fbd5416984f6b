import { ChangeDetectionStrategy, Component, computed, inject, input, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { DashboardDto, FirstStepsDto, PageDto, UserDto } from '@groupless/shared-dto';
import { Api } from '../http/api';
import { query } from '../http/query';
import { Toasts } from '../layout/toasts/toasts';
import { Business } from '../session/business';
import { STEPS, stepsOf, type Step } from './steps';

/** What a new installation still needs, for its admins. Nothing once all is done or skipped. */
@Component({
  selector: 'app-first-steps',
  imports: [RouterLink, TranslocoPipe],
  template: `
    @if (open().length > 0) {
      <section class="card" aria-labelledby="first-steps">
        <header>
          <h2 id="first-steps">{{ 'dashboard.steps.title' | transloco }}</h2>
          <span class="caption">{{
            'dashboard.steps.left' | transloco: { left: open().length, all: all }
          }}</span>
          <button type="button" class="link-button" (click)="skip(open())">
            {{ 'dashboard.steps.hide' | transloco }}
          </button>
        </header>
        <ul>
          @for (step of open(); track step.id) {
            <li>
              <a [routerLink]="step.path" [fragment]="step.fragment">{{
                'dashboard.steps.' + step.id | transloco
              }}</a>
              @if (step.id === 'zone' && ownZone !== 'UTC') {
                <button type="button" class="button" [disabled]="isSaving()" (click)="takeZone()">
                  {{ 'dashboard.steps.use_zone' | transloco: { zone: ownZone } }}
                </button>
              }
              <button
                type="button"
                class="button button-quiet"
                [attr.aria-label]="
                  'dashboard.steps.skip_named' | transloco: { step: 'dashboard.steps.' + step.id | transloco }
                "
                (click)="skip([step])"
              >
                {{ 'dashboard.steps.skip' | transloco }}
              </button>
            </li>
          }
        </ul>
      </section>
    }
  `,
  styles: `
    .card {
      padding: 16px 20px;
    }

    header {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      gap: 4px 12px;
      margin-bottom: 8px;
    }

    .link-button {
      margin-inline-start: auto;
    }

    li {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 4px 12px;
      min-height: 40px;
      padding: 3px 0;
      border-top: 1px solid var(--border);
    }

    a {
      flex: 1;
      min-width: 200px;
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class FirstSteps {
  readonly dashboard = input.required<DashboardDto>();
  private readonly business = inject(Business);
  private readonly api = inject(Api);
  private readonly toasts = inject(Toasts);
  private readonly users = query<PageDto<UserDto>>(() => ({ url: '/api/users', query: { limit: 1 } }));
  private readonly kept = query<FirstStepsDto>(() => '/api/settings/first-steps');
  protected readonly isSaving = signal(false);
  protected readonly ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  protected readonly all = STEPS.length;
  /** None before everything is known: a list that shrinks at once would only jump. */
  protected readonly open = computed(() => {
    const [settings, users, kept] = [this.business.settings(), this.users.value(), this.kept.value()];
    if (settings === null || users === null || kept === null) return [];
    const known = { settings, users: users.total, dashboard: this.dashboard() };
    return stepsOf(known).filter(({ id }) => !kept.skipped.includes(id));
  });

  /** For all admins. */
  protected async skip(steps: readonly Step[]): Promise<void> {
    const before = this.kept.value();
    if (before === null) return;
    const next = { skipped: [...before.skipped, ...steps.map(({ id }) => id)] };
    this.kept.update(() => next);
    try {
      await this.api.put<FirstStepsDto>('/api/settings/first-steps', next);
    } catch (error) {
      this.kept.update(() => before);
      this.toasts.failed('dashboard.steps.not_skipped', error);
    }
  }

  protected async takeZone(): Promise<void> {
    const settings = this.business.settings();
    if (settings === null) return;
    this.isSaving.set(true);
    try {
      await this.api.put('/api/settings/chat-agent', { ...settings, time_zone: this.ownZone });
    } catch (error) {
      this.toasts.failed('dashboard.steps.failed', error);
    } finally {
      this.isSaving.set(false);
    }
  }
}
