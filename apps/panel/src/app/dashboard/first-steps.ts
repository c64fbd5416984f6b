import { ChangeDetectionStrategy, Component, inject } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { FirstStepsData } from './first-steps-data';
import { STEPS } from './steps';

/** What a new installation still needs, for its admins. */
@Component({
  selector: 'app-first-steps',
  imports: [RouterLink, TranslocoPipe],
  template: `
    <section class="card" aria-labelledby="first-steps">
      <header>
        <h2 id="first-steps">{{ 'dashboard.steps.title' | transloco }}</h2>
        <span class="caption">{{
          'dashboard.steps.left' | transloco: { left: data.open().length, all: all }
        }}</span>
        <button type="button" class="link-button" (click)="data.skip(data.open())">
          {{ 'dashboard.steps.hide' | transloco }}
        </button>
      </header>
      <ul>
        @for (step of data.open(); track step.id) {
          <li>
            <a [routerLink]="step.path" [fragment]="step.fragment">{{
              'dashboard.steps.' + step.id | transloco
            }}</a>
            @if (step.id === 'zone' && ownZone !== 'UTC') {
              <button
                type="button"
                class="button"
                [disabled]="data.isSaving()"
                (click)="data.takeZone(ownZone)"
              >
                {{ 'dashboard.steps.use_zone' | transloco: { zone: ownZone } }}
              </button>
            }
            <button
              type="button"
              class="button button-quiet"
              [attr.aria-label]="
                'dashboard.steps.skip_named' | transloco: { step: 'dashboard.steps.' + step.id | transloco }
              "
              (click)="data.skip([step])"
            >
              {{ 'dashboard.steps.skip' | transloco }}
            </button>
          </li>
        }
      </ul>
    </section>
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
  protected readonly data = inject(FirstStepsData);
  protected readonly ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  protected readonly all = STEPS.length;
}
