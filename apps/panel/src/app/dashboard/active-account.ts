import { ChangeDetectionStrategy, Component, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ActiveAccountDto } from '@groupless/shared-dto';
import { Session } from '../session/session';
import { KeyValue, KeyValues } from '../ui/key-values';
import { RelativeTime } from '../ui/formats/relative-time';

/** The account that the coding assistant works with now. */
@Component({
  selector: 'app-active-account',
  imports: [KeyValue, KeyValues, RelativeTime, RouterLink, TranslocoPipe],
  template: `
    <section class="card" aria-labelledby="active-account">
      <h2 id="active-account">{{ 'dashboard.account.title' | transloco }}</h2>
      @if (account(); as shown) {
        <p class="name">
          <strong>{{ shown.name }}</strong>
          <span class="caption">{{ 'dashboard.account.types.' + shown.type | transloco }}</span>
        </p>
        @if (shown.has_session) {
          <app-key-values>
            <app-key-value [label]="'dashboard.account.stored' | transloco">
              <app-relative-time [at]="shown.session_updated_at" />
            </app-key-value>
            <app-key-value [label]="'dashboard.account.expires' | transloco">
              @if (shown.session_expires_at; as at) {
                <app-relative-time [at]="at" />
              } @else {
                {{ 'dashboard.account.expires_unknown' | transloco }}
              }
            </app-key-value>
          </app-key-values>
        } @else {
          <p class="muted">{{ 'dashboard.account.no_session' | transloco }}</p>
        }
      } @else {
        <p class="muted">{{ 'dashboard.account.none' | transloco }}</p>
      }
      @if (isAdmin()) {
        <a class="all" routerLink="/settings/accounts">{{ 'dashboard.account.all' | transloco }}</a>
      }
    </section>
  `,
  styleUrl: './card.css',
  styles: `
    .name {
      display: flex;
      align-items: baseline;
      gap: 8px;
      margin-bottom: 4px;
    }

    strong {
      font-weight: 500;
    }

    .all {
      display: inline-block;
      margin-top: 12px;
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ActiveAccount {
  readonly account = input.required<ActiveAccountDto | null>();
  protected readonly isAdmin = inject(Session).isAdmin;
}
